import type { BulkOutcome } from '@agremia/resources/definitions/bulk-actions.ts'
import type { Work } from './work-query.ts'

/** A bulk task as the API returns it. */
export interface BulkTask extends Work {
  title: string
  kind: string
  resource: string
  /** Without skipped records. */
  total: number
  done: number
  held: number
  failed: number
  skipped: number
  reasons: { outcome: BulkOutcome; reason: string; count: number }[]
}
