import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { Tone } from '@agremia/resources/descriptor.ts'
import { Nothing } from '../../fields/text-cell.tsx'
import type { Reads } from '../../resource/list/reading.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { debtOf } from './first-members.ts'
import classes from './member-cells.module.css'

/** Whose record it is. */
export function NameCell({ record }: { record: Reads<'name' | 'photoUrl'> }) {
  return <PersonName name={textOf(record.name)} photo={textOf(record.photoUrl)} />
}

/** The year is what people compare; the day is a pause of the mouse away. */
export function SinceCell({ record }: { record: Reads<'admissionDate'> }) {
  const date = textOf(record.admissionDate)
  return date === '' ? null : <time title={formatDate(date)}>{date.slice(0, 4)}</time>
}

/** How the last years were paid. */
export function StripCell({ record }: { record: Reads<'quotaStrip'> }) {
  const marks = marksOf(record.quotaStrip)
  return Object.keys(marks).length === 0 ? <Nothing /> : <QuotaStrip marks={marks} />
}

/** What is owed stands out when it is late. */
export function DebtCell({ record }: { record: Reads<'balance' | 'overdueAmount'> }) {
  const { said, isLate } = debtOf(record)
  if (said === '') return <Nothing />
  return (
    <span className={classes.debt} data-late={isLate} title={isLate ? undefined : 'Ainda não venceu'}>
      {said}
    </span>
  )
}

/** What the card of a member says. */
export const onCards = [
  'balance',
  'categoryId',
  'currentStateId',
  'memberNumber',
  'name',
  'overdueAmount',
  'photoUrl',
  'quotaStrip',
] as const

/** A member on a phone: face, name, number, category, state, how the last years were paid and what is owed. */
export function MemberCard({ record }: { record: Reads<(typeof onCards)[number]> }) {
  const name = textOf(record.name)
  const debt = debtOf(record)
  const facts = [record.memberNumber && `n.º\u00A0${String(record.memberNumber)}`, record.categoryLabel]
  return (
    <span className={classes.card}>
      <Avatar name={name} photo={textOf(record.photoUrl)} />
      <span className={classes.lines}>
        <span className={classes.top}>
          <strong className={classes.name}>{name}</strong>
          <span className={classes.debt} data-late={debt.isLate}>
            {debt.said || 'em dia'}
          </span>
        </span>
        <span className={classes.facts}>
          <span className={classes.name}>{facts.filter(Boolean).join(' · ')}</span>
          {textOf(record.currentStateLabel) !== '' && (
            <StateBadge tone={record.currentStateTone as Tone} label={textOf(record.currentStateLabel)} />
          )}
        </span>
        <StripCell record={record} />
      </span>
    </span>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
