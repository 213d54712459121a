import { IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useState } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { applicationsPath } from '../../paths/applications.ts'
import { cardsPath } from '../../paths/cards.ts'
import { notifyPath } from '../../paths/dues.ts'
import { listAddress, type Pair } from '../../paths/list-address.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { messagesPath } from '../../paths/messages.ts'
import { AppLink, MayEnterContext } from '../../ui/app-link.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import classes from './today.module.css'

const key = 'todayPutAway'

/** Work that waits for the staff, in one line below the list; the key `h` hides and shows it. */
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
  if (isHidden || items.length === 0) return null
  return (
    <aside className={classes.today} aria-label="Hoje" data-only="screen">
      <strong>Hoje</strong>
      <ul className={classes.list}>
        {items.map(({ name, content }) => (
          <li key={name}>{content}</li>
        ))}
      </ul>
      <button type="button" className={classes.close} aria-label="Arrumar «Hoje»" onClick={toggle}>
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
  if (!news) return []
  const counts: [name: keyof TodayNews, one: string, many: string, to: string][] = [
    ['applications', 'candidatura por tratar', 'candidaturas por tratar', applicationsPath],
    ['heldMessages', 'mensagem retida', 'mensagens retidas', messagesInState('held', heldChannels)],
    ['failedMessages', 'mensagem falhada', 'mensagens falhadas', messagesInState('failed')],
    ['noticesDue', 'aviso por enviar', 'avisos por enviar', notifyPath(terminology)],
    [
      'cardsToPrint',
      'cartão por imprimir',
      'cartões por imprimir',
      listAddress(cardsPath(terminology), [['status', 'toPrint']]),
    ],
  ]
  const items = counts.flatMap(([name, one, many, to]): TodayItem[] => {
    const count = Number(news[name])
    return count > 0 && mayEnter(to)
      ? [{ name, content: <AppLink to={to}>{counted(count, one, many)}</AppLink> }]
      : []
  })
  if (news.birthdayCount > 0)
    items.push({ name: 'birthdays', content: <Birthdays news={news} pathOf={(id) => members.record(id)} /> })
  return items
}

/** Letters are not held: they wait to be printed. */
const heldChannels = ['email', 'sms']

function messagesInState(state: string, channels: readonly string[] = []): string {
  return listAddress(messagesPath, [
    ['state', state],
    ...channels.map((channel): Pair => ['channel', channel]),
  ])
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
  cardsToPrint: number
  /** The first ones; `birthdayCount` counts all. */
  birthdays: Birthday[]
  birthdayCount: number
}

const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: async () => requireAnswer(await api.get<{ data: TodayNews }>('today')).data,
  refetchOnWindowFocus: true,
})
