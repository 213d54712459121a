import type { StoredRecord } from '../../api/client.ts'
import { useFields, useResource } from '../../api/queries.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { countsOf, standingOf } from './sending-standing.ts'

/** Once it has become messages, these say how it stands. */
const written = ['composed', 'sent']

interface SendingStateProps {
  resource: string
  /** The field that says how far it is on its way. */
  field: string
  record: StoredRecord
  /** What carries the counts, where the record's own may be older. */
  counts?: StoredRecord | undefined
}

/** How a message to many stands: its own state, and once its messages are written, what became of them. */
export function SendingState({ resource, field, record, counts = record }: SendingStateProps) {
  const option = useFields(resource)?.[field]?.options?.find(({ value }) => value === record[field])
  const gender = useResource(resource)?.label.gender ?? 'm'
  const standing = written.includes(String(record[field])) ? standingOf(countsOf(counts), gender) : undefined
  const said = standing ?? option
  return said ? <StateBadge tone={said.tone} label={said.label} /> : null
}

export function BatchState({ record }: { record: StoredRecord }) {
  return <SendingState resource="messageBatches" field="state" record={record} />
}
