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

/** Whether part of the charge is still owed. */
export function isOpen({ status }: Reads<'status'>): boolean {
  return owedStates.some((owed) => owed === status)
}

/** Formats an amount in euros, as the API sends it. */
export function euros(value: unknown): string {
  return formatAmount(centsOf(value))
}

export function centsOf(value: unknown): number {
  return typeof value === 'number' ? (decimalToCents(value) ?? 0) : 0
}

/** Time until or since the due date; empty when nothing is owed. */
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

/** The due date and how far away it is. */
export function DueCell({ record }: { record: Reads<'dueDate' | 'status'> }) {
  if (typeof record.dueDate !== 'string') return '—'
  return (
    <span className={classes.due}>
      {formatDate(record.dueDate)} <LatenessCell record={record} />
    </span>
  )
}

/** The open amount, highlighted when it is overdue. */
export function OpenAmountCell({ record }: { record: Reads<'dueDate' | 'openAmount' | 'status'> }) {
  const isLate = isOpen(record) && String(record.dueDate) < organisationToday()
  return (
    <span className={classes.amount} data-late={isLate}>
      {centsOf(record.openAmount) === 0 ? '—' : euros(record.openAmount)}
    </span>
  )
}

/** The debtor's quotas by year. */
export function StripCell({ record }: { record: Reads<'quotaStrip'> }) {
  return <QuotaStrip marks={marksOf(record.quotaStrip)} />
}

/** The fields that `DebtCard` reads. */
export const cardFields = [
  'description',
  'dueDate',
  'memberId',
  'memberNumber',
  'openAmount',
  'quotaStrip',
  'status',
] as const

/** A charge in the list on a phone. */
export function DebtCard({ record }: { record: Reads<(typeof cardFields)[number]> }) {
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

export function ChargeState({ status }: { status: unknown }) {
  const option = useFields('unsettledPayments')?.status?.options?.find(({ value }) => value === status)
  return option ? <StateBadge tone={option.tone as Tone} label={option.label} /> : null
}
