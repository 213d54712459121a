import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { MessageState } from './message-state.tsx'
import classes from './message-cells.module.css'

/** When the message was written, which may be long before it left. */
export function WrittenCell({ record }: { record: StoredRecord }) {
  return <span className={classes.moment}>{moment(record._created_at)}</span>
}

/** A message on a phone: for whom, what about, what became of it. */
export function MessageCard({ record }: { record: StoredRecord }) {
  const channel = useFields('messages')?.channel
  const facts = [channel && choiceText(record.channel, channel), moment(record.sentAt ?? record._created_at)]
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{String(record.recipientName ?? record.recipient ?? '—')}</strong>
        <MessageState state={record.state} />
      </span>
      <span className={classes.subject}>{String(record.subject)}</span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}

function moment(value: unknown): string {
  return typeof value === 'string' ? formatDateTime(value, organisationTimeZone()) : ''
}
