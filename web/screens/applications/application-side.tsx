import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields, useTerminology } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/with-side.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { dayOf } from './application-cells.tsx'
import type { ApplicationState } from './application-states.ts'
import classes from './side-list.module.css'

interface DecisionCardProps {
  record: StoredRecord
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
            <StateBadge tone={state.colour as never} label={state.name} />
          </dd>
          {typeof record.stateSince === 'string' && (
            <dd className={classes.small}>desde {formatDate(record.stateSince)}</dd>
          )}
        </div>
        <AcceptedAs record={record} />
        {shownFields.map((field) => {
          const text = faceOf(field).toText(record[field.name], field, record)
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

function AcceptedAs({ record }: { record: StoredRecord }) {
  const paths = useMemberPaths()
  if (typeof record.memberId !== 'string') return null
  return (
    <div>
      <dt>Admissão</dt>
      <dd>
        <AppLink to={paths.record(record.memberId)}>{String(record.memberLabel ?? record.name)}</AppLink>
      </dd>
    </div>
  )
}

/** The proposers; warns when no member has the number and name that the applicant typed. */
export function ProposersCard({ record }: { record: StoredRecord }) {
  const proposers = [1, 2].flatMap((place) => proposerOf(record, place) ?? [])
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

function proposerOf(record: StoredRecord, place: number): Proposer | undefined {
  const text = (name: string) => {
    const value = record[`proposer${place}${name}`]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  const [number, name, memberId] = [text('Number'), text('Name'), text('Id')]
  if (number === undefined && name === undefined && memberId === undefined) return undefined
  const typed = [name, number !== undefined && `n.º\u00A0${number}`].filter(Boolean).join(', ')
  return { memberId, label: text('Label'), typed: typed || undefined }
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
        <p className={classes.small}>Ainda não há nenhum registado.</p>
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

function ConsentLine({ consent }: { consent: StoredRecord }) {
  const fields = useFields('memberApplicationConsents')
  const textOf = (name: string) => {
    const field = fields?.[name]
    return field ? faceOf(field).toText(consent[name], field, consent) : ''
  }
  const isAccepted = consent.accepted === true
  const Icon = isAccepted ? IconCheck : IconX
  const details = [
    isAccepted ? 'aceite' : 'não aceite',
    dayOf(String(consent.at)),
    consent.textVersion && `texto, versão\u00A0${String(consent.textVersion)}`,
    textOf('method').toLowerCase(),
  ]
  return (
    <li className={classes.line} data-accepted={isAccepted}>
      <Icon size="1.125rem" stroke={1.75} aria-hidden />
      <div>
        {textOf('purpose')}
        <p className={classes.small}>{details.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}
