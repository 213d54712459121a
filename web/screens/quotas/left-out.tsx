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
  type ExcludedMember,
} from '../../resource/preview/left-out.tsx'
import { plansPath } from '../../paths/dues.ts'
import type { Selection } from './run-preview.ts'

interface ExcludedMembersProps {
  groups: readonly LeftOutGroup[]
  selection: Selection
}

/** Members for whom no quota is generated, by reason, with a link to correct plans and prices. */
export function ExcludedMembers({ groups, selection }: ExcludedMembersProps) {
  if (groups.length === 0) return null
  return (
    <LeftOutReasons>
      {groups.map((group) => (
        <Reason
          // People loaded for one selection must not appear with another.
          key={`${group.reason} ${JSON.stringify(selection)}`}
          group={group}
          selection={selection}
        />
      ))}
    </LeftOutReasons>
  )
}

/** Reasons that a change of plans or prices removes. */
const fixedInPlans = ['noPlan', 'noPrice']

function Reason({ group, selection }: { group: LeftOutGroup; selection: Selection }) {
  const { reason, first } = group
  const terminology = useTerminology()
  const [people, setPeople] = useState<readonly ExcludedMember[]>(first)

  async function loadAll() {
    try {
      const answer = await api.post<{ data: ExcludedMember[] }>('quota_runs/left_out', {
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
      onReadAll={people.length === first.length ? () => void loadAll() : undefined}
      {...(fixedInPlans.includes(reason) && {
        way: (
          <Anchor component={AppLink} to={plansPath(terminology)} fz="sm">
            Ver os planos e os preços
          </Anchor>
        ),
      })}
    />
  )
}
