import { IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, Suspense, use, useState } from 'react'
import { breachTimeLeft } from '@agremia/resources/breach-deadline.ts'
import type { FirstStep } from '@agremia/resources/first-steps.ts'
import { type Held, heldWords } from '@agremia/resources/held-access.ts'
import { type Euros, formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { api } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { requireAnswer, staleMs } from '../../api/query-client.ts'
import { profilePath, secretsPath } from '../../paths/account.ts'
import { applicationsPath } from '../../paths/applications.ts'
import { backupsPath } from '../../paths/backups.ts'
import { cardsPath } from '../../paths/cards.ts'
import { debtsOfPath, chargeDifferencesPath, incomingPaymentsPath, notifyPath } from '../../paths/dues.ts'
import { listAddress } from '../../paths/list-address.ts'
import { dataBreachesPath, dataRequestsPath } from '../../paths/privacy.ts'
import { reportsPath } from '../../paths/reports.ts'
import { collectorPath } from '../../paths/rounds.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { messagesPath } from '../../paths/messages.ts'
import { AppLink, MayEnterContext } from '../../ui/app-link.tsx'
import { useIsPhone } from '../../ui/device.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './today.module.css'

// Of new organisations alone.
const FirstSteps = lazyPart(() => import('./first-steps.tsx'))

const minuteMs = 60_000

const key = 'todayPutAway'

/** The first steps of a new organisation, and work that waits for the staff in one line, below the list; the key `h` hides and shows it. */
export function Today() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null)
  const toggle = () => {
    if (isHidden) localStorage.removeItem(key)
    else localStorage.setItem(key, 'yes')
    setHidden(!isHidden)
  }
  useHotkey({ keys: 'h', label: isHidden ? 'Mostrar «Hoje»' : 'Arrumar «Hoje»', group: 'Na lista' }, toggle)
  const news = useQuery({ ...todayQuery, enabled: !isHidden }).data
  const items = useTodayItems(news)
  const isPhone = useIsPhone()
  if (isHidden) return null
  const firstSteps = news?.firstSteps && (
    <Suspense>
      <FirstSteps steps={news.firstSteps} />
    </Suspense>
  )
  if (items.length === 0) return firstSteps
  return (
    <>
      {!isPhone && firstSteps}
      <WaitingWork items={items} firstSteps={isPhone && firstSteps} onPutAway={toggle} />
    </>
  )
}

interface WaitingWorkProps {
  items: readonly TodayItem[]
  /** Stands in it on phones, where two boxes would leave less room for the list. */
  firstSteps: ReactNode
  onPutAway: () => void
}

/** On phones it stands above the list, closed, so that the first rows are in sight. */
function WaitingWork({ items, firstSteps, onPutAway }: WaitingWorkProps) {
  const list = (
    <ul className={classes.list}>
      {items.map(({ name, content }) => (
        <li key={name}>{content}</li>
      ))}
    </ul>
  )
  return (
    <aside className={classes.today} aria-label="Hoje" data-only="screen">
      {useIsPhone() ? (
        <details className={classes.folded}>
          <summary>
            <strong>Hoje</strong>{' '}
            {firstSteps
              ? `${counted(items.length, 'assunto', 'assuntos')} e primeiros passos`
              : counted(items.length, 'assunto por tratar', 'assuntos por tratar')}
          </summary>
          {list}
          {firstSteps}
        </details>
      ) : (
        <>
          <strong>Hoje</strong>
          {list}
        </>
      )}
      <button type="button" className={classes.close} aria-label="Arrumar «Hoje»" onClick={onPutAway}>
        <KeyCaps keys="h" />
        <IconX size="1rem" stroke={1.75} aria-hidden />
      </button>
    </aside>
  )
}

interface TodayItem {
  name: string
  content: ReactNode
}

