/** Results of the verification of a card. Public API: external readers compare these codes. */
export const cardStandings = ['valido', 'expirado', 'irregular', 'suspenso', 'invalido'] as const
export type CardStanding = (typeof cardStandings)[number]

/** Answer of the public verification of a card. */
export interface CardVerification {
  status: CardStanding
  organisation: string
  memberNumber: number
  displayName: string
  category: string
  /** Year. */
  memberSince: number
  validUntil: string | null
  photoUrl: string | null
  checkedAt: string
  /** For the staff only. */
  memberId?: string
  cardId?: string
}
