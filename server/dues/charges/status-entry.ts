import type { AuditEntry } from '../../rest/audit.ts'
import type { ActionCall } from '../../rest/modules.ts'

interface StatusChange {
  resource: string
  action: string
  /** The new status of the record. */
  to: string
  /** The field of the reason, when the action has one. */
  reasonField: string
}

/** The audit entry of an action that changes the status of its record, with the reason. */
export function statusEntry(
  { record, input }: Pick<ActionCall, 'record' | 'input'>,
  { resource, action, to, reasonField }: StatusChange,
): AuditEntry {
  const reason = input.reason ? [{ field: reasonField, from: null, to: input.reason }] : []
  return {
    resource,
    id: record._id,
    action,
    changes: [{ field: 'status', from: record.status, to }, ...reason],
  }
}
