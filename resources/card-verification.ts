/** What a card is worth on a day. The codes are those of the public contract. */
export const cardStandings = ['valido', 'expirado', 'irregular', 'suspenso', 'invalido'] as const
export type CardStanding = (typeof cardStandings)[number]

/** What whoever has a card's code is told. */
export interface CardVerification {
  status: CardStanding
  organisation: string
  memberNumber: number
  displayName: string
  category: string
  /** The year. */
  memberSince: number
  validUntil: string | null
  photoUrl: string | null
  checkedAt: string
  /** For the staff only. */
  memberId?: string
  cardId?: string
}
