import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import type { Reads } from '../../resource/list/reading.ts'
import { CellText } from '../../fields/text-cell.tsx'
import { MessageState } from './message-state.tsx'
import { useReadable } from './use-readable.ts'
import classes from './message-cells.module.css'

/** When the message was written, which may be long before it left. */
export function WrittenCell({ record }: { record: Reads<never> }) {
  return <span className={classes.moment}>{moment(record._created_at)}</span>
}

/** What the card of a message says. */
export const onCards = ['channel', 'recipient', 'recipientName', 'sentAt', 'state', 'subject'] as const

/** A message on a phone: for whom, what about, what became of it. */
export function MessageCard({ record }: { record: Reads<(typeof onCards)[number]> }) {
  const channel = useFields('messages')?.channel
  const facts = [channel && choiceText(record.channel, channel), moment(record.sentAt ?? record._created_at)]
  return (
    <span className={classes.card}>
      <strong className={classes.name}>{String(record.recipientName ?? record.recipient ?? '—')}</strong>
      <span className={classes.subject}>{String(record.subject)}</span>
      <span className={classes.line}>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
        <MessageState state={record.state} />
      </span>
    </span>
  )
}

function moment(value: unknown): string {
  return typeof value === 'string' ? formatDateTime(value, organisationTimeZone()) : ''
}

/** The subject of a message to many, as it was written. */
export function SubjectCell({ record }: { record: Reads<'subject'> }) {
  const readable = useReadable()
  return <CellText>{readable(record.subject)}</CellText>
}
