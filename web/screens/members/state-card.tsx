import { organisationToday } from '../../fields/organisation-clock.ts'
import { type ActionSetup, useActions } from '../../resource/actions/use-actions.tsx'
import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useMay, useResource } from '../../api/queries.ts'
import { Card } from '../../ui/with-side.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { ChangeEffects, effectFields } from './change-effects.tsx'
import { StateCorrection } from './state-correction.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { applicationPath } from '../../paths/applications.ts'
import classes from './state-card.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

/** The member's states, current one first, with buttons to change it and to correct the history. */
export function StateCard({ record }: { record: StoredRecord }) {
  const [corrected, setCorrected] = useState<StoredRecord | 'new'>()
  const { find, dialog } = useActions('members', record, { changeState: changeStateSetup(record) })
  const change = find('changeState')
  const descriptor = useResource('memberStates')
  const mayCorrect = descriptor?.may.create === true
  const parent = { resource: 'members', id: record._id }
  const states = useQuery(listQuery('memberStates', { parent, sort: '-startDate', limit: 50 })).data?.data
  return (
    <Card title="Estado">
      <Timeline>
        {(states ?? currentState(record)).map((state) => (
          <StateEntry
            key={state._id}
            state={state}
            onCorrect={states && mayCorrect ? () => setCorrected(state) : undefined}
          />
        ))}
      </Timeline>
      <MemberApplication memberId={record._id} />
      {change && (
        <UnstyledButton className={classes.change} onClick={change.run}>
          {change.label}
        </UnstyledButton>
      )}
      {mayCorrect && (
        <UnstyledButton className={classes.change} onClick={() => setCorrected('new')}>
          {descriptor.label.new}
        </UnstyledButton>
      )}
      {dialog}
      {corrected && (
        <StateCorrection
          memberId={record._id}
          row={corrected === 'new' ? undefined : corrected}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </Card>
  )
}

/** What the member's record knows of its current state, until the states are loaded: usually it is the only one. */
function currentState(record: StoredRecord): StoredRecord[] {
  const { currentStateLabel, currentStateTone, stateSince } = record
  if (typeof stateSince !== 'string') return []
  const [stateNameLabel, stateNameTone] = [currentStateLabel, currentStateTone]
  return [{ _id: 'current', stateNameLabel, stateNameTone, startDate: stateSince, endDate: null }]
}

interface StateEntryProps {
  state: StoredRecord
  onCorrect: (() => void) | undefined
}

function StateEntry({ state, onCorrect }: StateEntryProps) {
  const { startDate, endDate } = state
  const now = organisationToday()
  const isCurrent = String(startDate) <= now && (typeof endDate !== 'string' || endDate > now)
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
      title={
        onCorrect ? (
          <UnstyledButton className={classes.state} onClick={onCorrect} title="Corrigir">
            {String(state.stateNameLabel)}
          </UnstyledButton>
        ) : (
          String(state.stateNameLabel)
        )
      }
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
  if (typeof endDate === 'string') return `${from} – ${formatDate(endDate)}`
  return String(startDate) > organisationToday() ? `a partir de ${from}` : `desde ${from}`
}

/** The change of state of one member, with a preview of its effects. */
export function changeStateSetup(record: StoredRecord): ActionSetup {
  return {
    title: `Mudar o estado de ${String(record.name)}`,
    text: `Agora: ${String(record.currentStateLabel ?? 'sem estado')}.`,
    omit: effectFields,
    tail: (controls) => <ChangeEffects {...controls} count={1} ids={async () => [record._id]} />,
  }
}

/** A link to the application from which the member was admitted, if there is one. */
function MemberApplication({ memberId }: { memberId: string }) {
  const may = useMay('memberApplications').list
  const query = listQuery('memberApplications', { where: { memberId }, limit: 1 })
  const application = useQuery({ ...query, enabled: may }).data?.data[0]
  if (!application) return null
  return (
    <AppLink className={classes.origin} to={applicationPath(application._id)}>
      Candidatura n.º&nbsp;{String(application.number)}
    </AppLink>
  )
}
