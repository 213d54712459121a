import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { faceOf } from '../../fields/index.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import type { ApplicationState } from './application-states.ts'
import classes from './side-list.module.css'

interface DecisionCardProps {
  record: StoredRecord
  state: ApplicationState
  fields: FieldMap
}

/** The state, since when, who looks at it, and what was asked or decided. */
export function DecisionCard({ record, state, fields }: DecisionCardProps) {
  const told = toldFields.flatMap((name) => fields[name] ?? [])
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
        {told.map((field) => {
          const said = faceOf(field).toText(record[field.name], field, record)
          return (
            said !== '' && (
              <div key={field.name}>
                <dt>{field.label}</dt>
                <dd>{said}</dd>
              </div>
            )
          )
        })}
      </dl>
    </Card>
  )
}

const toldFields = [
  'reviewerId',
  'informationRequested',
  'refusalReason',
  'decisionDate',
  'decisionBody',
  'minuteRef',
]

/** The member that the application became. */
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
