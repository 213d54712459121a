import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'

/** True if the card is invalid regardless of its date: lost, replaced or revoked. */
export function isEnded({ status }: ResourceRecord<'membershipCards'>): boolean {
  return status === 'lost' || status === 'replaced' || status === 'revoked'
}
