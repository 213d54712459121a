import type { BulkOutcome } from '@agremia/resources/definitions/bulk-actions.ts'
import type { Work } from './work-query.ts'

/** An action, or another task, on many records, as the server tells of it. */
export interface BulkTask extends Work {
  title: string
  kind: string
  resource: string
  /** Skipped records are not among them. */
  total: number
  done: number
  held: number
  failed: number
  skipped: number
  reasons: { outcome: BulkOutcome; reason: string; count: number }[]
}
