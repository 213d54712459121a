import type { RecordProps } from '../../resource/loaded-record.tsx'
import { WrappingText } from '../../fields/text-cell.tsx'
import { useQuery } from '@tanstack/react-query'
import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import { ageAt, daysBetween, formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { listQuery, useTerminology } from '../../api/queries.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { lastPaidYear, marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { debtOf, stripLabel } from './first-members.ts'
import classes from './member-cells.module.css'

/** The resource that stores photos of members, and the message of error reports about failed uploads. */
export const memberPhotos = { resource: 'memberPhotos', failure: 'Member photo upload failed' }

/** The member's open charges, oldest first. */
export function openChargesQuery(memberId: string) {
  return chargesQuery(memberId, owedStates)
}

/** The member's cancelled and waived charges. */
export function endedChargesQuery(memberId: string) {
  return chargesQuery(memberId, endedStates)
}

function chargesQuery(memberId: string, status: readonly string[]) {
  return listQuery('unsettledPayments', {
    parent: { resource: 'members', id: memberId },
    where: { status: [...status] },
    sort: 'dueDate',
    limit: -1,
  })
}

/** The facts in the header of a member's page. */
export function MemberFacts({ record }: RecordProps<'members'>) {
  return (
    <Facts>
      <DebtFact record={record} />
      <StripFact record={record} />
      <Seniority record={record} />
      <ContactFact record={record} />
    </Facts>
  )
}

function Seniority({ record }: CellProps<'members', 'admissionDate' | 'endDate'>) {
  const terminology = useTerminology()
  const { admissionDate: from, endDate } = record
  return (
    <Fact
      label={fillTerms(endDate ? 'Foi {memberSingular} durante' : '{MemberSingular} há', terminology)}
      value={from && spanText(from, endDate ?? organisationToday())}
      note={from && `desde ${formatDate(from)}`}
    />
  )
}

/** A person's age; for a legal person, its representative. */
export function AgeFact({
  record: { birthDate: born, kind, representativeName },
}: CellProps<'members', 'birthDate' | 'kind' | 'representativeName'>) {
  if (kind === 'legal') return <Fact label="Representante" value={representativeName} />
  return (
    <Fact
      label="Idade"
      value={born && counted(ageAt(born, organisationToday()), 'ano', 'anos')}
      note={born && `nasceu a ${formatDate(born)}`}
    />
  )
}

/** Phone and email as `tel:` and `mailto:` links. */
export function ContactFact({ record }: CellProps<'members', 'email' | 'mobile' | 'phone'>) {
  const phone = record.mobile || record.phone
  const { email } = record
  const written = email && (
    <a href={`mailto:${email}`} title={email}>
      <WrappingText>{email}</WrappingText>
    </a>
  )
  return (
    <Fact
      label="Contacto"
      value={phone ? <a href={`tel:${phone}`}>{displayPhone(phone)}</a> : written}
      note={phone && written}
    />
  )
}

/** A duration in years, such as `34 anos`; in months or days when shorter than a year. */
export function spanText(from: string, until: string): string {
  const years = ageAt(from, until)
  if (years >= 1) return counted(years, 'ano', 'anos')
  const days = daysBetween(from, until)
  if (days < 1) return 'menos de um dia'
  return days >= 60 ? counted(Math.floor(days / 30.4), 'mês', 'meses') : counted(days, 'dia', 'dias')
}

/** The member's debt: amount, number of charges, year of the oldest, and credit. */
export function DebtFact({ record }: RecordProps<'members'>) {
  const count = useQuery(openChargesQuery(record._id)).data?.meta.total
  const { text, isLate } = debtOf(record)
  const since = record.oldestDebt && `desde ${record.oldestDebt.slice(0, 4)}`
  const credit = toCents(record.credit)
  const notes = [
    text !== '' && credit === 0 && count !== undefined && counted(count, 'dívida', 'dívidas'),
    text !== '' && (since || 'por vencer'),
    credit > 0 && `crédito ${formatAmount(credit)}`,
  ]
  return (
    <Fact
      label="Em dívida"
      value={
        text === '' ? (
          'Nada'
        ) : (
          <span className={classes.debt} data-late={isLate}>
            {text}
          </span>
        )
      }
      note={notes.filter((note) => note !== false).join(', ')}
    />
  )
}

/** The member's quotas by year. */
export function StripFact({ record }: RecordProps<'members'>) {
  const { membershipPayments } = useTerminology()
  const marks = marksOf(record.quotaStrip)
  const last = lastPaidYear(marks)
  const owes = Object.values(marks).some((mark) => mark === 'owed' || mark === 'partial')
  return (
    <Fact
      label={stripLabel(membershipPayments, organisationToday())}
      value={<QuotaStrip marks={marks} />}
      note={last ? `última paga: ${last}` : owes && 'nenhuma paga'}
    />
  )
}