/** One item per count above zero, with a link to a screen that the person may enter. */
function useTodayItems(news: TodayNews | undefined): TodayItem[] {
  const terminology = useTerminology()
  const members = useMemberPaths()
  const mayEnter = use(MayEnterContext)
  const now = useNow(news?.breaches?.notifyBy ? minuteMs : null)
  if (!news) return []
  const counts: [
    name: Exclude<
      keyof TodayNews,
      'backupProblem' | 'breaches' | 'leavers' | 'credits' | 'overpaid' | 'incomeWarnings' | 'firstSteps'
    >,
    one: string,
    many: string,
    to: string,
  ][] = [
    ['applications', 'candidatura por tratar', 'candidaturas por tratar', applicationsPath],
    ['heldMessages', 'mensagem retida', 'mensagens retidas', messagesInState('held')],
    ['failedMessages', 'mensagem falhada', 'mensagens falhadas', messagesInState('failed')],
    ['noticesDue', 'aviso por enviar', 'avisos por enviar', notifyPath(terminology)],
    [
      'chargeDifferences',
      'cobrança diferente das regras',
      'cobranças diferentes das regras',
      chargeDifferencesPath(terminology),
    ],
    [
      'cardsToPrint',
      'cartão por imprimir',
      'cartões por imprimir',
      listAddress(cardsPath(terminology), { status: 'toPrint' }),
    ],
    [
      'incomingPayments',
      'recebimento por tratar',
      'recebimentos por tratar',
      listAddress(incomingPaymentsPath, { state: ['toConfirm', 'toMatch'] }),
    ],
    [
      'dataRequestsDue',
      'pedido de titular com o prazo a acabar',
      'pedidos de titulares com o prazo a acabar',
      listAddress(dataRequestsPath, { status: 'open' }),
    ],
  ]
  const items = counts.flatMap(([name, one, many, to]): TodayItem[] => {
    const count = Number(news[name])
    return count > 0 && mayEnter(to)
      ? [{ name, content: <AppLink to={to}>{counted(count, one, many)}</AppLink> }]
      : []
  })
  const { breaches } = news
  if (breaches?.notifyBy)
    items.unshift({
      name: 'breaches',
      content: (
        <AppLink to={listAddress(dataBreachesPath, { status: 'open' })}>
          {counted(breaches.count, 'violação de dados por notificar', 'violações de dados por notificar')}:{' '}
          {breachTimeLeft(breaches.notifyBy, now)}
        </AppLink>
      ),
    })
  if (news.backupProblem)
    items.unshift({
      name: 'backupProblem',
      content: <AppLink to={backupsPath}>{backupProblems[news.backupProblem]}</AppLink>,
    })
  if (news.leavers.length > 0)
    items.unshift({
      name: 'leavers',
      content: (
        <>
          {plural(news.leavers.length, 'Já saiu e ainda tem acesso: ', 'Já saíram e ainda têm acesso: ')}
          {news.leavers.slice(0, maxNamed).map((held, index) => (
            <span key={held.userId}>
              {index > 0 && ', '}
              <AppLink to={profilePath(held.userId)}>{held.name}</AppLink> (<HeldWords held={held} />)
            </span>
          ))}
          {news.leavers.length > maxNamed && ` e mais ${news.leavers.length - maxNamed}`}
        </>
      ),
    })
  const creditLines = [
    {
      name: 'credits',
      people: news.credits,
      count: news.countWithCredit,
      text: plural(news.countWithCredit, 'Saiu e ainda tem crédito: ', 'Saíram e ainda têm crédito: '),
    },
    {
      name: 'overpaid',
      people: news.overpaid,
      count: news.countOverpaid,
      text: plural(
        news.countOverpaid,
        'Pagou o que já estava pago, e tem crédito: ',
        'Pagaram o que já estava pago, e têm crédito: ',
      ),
    },
  ]
  for (const { name, people, count, text } of creditLines.filter((line) => line.count > 0)) {
    const others = count - Math.min(count, maxNamed)
    items.push({
      name,
      content: (
        <>
          {text}
          {people.slice(0, maxNamed).map((person, index) => (
            <span key={person.memberId}>
              {index > 0 && ', '}
              <AppLink to={debtsOfPath(person.memberId)}>{person.name}</AppLink> (
              {formatAmount(toCents(person.credit))})
            </span>
          ))}
          {others > 0 && ` e mais ${others}`}
        </>
      ),
    })
  }
  for (const { name, year, title } of news.incomeWarnings)
    items.push({ name: `${name} ${year}`, content: <AppLink to={reportsPath}>{title}</AppLink> })
  if (news.birthdayCount > 0)
    items.push({ name: 'birthdays', content: <Birthdays news={news} pathOf={(id) => members.record(id)} /> })
  return items
}

