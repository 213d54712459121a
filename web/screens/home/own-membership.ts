import type { StoredRecord } from '../../api/client.ts'
import type { Tone } from '@agremia/resources/field-types.ts'

/** The fields of a member's record that the member sees. */
export interface OwnMembership extends StoredRecord {
  name: string
  personId?: string | null
  memberNumber?: number | null
  currentStateLabel?: string | null
  currentStateTone?: Tone | null
  photoUrl?: string | null
}

/** The fields of a card that its member sees. */
export interface OwnCard extends StoredRecord {
  memberLabel: string
  memberNumber: number
  validUntil: string | null
}
