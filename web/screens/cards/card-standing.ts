import type { StoredRecord } from '../../api/client.ts'

/** A card whose code is no longer good, whatever its date says. */
export function isEnded({ status }: StoredRecord): boolean {
  return status === 'lost' || status === 'replaced' || status === 'revoked'
}
