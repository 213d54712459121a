import { organisationToday } from '../../fields/organisation-clock.ts'
import { type ActionSetup, useActions } from '../../resource/actions/use-actions.tsx'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tone } from '@agremia/resources/descriptor.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useMay } from '../../api/queries.ts'
import { Card } from '../../ui/with-side.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { ChangeEffects } from './change-effects.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { applicationPath } from '../../paths/applications.ts'
import classes from './state-card.module.css'

/** The member's states, current one first, and a button to change it. */
export function StateCard({ record }: { record: StoredRecord }) {
  const { find, dialog } = useActions('members', record, { changeState: changeStateSetup(record) })
  const change = find('changeState')
  const parent = { resource: 'members', id: record._id }
  const states = useQuery(listQuery('memberStates', { parent, sort: '-startDate', limit: 50 })).data?.data
  return (
    <Card title="Estado">
      <Timeline>
        {(states ?? currentState(record)).map((state) => (
          <StateEntry key={state._id} state={state} />
        ))}
      </Timeline>
      <MemberApplication memberId={record._id} />
      {change && (
        <UnstyledButton className={classes.change} onClick={change.run}>
          {change.label}
        </UnstyledButton>
      )}
      {dialog}
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

function StateEntry({ state }: { state: StoredRecord }) {
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
  if (typeof endDate === 'string') return `${from} – ${formatDate(endDate)}`
  return String(startDate) > organisationToday() ? `a partir de ${from}` : `desde ${from}`
}

/** The change of state of one member, with a preview of its effects. */
export function changeStateSetup(record: StoredRecord): ActionSetup {
  return {
    title: `Mudar o estado de ${String(record.name)}`,
    text: `Agora: ${String(record.currentStateLabel ?? 'sem estado')}.`,
    tail: (values) => <ChangeEffects values={values} count={1} ids={async () => [record._id]} />,
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
