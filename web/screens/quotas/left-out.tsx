import { useState } from 'react'
import { Anchor, UnstyledButton } from '@mantine/core'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { toast } from '../../ui/toast.ts'
import { useMemberPaths } from '../members/use-member-paths.ts'
import { plansPath } from './quota-paths.ts'
import type { LeftOutGroup, LeftOutMember, Selection } from './run-preview.ts'
import classes from './run-preview.module.css'

interface LeftOutProps {
  groups: readonly LeftOutGroup[]
  selection: Selection
}

/** Who is charged nothing and why, with the way to put right what is missing. */
export function LeftOut({ groups, selection }: LeftOutProps) {
  if (groups.length === 0) return null
  return (
    <div className={classes.out}>
      <h2>Quem fica de fora, e porquê</h2>
      {groups.map((group) => (
        <Reason
          // What was unfolded of one selection says nothing of another.
          key={`${group.reason} ${JSON.stringify(selection)}`}
          group={group}
          selection={selection}
        />
      ))}
    </div>
  )
}

/** Reasons that the plans can put right. */
const ofPlans = ['noPlan', 'noPrice']

function Reason({ group, selection }: { group: LeftOutGroup; selection: Selection }) {
  const { reason, reasonLabel, count, first } = group
  const terminology = useTerminology()
  const [people, setPeople] = useState<readonly LeftOutMember[]>(first)

  async function readAll() {
    try {
      const answer = await api.post<{ data: LeftOutMember[] }>('quota_runs/left_out', {
        ...selection,
        reason,
      })
      if (!isTimedOut(answer)) setPeople(answer.data)
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível ler os nomes.', { tone: 'error' })
    }
  }

  return (
    <details className={classes.reason} open={ofPlans.includes(reason)}>
      <summary>
        <strong>{formatCount(count)}</strong> {reasonLabel}
      </summary>
      {ofPlans.includes(reason) && (
        <Anchor component={AppLink} to={plansPath(terminology)} fz="sm" className={classes.way}>
          Ver os planos e os preços
        </Anchor>
      )}
      <People people={people} />
      {count > people.length && people.length === first.length && (
        <UnstyledButton className={classes.more} onClick={() => void readAll()}>
          Ver todos
        </UnstyledButton>
      )}
      {count > people.length && people.length > first.length && (
        <p className={classes.more}>E mais {formatCount(count - people.length)}.</p>
      )}
    </details>
  )
}

function People({ people }: { people: readonly LeftOutMember[] }) {
  const paths = useMemberPaths()
  return (
    <ul className={classes.people}>
      {people.map(({ memberId, memberNumber, name }) => (
        <li key={memberId}>
          <span className={classes.number}>{memberNumber}</span>
          <AppLink to={paths.record(memberId)}>{name}</AppLink>
        </li>
      ))}
    </ul>
  )
}
