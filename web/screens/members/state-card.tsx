import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tone } from '@agremia/resources/descriptor.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useResource } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { ChangeStateDialog } from './change-state-dialog.tsx'
import { MemberApplication } from './member-application.tsx'
import classes from './state-card.module.css'

/** The member's states, current one first, and a button to change it. */
export function StateCard({ record }: { record: StoredRecord }) {
  const [changing, setChanging] = useState(false)
  const mayChange = useResource('members')?.actions.some(({ name }) => name === 'changeState') ?? false
  const parent = { resource: 'members', id: record._id }
  const states =
    useQuery(listQuery('memberStates', { parent, sort: '-startDate', limit: 50 })).data?.data ?? []
  return (
    <Card title="Estado">
      <Timeline>
        {states.map((state) => (
          <StateEntry key={state._id} state={state} />
        ))}
      </Timeline>
      <MemberApplication memberId={record._id} />
      {mayChange && (
        <UnstyledButton className={classes.change} onClick={() => setChanging(true)}>
          Mudar de estado
        </UnstyledButton>
      )}
      {changing && <ChangeStateDialog record={record} onClose={() => setChanging(false)} />}
    </Card>
  )
}

function StateEntry({ state }: { state: StoredRecord }) {
  const isCurrent = state.endDate === null
  const details = [state.reason, state.decisionBody, state.minuteRef && `Ata n.º ${String(state.minuteRef)}`]
    .filter(Boolean)
    .join(' · ')
  const document = typeof state.documentUrl === 'string' && (
    <a href={state.documentUrl} target="_blank" rel="noreferrer">
      Ver o documento
    </a>
  )
  return (
    <TimelineEntry
      tone={isCurrent ? (state.stateNameTone as Tone) : undefined}
      title={String(state.stateNameLabel)}
      when={periodOf(state)}
      detail={
        (details !== '' || document) && (
          <>
            {details} {document}
          </>
        )
      }
    />
  )
}

function periodOf({ startDate, endDate }: StoredRecord): string {
  const from = formatDate(String(startDate))
  return typeof endDate === 'string' ? `${from} – ${formatDate(endDate)}` : `desde ${from}`
}
