import type { AuditEntry } from '../../rest/audit.ts'
import type { ActionCall } from '../../rest/modules.ts'

interface StatusChange {
  resource: string
  action: string
  /** The status that the record has now. */
  to: string
  /** The field that keeps the reason, where one is asked for. */
  reasonField: string
}

/** The audit entry of an action that changes the status of its record, with the reason that was given. */
export function statusEntry(
  { record, input }: Pick<ActionCall, 'record' | 'input'>,
  { resource, action, to, reasonField }: StatusChange,
): AuditEntry {
  const reason = input['reason'] ? [{ field: reasonField, from: null, to: input['reason'] }] : []
  return {
    resource,
    id: record._id,
    action,
    changes: [{ field: 'status', from: record['status'], to }, ...reason],
  }
}
