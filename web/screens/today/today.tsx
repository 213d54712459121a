import { useState, type ReactNode } from 'react'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useTerminology } from '../../api/queries.ts'
import { listAddress } from '../../paths/list-address.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { applicationsPath } from '../../paths/applications.ts'
import { cardsPath } from '../../paths/cards.ts'
import { notifyPath } from '../../paths/dues.ts'
import { useMemberPaths } from '../../paths/members.ts'
import { messagesPath } from '../../paths/messages.ts'
import { todayQuery, type TodayNews } from './today-query.ts'
import classes from './today.module.css'

const key = 'todayPutAway'

/** What waits for the staff, in one line below the list; one key puts it away, and brings it back. */
export function Today() {
  const [isAway, setAway] = useState(() => localStorage.getItem(key) !== null)
  const toggle = () => {
    if (isAway) localStorage.removeItem(key)
    else localStorage.setItem(key, 'yes')
    setAway(!isAway)
  }
  useHotkey({ keys: 'h', label: isAway ? 'Mostrar «Hoje»' : 'Arrumar «Hoje»', group: 'Na lista' }, toggle)
  const news = useQuery({ ...todayQuery, enabled: !isAway }).data
  const said = useTodayWords(news)
  if (isAway || said.length === 0) return null
  return (
    <aside className={classes.today} aria-label="Hoje" data-only="screen">
      <strong>Hoje</strong>
      <ul className={classes.list}>
        {said.map(({ name, words }) => (
          <li key={name}>{words}</li>
        ))}
      </ul>
      <button type="button" className={classes.close} aria-label="Arrumar «Hoje»" onClick={toggle}>
        <KeyCaps keys="h" />
        <IconX size="1rem" stroke={1.75} aria-hidden />
      </button>
    </aside>
  )
}

interface Said {
  name: string
  words: ReactNode
}

/** Only what there is, each with where it is dealt with. */
function useTodayWords(news: TodayNews | undefined): Said[] {
  const terminology = useTerminology()
  const members = useMemberPaths()
  if (!news) return []
  const counts: [name: keyof TodayNews, one: string, many: string, to: string][] = [
    ['applications', 'candidatura por tratar', 'candidaturas por tratar', applicationsPath],
    ['heldMessages', 'mensagem retida', 'mensagens retidas', ofState('held')],
    ['failedMessages', 'mensagem falhada', 'mensagens falhadas', ofState('failed')],
    ['noticesDue', 'aviso por enviar', 'avisos por enviar', notifyPath(terminology)],
    [
      'cardsToPrint',
      'cartão por imprimir',
      'cartões por imprimir',
      listAddress(cardsPath(terminology), [['status', 'toPrint']]),
    ],
  ]
  const said = counts.flatMap(([name, one, many, to]): Said[] => {
    const count = Number(news[name])
    return count > 0 ? [{ name, words: <AppLink to={to}>{counted(count, one, many)}</AppLink> }] : []
  })
  if (news.birthdayCount > 0)
    said.push({ name: 'birthdays', words: <Birthdays news={news} pathOf={(id) => members.record(id)} /> })
  return said
}

function ofState(state: string): string {
  return listAddress(messagesPath, [['state', state]])
}

/** Named up to so many, where there is one line for all. */
const mostNamed = 3

function Birthdays({ news, pathOf }: { news: TodayNews; pathOf: (id: string) => string }) {
  const named = news.birthdays.slice(0, mostNamed)
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
