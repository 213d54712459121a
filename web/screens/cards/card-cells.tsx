import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { Nothing } from '../../fields/text-cell.tsx'
import { choiceText } from '../../fields/texts.ts'
import type { CellProps, Reads } from '../../resource/list/reading.ts'
import { Avatar, PersonName } from '../../ui/avatar.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './card-cells.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

export function HolderCell({ record }: CellProps<'membershipCards', 'memberId' | 'photoUrl'>) {
  return <PersonName name={record.memberLabel ?? ''} photo={record.photoUrl} />
}

export function IssueCell({ record }: CellProps<'membershipCards', 'issue'>) {
  return <>{issueText(record)}</>
}

export function issueText({ issue }: Reads<'membershipCards', 'issue'>): string {
  return `${issue}.ª`
}

/** A card without a date is valid for as long as the membership lasts. */
export function ValidityCell({ record }: CellProps<'membershipCards', 'validUntil'>) {
  const { validUntil } = record
  return typeof validUntil === 'string' ? <>{formatDate(validUntil)}</> : <>Sem data</>
}

/** Shows the day; the tooltip adds the time. */
export function PrintedCell({ record }: CellProps<'membershipCards', 'printedAt'>) {
  const { printedAt } = record
  if (typeof printedAt !== 'string') return <Nothing />
  const moment = formatDateTime(printedAt, organisationTimeZone())
  return (
    <time dateTime={printedAt} title={moment}>
      {moment.slice(0, 10)}
    </time>
  )
}

export function CardState({
  record,
  fields,
}: {
  record: Reads<'membershipCards', 'status'>
  fields: FieldMap
}) {
  const { status } = fields
  if (!status) return null
  const tone: Tone | undefined = status.options?.find(({ value }) => value === record.status)?.tone
  return <StateBadge tone={tone} label={choiceText(record.status, status)} />
}

export const cardFields = [
  'cardNumber',
  'issue',
  'memberId',
  'memberNumber',
  'photoUrl',
  'status',
  'validUntil',
] as const

/** The card that replaces the row on phones: photo, name, numbers, state and validity. */
export function CardCard({ record }: CellProps<'membershipCards', (typeof cardFields)[number]>) {
  const fields = useFields('membershipCards')
  const name = record.memberLabel ?? ''
  const { validUntil } = record
  const until = typeof validUntil === 'string' ? `até ${formatDate(validUntil)}` : 'sem data'
  return (
    <span className={classes.card}>
      <Avatar name={name} photo={record.photoUrl} />
      <span className={classes.lines}>
        <span className={classes.top}>
          <strong className="ellipsis">{name}</strong>
          {fields && <CardState record={record} fields={fields} />}
        </span>
        <span className={classes.facts}>
          {`n.º\u00A0${record.memberNumber} · cartão\u00A0${record.cardNumber}, ${issueText(record)} via · ${until}`}
        </span>
      </span>
    </span>
  )
}
