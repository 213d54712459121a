import { daysBetween, formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Age, Reach } from '../member-parts/index.ts'
import { dayOf } from './application-cells.tsx'

/** The few facts that a decision begins with. */
export function ApplicationFacts({ record }: { record: StoredRecord }) {
  return (
    <Facts>
      <Received record={record} />
      <Age record={record} />
      <Reach record={record} />
      <Term record={record} />
    </Facts>
  )
}

function Received({ record }: { record: StoredRecord }) {
  const field = useFields('memberApplications')?.source
  const source = field && faceOf(field).toText(record.source, field, record)
  const confirmed = typeof record.emailVerifiedAt === 'string' && 'email confirmado'
  return (
    <Fact
      label="Recebida"
      value={typeof record.submittedAt === 'string' && dayOf(record.submittedAt)}
      note={[source, confirmed].filter(Boolean).join(' · ')}
    />
  )
}

/** Until when it must be decided, or when it was. */
function Term({ record }: { record: StoredRecord }) {
  const { decisionDate, decisionBody, decisionDue } = record
  if (typeof decisionDate === 'string')
    return <Fact label="Decidida" value={formatDate(decisionDate)} note={String(decisionBody ?? '')} />
  return (
    <Fact
      label="Decidir até"
      value={typeof decisionDue === 'string' && formatDate(decisionDue)}
      note={typeof decisionDue === 'string' && timeLeft(decisionDue)}
    />
  )
}

function timeLeft(due: string): string {
  const days = daysBetween(organisationToday(), due)
  if (days < 0) return 'o prazo passou'
  return days === 0
    ? 'o prazo acaba hoje'
    : `${days === 1 ? 'falta' : 'faltam'} ${counted(days, 'dia', 'dias')}`
}