/** The accesses that former members still hold; those that do not end with the account link to where they are ended. */
function HeldWords({ held }: { held: Held }) {
  const paths = { secrets: secretsPath, collector: held.collectorId && collectorPath(held.collectorId) }
  return heldWords(held).map(({ kind, text }, index) => {
    const path = kind === 'secrets' || kind === 'collector' ? paths[kind] : null
    return (
      <Fragment key={text}>
        {index > 0 && ', '}
        {path ? <AppLink to={path}>{text}</AppLink> : text}
      </Fragment>
    )
  })
}

const backupProblems = {
  old: 'a última cópia de segurança é antiga',
  bad: 'a última cópia de segurança não se repõe',
}

/** Letters are not held: they wait to be printed. */
function messagesInState(state: string): string {
  return listAddress(messagesPath, { state })
}

/** At most this many birthdays are named. */
const maxNamed = 3

function Birthdays({ news, pathOf }: { news: TodayNews; pathOf: (id: string) => string }) {
  const named = news.birthdays.slice(0, maxNamed)
  const others = news.birthdayCount - named.length
  return (
    <>
      {news.birthdayCount === 1 ? 'Faz anos ' : 'Fazem anos '}
      {named.map(({ memberId, name, age }, index) => (
        <span key={memberId}>
          {index > 0 && (others === 0 && index === named.length - 1 ? ' e ' : ', ')}
          <AppLink to={pathOf(memberId)}>{name}</AppLink> ({age})
        </span>
      ))}
      {others > 0 && ` e mais ${others}`}
    </>
  )
}

interface Birthday {
  memberId: string
  name: string
  /** In years, as of this birthday. */
  age: number
}

/** The response of `GET today`: counts of work that waits for the staff. */
interface TodayNews {
  applications: number
  heldMessages: number
  failedMessages: number
  /** Members to whom the next notice is due. */
  noticesDue: number
  /** Charges of earlier versions that differ from the rules, without a decision. */
  chargeDifferences: number
  cardsToPrint: number
  /** Of a payment gateway. */
  incomingPayments: number
  dataRequestsDue: number
  /** For administrators. */
  backupProblem: keyof typeof backupProblems | null
  /** Those without a decision, for administrators, and the first deadline. */
  breaches: { count: number; notifyBy: string | null } | null
  /** What people who have left can still do. */
  leavers: Held[]
  /** People who left and still have credit, the largest first; `countWithCredit` counts all. */
  credits: { memberId: string; name: string; credit: Euros }[]
  countWithCredit: number
  /** Members whose debit or online payment came for charges that were already paid; `countOverpaid` counts all. */
  overpaid: { memberId: string; name: string; credit: Euros }[]
  countOverpaid: number
  /** Legal limits that the income is near or over. */
  incomeWarnings: { name: string; year: number; title: string }[]
  /** The first ones; `birthdayCount` counts all. */
  birthdays: Birthday[]
  birthdayCount: number
  /** Of a new organisation; null when they are done or put away. */
  firstSteps: { name: FirstStep; isDone: boolean }[] | null
}

const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: async () => requireAnswer(await api.get<{ data: TodayNews }>('today')).data,
  refetchOnWindowFocus: true,
  // A step is ticked as soon as the person comes back from its screen.
  staleTime: ({ state }) => (state.data?.firstSteps ? 0 : staleMs),
})
