import type { StoredRecord } from '../../api/client.ts'

/** What a member's own card says of itself. */
export interface OwnCard extends StoredRecord {
  memberLabel: string
  memberNumber: number
  validUntil: string | null
}
