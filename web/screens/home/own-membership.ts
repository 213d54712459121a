import type { Tone } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'

/** What a member's own record says of the membership. */
export interface OwnMembership extends StoredRecord {
  name: string
  personId?: string | null
  memberNumber?: number | null
  currentStateLabel?: string | null
  currentStateTone?: Tone | null
  photoUrl?: string | null
}
