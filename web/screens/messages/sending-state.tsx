import type { StoredRecord } from '../../api/client.ts'
import { useFields, useResource } from '../../api/queries.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { countsOf, sendingStateOf } from './sending-counts.ts'

/** In these states the counts of the messages determine the badge. */
const statesWithMessages = ['composed', 'sent']

interface SendingStateProps {
  resource: string
  /** The field with the record's own state. */
  field: string
  record: StoredRecord
  /** The record with the message counts, when it may be newer than `record`. */
  counts?: StoredRecord | undefined
}

/** The state badge of a batch or payment message: its own state until its messages are written, then their outcome. */
export function SendingState({ resource, field, record, counts = record }: SendingStateProps) {
  const option = useFields(resource)?.[field]?.options?.find(({ value }) => value === record[field])
  const gender = useResource(resource)?.label.gender ?? 'm'
  const outcome = statesWithMessages.includes(String(record[field]))
    ? sendingStateOf(countsOf(counts), gender)
    : undefined
  const shown = outcome ?? option
  return shown ? <StateBadge tone={shown.tone} label={shown.label} /> : null
}

export function BatchState({ record }: { record: StoredRecord }) {
  return <SendingState resource="messageBatches" field="state" record={record} />
}
