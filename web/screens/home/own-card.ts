import type { StoredRecord } from '../../api/client.ts'

/** The fields of a card that its member sees. */
export interface OwnCard extends StoredRecord {
  memberLabel: string
  memberNumber: number
  validUntil: string | null
}
