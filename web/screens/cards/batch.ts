import type { StoredRecord } from '../../api/client.ts'

export interface Batch extends StoredRecord {
  state: 'queued' | 'running' | 'done' | 'failed' | 'undone'
  count: number
  drawn: number
  fileBytes: number | null
}
