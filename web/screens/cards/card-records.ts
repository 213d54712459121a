import type { StoredRecord } from '../../api/client.ts'

/** True if the card is invalid regardless of its date: lost, replaced or revoked. */
export function isEnded({ status }: StoredRecord): boolean {
  return status === 'lost' || status === 'replaced' || status === 'revoked'
}
