import { formatDate } from '@agremia/resources/rules/dates.ts'
import { Nothing } from '../../fields/text-cell.tsx'
import type { CellProps } from '../../resource/list/reading.ts'
import { Avatar, PersonName } from '../../ui/avatar.tsx'
import { marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { debtOf } from './first-members.ts'
import { stateBadge } from './member-states.ts'
import classes from './member-cells.module.css'

export function NameCell({ record }: CellProps<'members', 'name' | 'photoUrl'>) {
  return <PersonName name={record.name} photo={record.photoUrl} />
}

/** The year of admission; the tooltip shows the date. */
export function SinceCell({ record }: CellProps<'members', 'admissionDate'>) {
  const date = record.admissionDate
  return date && <time title={formatDate(date)}>{date.slice(0, 4)}</time>
}

/** The state or, before the admission, its day. */
export function StateCell({ record }: CellProps<'members', 'admissionDate' | 'currentStateId' | 'endDate'>) {
  const badge = stateBadge(record)
  return badge ? <StateBadge {...badge} /> : <Nothing />
}

/** The member's quotas by year. */
export function StripCell({ record }: CellProps<'members', 'quotaStrip'>) {
  const marks = marksOf(record.quotaStrip)
  return Object.keys(marks).length === 0 ? <Nothing /> : <QuotaStrip marks={marks} />
}

/** The amount owed, highlighted when overdue. */
export function DebtCell({ record }: CellProps<'members', 'balance' | 'overdueAmount'>) {
  const { text, isLate } = debtOf(record)
  if (text === '') return <Nothing />
  return (
    <span className={classes.debt} data-late={isLate} title={isLate ? undefined : 'Ainda não venceu'}>
      {text}
    </span>
  )
}

/** The fields that `MemberCard` reads. */
export const cardFields = [
  'admissionDate',
  'balance',
  'categoryId',
  'currentStateId',
  'endDate',
  'memberNumber',
  'name',
  'overdueAmount',
  'photoUrl',
  'quotaStrip',
] as const

/** A member in the list on a phone. */
export function MemberCard({ record }: CellProps<'members', (typeof cardFields)[number]>) {
  const { name } = record
  const debt = debtOf(record)
  const badge = stateBadge(record)
  const facts = [record.memberNumber && `n.º\u00A0${record.memberNumber}`, record.categoryLabel]
  return (
    <span className={classes.card}>
      <Avatar name={name} photo={record.photoUrl} />
      <span className={classes.lines}>
        <span className={classes.top}>
          <strong className="ellipsis">{name}</strong>
          <span className={classes.debt} data-late={debt.isLate}>
            {debt.text || 'em dia'}
          </span>
        </span>
        <span className={classes.facts}>
          <span className="ellipsis">{facts.filter(Boolean).join(' · ')}</span>
          {badge && <StateBadge {...badge} />}
        </span>
        <QuotaStrip marks={marksOf(record.quotaStrip)} />
      </span>
    </span>
  )
}
