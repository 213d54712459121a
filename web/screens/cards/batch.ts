import type { StoredRecord } from '../../api/client.ts'

/** A batch of cards as the server tells of it. */
export interface Batch extends StoredRecord {
  state: 'queued' | 'running' | 'done' | 'failed' | 'undone'
  count: number
  drawn: number
  fileBytes: number | null
}
