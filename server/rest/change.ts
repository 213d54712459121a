import type { Sql } from '../database/sql.ts'

/** One record that was written. */
export interface Change {
  resource: string
  action: 'created' | 'updated' | 'deleted'
  /** Empty for all records that one statement wrote. */
  id: string
  /** Of a change without an id: a query of the ids, for webhooks. */
  ids?: Sql
  version: number
  /** Of a deleted record: the id of the person or account whose record it was, null when nobody's. Absent: unknown. */
  owner?: string | null
  /** The action of the record that changed it. */
  by?: string | undefined
}
