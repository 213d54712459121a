import { owedStates } from '@agremia/resources/charge-states.ts'
import type { Tone } from '@agremia/resources/descriptor.ts'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { relativeDate } from '@agremia/resources/rules/relative-time.ts'
import type { Reads } from '../../resource/list/reading.ts'
import { useFields } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './debt-cells.module.css'

/** Whether something of the charge is still to be paid. */
export function isOpen({ status }: Reads<'status'>): boolean {
  return owedStates.some((owed) => owed === status)
}

/** An amount of a record, in words. */
export function euros(value: unknown): string {
  return formatAmount(centsOf(value))
}

export function centsOf(value: unknown): number {
  return typeof value === 'number' ? (decimalToCents(value) ?? 0) : 0
}

/** How late a debt is, or how long it still has; nothing of what is no longer owed. */
export function LatenessCell({ record }: { record: Reads<'dueDate' | 'status'> }) {
  const { dueDate } = record
  if (!isOpen(record) || typeof dueDate !== 'string') return null
  const today = organisationToday()
  return (
    <span className={classes.late} data-late={dueDate < today} title={formatDate(dueDate)}>
      {relativeDate(dueDate, today)}
    </span>
  )
}

/** The day by which a debt is paid, and how late it is. */
export function DueCell({ record }: { record: Reads<'dueDate' | 'status'> }) {
  const { dueDate } = record
  if (typeof dueDate !== 'string') return '—'
  return (
    <span className={classes.due}>
      {formatDate(dueDate)} {dueDate < organisationToday() && <LatenessCell record={record} />}
    </span>
  )
}

/** What stands open, loud where it is overdue. */
export function OpenAmountCell({ record }: { record: Reads<'dueDate' | 'openAmount' | 'status'> }) {
  const isLate = isOpen(record) && String(record.dueDate) < organisationToday()
  return <OwedAmount value={record.openAmount} isLate={isLate} />
}

/** An amount that is owed; a dash for none. */
export function OwedAmount({ value, isLate = false }: { value: unknown; isLate?: boolean }) {
  const isNone = centsOf(value) === 0
  return (
    <span className={classes.amount} data-late={isLate && !isNone} data-none={isNone}>
      {isNone ? '—' : euros(value)}
    </span>
  )
}

/** The years of whoever owes it. */
export function StripCell({ record }: { record: Reads<'quotaStrip'> }) {
  return <QuotaStrip marks={marksOf(record.quotaStrip)} />
}

/** What the card of a debt says. */
export const onCards = [
  'description',
  'dueDate',
  'memberId',
  'memberNumber',
  'openAmount',
  'quotaStrip',
  'status',
] as const

/** A debt on a phone: who, what, since when, and how much. */
export function DebtCard({ record }: { record: Reads<(typeof onCards)[number]> }) {
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{String(record.memberLabel)}</strong>
        <strong>
          <OpenAmountCell record={record} />
        </strong>
      </span>
      <span className={classes.line}>
        <span className={classes.name}>
          {[`n.º\u00A0${String(record.memberNumber)}`, String(record.description)].join(' · ')}
        </span>
        {isOpen(record) ? <LatenessCell record={record} /> : <ChargeState status={record.status} />}
      </span>
      <span className={classes.line}>
        <StripCell record={record} />
      </span>
    </span>
  )
}

/** The state of a charge, in its colour. */
export function ChargeState({ status }: { status: unknown }) {
  const option = useFields('unsettledPayments')?.status?.options?.find(({ value }) => value === status)
  return option ? <StateBadge tone={option.tone as Tone} label={option.label} /> : null
}
