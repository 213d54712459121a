import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { StoredRecord } from '../../api/client.ts'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { listQuery, useFields, useMay, useResource, useTerminology } from '../../api/queries.ts'
import { fieldText } from '../../fields/index.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { Card } from '../../ui/with-side.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { batchPath } from '../../paths/messages.ts'
import classes from './message-delivery.module.css'
import view from './message-view.module.css'

/** Beside the message: cause, related records and delivery attempts. */
export function MessageDelivery({ record }: RecordProps<'messages'>) {
  return (
    <aside className={view.side} aria-label="Envio">
      <Card title="Envio">
        <Facts record={record} />
        <MessageLinks record={record} />
      </Card>
      <Attempts id={record._id} />
    </aside>
  )
}

const facts = ['cause', 'kind', 'channel', 'recipient', 'smsParts', 'sentAt', 'nextAttemptAt']

function Facts({ record }: { record: StoredRecord }) {
  const fields = useFields('messages')
  const shown = facts.flatMap((name) => fields?.[name] ?? []).filter(({ name }) => record[name] !== null)
  return (
    <dl className={classes.facts}>
      {shown.map((field) => (
        <Fact key={field.name} label={field.label} text={fieldText(field, record)} />
      ))}
      <Fact label="Escrita em" text={formatDateTime(record._created_at ?? '', organisationTimeZone())} />
    </dl>
  )
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  )
}

/** The delivery attempts in order of time, with the answer of the remote server. */
function Attempts({ id }: { id: string }) {
  const outcome = useFields('messageAttempts')?.outcome
  const attempts = useQuery(
    listQuery('messageAttempts', { parent: { resource: 'messages', id }, sort: 'at', limit: 100 }),
  ).data?.data
  if (!outcome || !attempts) return null
  const isNone = attempts.length === 0
  return (
    <Card title="Tentativas de envio" {...(isNone && { only: 'screen' })}>
      {isNone && <p className="note">Ainda nenhuma.</p>}
      <Timeline>
        {attempts.map((attempt) => (
          <Attempt key={attempt._id} attempt={attempt} outcome={outcome} />
        ))}
      </Timeline>
    </Card>
  )
}

function Attempt({
  attempt,
  outcome,
}: {
  attempt: ResourceRecord<'messageAttempts'>
  outcome: FieldDescriptor
}) {
  const option = outcome.options?.find(({ value }) => value === attempt.outcome)
  const when = formatDateTime(attempt.at, organisationTimeZone())
  return (
    <TimelineEntry
      tone={option?.tone}
      title={option?.label}
      when={[when, attempt.byName].filter(Boolean).join(' · ')}
      detail={typeof attempt.detail === 'string' && attempt.detail}
    />
  )
}

/** Links to the recipient, the batch and the application of a message. */
function MessageLinks({ record }: RecordProps<'messages'>) {
  const terminology = useTerminology()
  const paths = useMemberPaths()
  const memberId = useMemberOf(record.personId)
  const application = useResource('memberApplications')
  const maySeeBatches = useMay('messageBatches').list
  const isAboutApplication = record.aboutResource === 'memberApplications' && application !== undefined
  const { batchId } = record
  const isOfBatch = typeof batchId === 'string' && maySeeBatches
  if (memberId === undefined && !isAboutApplication && !isOfBatch) return null
  return (
    <nav className={classes.links} aria-label="Ver também">
      {memberId !== undefined && (
        <AppLink to={paths.record(memberId)}>{fillTerms('Ficha {do} {memberSingular}', terminology)}</AppLink>
      )}
      {isOfBatch && <AppLink to={batchPath(batchId)}>Todas as deste envio</AppLink>}
      {isAboutApplication && (
        <AppLink to={`/candidaturas/${record.aboutId}`}>{application.label.one}</AppLink>
      )}
    </nav>
  )
}

/** The id of the person's member record, if there is one. */
function useMemberOf(personId: string | null): string | undefined {
  const found = useQuery({
    ...listQuery('members', { where: { personId }, limit: 1 }),
    enabled: personId !== null,
  })
  return found.data?.data[0]?._id
}
