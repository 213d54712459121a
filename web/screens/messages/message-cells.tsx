import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import type { CellProps, Reads } from '../../resource/list/reading.ts'
import { CellText } from '../../fields/text-cell.tsx'
import { useReadableText } from './message-variables.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './message-cells.module.css'

/** The time when the record was created. */
export function WrittenCell({ record }: CellProps<'messages', never>) {
  return <span className={classes.moment}>{moment(record._created_at)}</span>
}

/** The fields that `MessageCard` reads. */
export const cardFields = ['channel', 'recipient', 'recipientName', 'sentAt', 'state', 'subject'] as const

/** A message in the list on a phone. */
export function MessageCard({ record }: CellProps<'messages', (typeof cardFields)[number]>) {
  return <Card record={record} second={record.subject} />
}

export const batchCardFields = [...cardFields, 'reason'] as const

/** A message in the list of its batch, whose subject all have: why it was not sent, or where to. */
export function BatchMessageCard({ record }: CellProps<'messages', (typeof batchCardFields)[number]>) {
  const reason = useFields('messages')?.reason
  const why = reason && choiceText(record.reason, reason)
  return <Card record={record} second={why || (record.recipient ?? '')} />
}

function Card({
  record,
  second,
}: {
  record: Reads<'messages', (typeof cardFields)[number]>
  second: string
}) {
  const channel = useFields('messages')?.channel
  const facts = [channel && choiceText(record.channel, channel), moment(record.sentAt ?? record._created_at)]
  return (
    <span className={classes.card}>
      <strong className={classes.name}>{record.recipientName ?? record.recipient ?? '—'}</strong>
      <span className="ellipsis">{second}</span>
      <span className={classes.line}>
        <span className="note">{facts.filter(Boolean).join(' · ')}</span>
        <MessageState state={record.state} />
      </span>
    </span>
  )
}

function moment(value: unknown): string {
  return typeof value === 'string' ? formatDateTime(value, organisationTimeZone()) : ''
}

/** The subject of a batch, with its variables in words. */
export function SubjectCell({ record }: CellProps<'messages', 'subject'>) {
  const readable = useReadableText()
  return <CellText>{readable(record.subject)}</CellText>
}

export function MessageState({ state }: { state: unknown }) {
  const option = useFields('messages')?.state?.options?.find(({ value }) => value === state)
  return option ? <StateBadge tone={option.tone} label={option.label} /> : null
}
