import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { type ActionSetup, useActions } from '../../resource/actions/use-actions.tsx'
import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { listQuery, useMay, useResource } from '../../api/queries.ts'
import { Card } from '../../ui/with-side.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { ChangeEffects, effectFields } from './change-effects.tsx'
import { StateCorrection } from './state-correction.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { applicationPath } from '../../paths/applications.ts'
import classes from './state-card.module.css'

/** The member's states, current one first, with buttons to change it and to correct the history. */
export function StateCard({ record }: RecordProps<'members'>) {
  const [corrected, setCorrected] = useState<ResourceRecord<'memberStates'> | 'new'>()
  const { find, dialog } = useActions('members', record, { changeState: changeStateSetup(record) })
  const change = find('changeState')
  const descriptor = useResource('memberStates')
  const mayCorrect = descriptor?.may.create === true
  const parent = { resource: 'members', id: record._id }
  const states = useQuery(listQuery('memberStates', { parent, sort: '-startDate', limit: 50 })).data?.data
  return (
    <Card title="Estado">
      <Timeline>
        {states?.map((state) => (
          <StateEntry
            key={state._id}
            state={state}
            onCorrect={mayCorrect ? () => setCorrected(state) : undefined}
          />
        )) ?? <CurrentState record={record} />}
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
function CurrentState({ record }: RecordProps<'members'>) {
  const { currentStateLabel, currentStateTone, stateSince } = record
  if (typeof stateSince !== 'string') return null
  const [stateNameLabel, stateNameTone] = [currentStateLabel, currentStateTone]
  return <StateEntry state={{ stateNameLabel, stateNameTone, startDate: stateSince, endDate: null }} />
}

type Period = Pick<ResourceRecord<'memberStates'>, 'startDate' | 'endDate'>

interface StateEntryProps {
  state: Partial<ResourceRecord<'memberStates'>> & Period
  onCorrect?: (() => void) | undefined
}

function StateEntry({ state, onCorrect }: StateEntryProps) {
  const { startDate, endDate } = state
  const now = organisationToday()
  const isCurrent = startDate <= now && (endDate === null || endDate > now)
  const details = [state.reason, state.decisionBody, state.minuteRef && `Ata n.º ${state.minuteRef}`]
    .filter(Boolean)
    .join(' · ')
  const document = state.documentUrl && (
    <a href={state.documentUrl} target="_blank" rel="noreferrer">
      Ver o documento
    </a>
  )
  return (
    <TimelineEntry
      tone={isCurrent ? (state.stateNameTone ?? undefined) : undefined}
      title={
        onCorrect ? (
          <UnstyledButton className={classes.state} onClick={onCorrect} title="Corrigir">
            {state.stateNameLabel}
          </UnstyledButton>
        ) : (
          state.stateNameLabel
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

function periodOf({ startDate, endDate }: Period): string {
  const from = formatDate(startDate)
  if (endDate !== null) return `${from} – ${formatDate(endDate)}`
  return startDate > organisationToday() ? `a partir de ${from}` : `desde ${from}`
}

/** The change of state of one member, with a preview of its effects. */
export function changeStateSetup(record: ResourceRecord<'members'>): ActionSetup {
  return {
    title: `Mudar o estado de ${record.name}`,
    text: `Agora: ${record.currentStateLabel ?? 'sem estado'}.`,
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
      Candidatura n.º&nbsp;{application.number}
    </AppLink>
  )
}
