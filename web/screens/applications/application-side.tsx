import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { listQuery, useFields, useTerminology } from '../../api/queries.ts'
import { fieldText } from '../../fields/index.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/with-side.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { dayOf } from './application-cells.tsx'
import type { ApplicationState } from './application-states.ts'
import classes from './side-list.module.css'

interface DecisionCardProps {
  record: ResourceRecord<'memberApplications'>
  state: ApplicationState
  fields: FieldMap
}

/** The state and its date, the reviewer, the information requested and the decision. */
export function DecisionCard({ record, state, fields }: DecisionCardProps) {
  const shownFields = shownFieldNames.flatMap((name) => fields[name] ?? [])
  return (
    <Card title="Decisão">
      <dl className={classes.list}>
        <div>
          <dt className="visually-hidden">Estado</dt>
          <dd>
            <StateBadge tone={state.colour} label={state.name} />
          </dd>
          {typeof record.stateSince === 'string' && (
            <dd className="note">desde {formatDate(record.stateSince)}</dd>
          )}
        </div>
        <AcceptedAs record={record} />
        {shownFields.map((field) => {
          const text = fieldText(field, record)
          return (
            text !== '' && (
              <div key={field.name}>
                <dt>{field.label}</dt>
                <dd>{text}</dd>
              </div>
            )
          )
        })}
      </dl>
    </Card>
  )
}

const shownFieldNames = [
  'reviewerId',
  'informationRequested',
  'refusalReason',
  'decisionDate',
  'decisionBody',
  'minuteRef',
]

function AcceptedAs({ record }: RecordProps<'memberApplications'>) {
  const paths = useMemberPaths()
  if (typeof record.memberId !== 'string') return null
  return (
    <div>
      <dt>Admissão</dt>
      <dd>
        <AppLink to={paths.record(record.memberId)}>{record.memberLabel ?? record.name}</AppLink>
      </dd>
    </div>
  )
}

/** The proposers; warns when no member has the number and name that the applicant typed. */
export function ProposersCard({ record }: RecordProps<'memberApplications'>) {
  const proposers = ([1, 2] as const).flatMap((place) => proposerOf(record, place) ?? [])
  if (proposers.length === 0) return null
  return (
    <Card title={proposers.length === 1 ? 'Proponente' : 'Proponentes'}>
      <ul className={classes.list}>
        {proposers.map((proposer) => (
          <li key={proposer.typed ?? proposer.label}>
            <ProposerLine {...proposer} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface Proposer {
  memberId: string | undefined
  label: string | undefined
  /** As the applicant typed it. */
  typed: string | undefined
}

function ProposerLine({ memberId, label, typed }: Proposer) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  if (memberId !== undefined) return <AppLink to={paths.record(memberId)}>{label ?? typed}</AppLink>
  return (
    <>
      {typed}
      <p className={classes.warning}>
        {fillTerms('O número e o nome não são de {nenhum|nenhuma} {memberSingular}: confirme.', terminology)}
      </p>
    </>
  )
}

function proposerOf(record: ResourceRecord<'memberApplications'>, place: 1 | 2): Proposer | undefined {
  const [number, name] = [record[`proposer${place}Number`], record[`proposer${place}Name`]]
  const [memberId, label] = [record[`proposer${place}Id`], record[`proposer${place}Label`]]
  if (number == null && name == null && memberId == null) return undefined
  const typed = [name, number != null && `n.º\u00A0${number}`].filter(Boolean).join(', ')
  return { memberId: memberId ?? undefined, label: label ?? undefined, typed: typed || undefined }
}

/** The applicant's answer to each consent, with its date and the version of the text. */
export function ConsentsCard({ applicationId }: { applicationId: string }) {
  const parent = { resource: 'memberApplications', id: applicationId }
  const query = listQuery('memberApplicationConsents', { parent, sort: '-at', limit: 100 })
  const consents = useQuery(query).data?.data
  if (!consents) return null
  // Sorted newest first: the first of each purpose is in force.
  const inForce = [...Map.groupBy(consents, ({ purpose }) => purpose).values()].flatMap(
    ([newest]) => newest ?? [],
  )
  return (
    <Card title="Registo de consentimentos">
      {inForce.length === 0 ? (
        <p className="note">Ainda não há nenhum registado.</p>
      ) : (
        <ul className={classes.list}>
          {inForce.map((consent) => (
            <ConsentLine key={consent._id} consent={consent} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ConsentLine({ consent }: { consent: ResourceRecord<'memberApplicationConsents'> }) {
  const fields = useFields('memberApplicationConsents')
  const isAccepted = consent.accepted
  const Icon = isAccepted ? IconCheck : IconX
  const details = [
    isAccepted ? 'aceite' : 'não aceite',
    dayOf(consent.at),
    consent.textVersion && `texto, versão\u00A0${consent.textVersion}`,
    fieldText(fields?.method, consent).toLowerCase(),
  ]
  return (
    <li className={classes.line} data-accepted={isAccepted}>
      <Icon size="1.125rem" stroke={1.75} aria-hidden />
      <div>
        {fieldText(fields?.purpose, consent)}
        <p className="note">{details.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}
