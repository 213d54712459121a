import { useState } from 'react'
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { keys, useSession, useTerminology } from '../../api/queries.ts'
import { EmbeddedList } from '../../resource/record-list.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import classes from './privacy.module.css'

const EraseDialog = lazyDialog(() => import('./erase-dialog.tsx'))

/** The data of a retention rule whose time is over. */
export interface DueData {
  rule: string
  label: string
  /** How long they are kept, as the privacy notice says it. */
  kept: string
  count: number
  members: { _id: string; label: string; since: string | null }[]
}

/** The data that an administrator must confirm before they are erased, and what was erased. */
export default function DataToErase() {
  const query = useQuery({
    queryKey: [...keys.lists('members'), 'data-to-erase'],
    queryFn: async ({ signal }) => {
      const answer = await api.get<{ data: DueData[] }>('data_to_erase', signal)
      if (isTimedOut(answer)) throw new Error('timed out')
      return answer.data
    },
  })
  return (
    <QueryPage query={query}>
      {(rules) => (
        <Page
          title="Dados a eliminar"
          subtitle="O que já passou o prazo prometido na informação sobre proteção de dados e espera por confirmação. O resto, o programa apaga por si."
        >
          <div className={classes.rules}>
            {rules.map((due) => (
              <DueRule key={due.rule} due={due} />
            ))}
            <Panel title="O que foi eliminado" note="Quantos registos, sem os dados.">
              <EmbeddedList
                resource="erasures"
                purpose="Aqui fica o que se eliminar por ter passado o prazo: quantos registos de quê, e em que dia."
              />
            </Panel>
          </div>
        </Page>
      )}
    </QueryPage>
  )
}

function DueRule({ due }: { due: DueData }) {
  const { label, kept, count, members } = due
  const { memberSingular, memberPlural } = useTerminology()
  const isAdmin = useSession()?.role === 'admin'
  const paths = useMemberPaths()
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set())
  const [isErasing, setErasing] = useState(false)
  const chosen = members.filter(({ _id }) => !omitted.has(_id))
  const toggle = (id: string) =>
    setOmitted((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const note = `Conserva-se: ${kept}.`
  if (count === 0)
    return (
      <Panel title={label} note={note}>
        <p className={classes.nothing}>Nada por eliminar.</p>
      </Panel>
    )
  return (
    <Panel
      title={`${label}: ${counted(count, memberSingular, memberPlural)}`}
      note={note}
      tools={
        isAdmin && (
          <Button
            variant="default"
            size="compact-md"
            disabled={chosen.length === 0}
            onClick={() => setErasing(true)}
          >
            Eliminar de {counted(chosen.length, memberSingular, memberPlural)}
          </Button>
        )
      }
    >
      <ul className={classes.due}>
        {members.map(({ _id, label: name, since }) => (
          <li key={_id}>
            {isAdmin && (
              <Checkbox
                aria-label={`Eliminar de ${name}`}
                checked={!omitted.has(_id)}
                onChange={() => toggle(_id)}
              />
            )}
            <span className={classes.person}>
              <AppLink to={paths.record(_id)}>{name}</AppLink>
              {since !== null && <span className={classes.since}>saiu a {formatDate(since)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {count > members.length && (
        <p className={classes.nothing}>
          Mostram-se {counted(members.length, 'o primeiro', 'os primeiros')}; depois destes aparecem os
          seguintes.
        </p>
      )}
      {isErasing && (
        <EraseDialog due={due} ids={chosen.map(({ _id }) => _id)} onClose={() => setErasing(false)} />
      )}
    </Panel>
  )
}
