import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { IconList, IconUsersGroup } from '@tabler/icons-react'
import { owedStates } from '@agremia/resources/charge-states.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { relativeDate } from '@agremia/resources/rules/relative-time.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { euros } from '../../ui/euros.tsx'
import type { CellProps, Reads } from '../../resource/list/reading.ts'
import { useFields } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useAddress } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { type ColumnSetup, reading, nameColumnWidth } from '../../resource/record-list.tsx'
import { debtsPath } from '../../paths/dues.ts'
import classes from './debt-columns.module.css'

/** Whether part of the charge is still owed. */
export function isOpen({ status }: Reads<'unsettledPayments', 'status'>): boolean {
  return owedStates.some((owed) => owed === status)
}

/** Sum of the open amounts of charges, in cents. */
export function openSum(charges: readonly ResourceRecord<'unsettledPayments'>[]): number {
  return charges.reduce((sum, { openAmount }) => sum + toCents(openAmount), 0)
}

/** Time until or since the due date; empty when nothing is owed. */
export function LatenessCell({ record }: CellProps<'unsettledPayments', 'dueDate' | 'status'>) {
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
export function DueCell({ record }: CellProps<'unsettledPayments', 'dueDate' | 'status'>) {
  const { dueDate } = record
  if (typeof dueDate !== 'string') return '—'
  return (
    <span className={classes.due}>
      {formatDate(dueDate)} {dueDate < organisationToday() && <LatenessCell record={record} />}
    </span>
  )
}

/** The open amount, highlighted when it is overdue. */
export function OpenAmountCell({
  record,
}: CellProps<'unsettledPayments', 'dueDate' | 'openAmount' | 'status'>) {
  const isLate = isOpen(record) && record.dueDate < organisationToday()
  return <OwedAmount value={record.openAmount} isLate={isLate} />
}

/** An amount that is owed; a dash for none. */
export function OwedAmount({ value, isLate = false }: { value: unknown; isLate?: boolean }) {
  const isNone = toCents(value) === 0
  return (
    <span className={classes.amount} data-late={isLate && !isNone} data-none={isNone}>
      {isNone ? '—' : euros(value)}
    </span>
  )
}

/** The debtor's quotas by year. */
export function StripCell({ record }: CellProps<'unsettledPayments', 'quotaStrip'>) {
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
export function DebtCard({ record }: CellProps<'unsettledPayments', (typeof cardFields)[number]>) {
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className="ellipsis">{record.memberLabel}</strong>
        <strong>
          <OpenAmountCell record={record} />
        </strong>
      </span>
      <span className={classes.line}>
        <span className="ellipsis">
          {[`n.º\u00A0${record.memberNumber}`, record.description].join(' · ')}
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
  return option ? <StateBadge tone={option.tone} label={option.label} /> : null
}

/** The columns that identify the member, in both lists of charges. */
export const memberColumns = [
  { name: 'memberNumber', label: 'N.º', width: 4, align: 'end' },
  { name: 'memberId', width: 11.5, preferredWidth: nameColumnWidth },
] as const satisfies readonly ColumnSetup<'chargesByMember' | 'unsettledPayments'>[]

/** The column with the member's quotas by year. */
export function stripColumn(membershipPayments: string) {
  const label = capitalise(membershipPayments)
  return { name: 'strip' as const, label, width: 7.5, ...reading(['quotaStrip'], StripCell) }
}

/** Switches between the list of charges and the list grouped by member; keeps the filters. */
export function GroupingLink({ to, label }: { to: string; label: string }) {
  const { search } = useAddress()
  const query = new URLSearchParams(search)
  // The other list may lack the sort field.
  query.delete('ordem')
  const Icon = to === debtsPath ? IconList : IconUsersGroup
  return <CommandButton icon={Icon} label={label} to={`${to}?${query.toString()}`} />
}
