import { useState } from 'react'
import { Anchor } from '@mantine/core'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { toast } from '../../ui/toast.ts'
import {
  LeftOutReason,
  LeftOutReasons,
  type LeftOutGroup,
  type LeftOutMember,
} from '../../resource/preview/left-out.tsx'
import { plansPath } from '../../paths/dues.ts'
import type { Selection } from './run-preview.ts'

interface LeftOutProps {
  groups: readonly LeftOutGroup[]
  selection: Selection
}

/** Who is charged nothing and why, with the way to put right what is missing. */
export function LeftOut({ groups, selection }: LeftOutProps) {
  if (groups.length === 0) return null
  return (
    <LeftOutReasons>
      {groups.map((group) => (
        <Reason
          // What was unfolded of one selection says nothing of another.
          key={`${group.reason} ${JSON.stringify(selection)}`}
          group={group}
          selection={selection}
        />
      ))}
    </LeftOutReasons>
  )
}

/** Reasons that the plans can put right. */
const ofPlans = ['noPlan', 'noPrice']

function Reason({ group, selection }: { group: LeftOutGroup; selection: Selection }) {
  const { reason, first } = group
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
    <LeftOutReason
      group={group}
      people={people}
      onReadAll={people.length === first.length ? () => void readAll() : undefined}
      {...(ofPlans.includes(reason) && {
        way: (
          <Anchor component={AppLink} to={plansPath(terminology)} fz="sm">
            Ver os planos e os preços
          </Anchor>
        ),
      })}
    />
  )
}
