import { api, isTimedOut } from '../../api/client.ts'
import { isEnded } from '../cards/index.ts'

/** The code of the member's current card; undefined if there is none or the request timed out. */
export async function codeOfMember(memberId: string): Promise<string | undefined> {
  const cards = await api.list('membershipCards', { where: { memberId }, sort: '-issuedAt', limit: 20 })
  const current = isTimedOut(cards) ? undefined : cards.data.find((card) => !isEnded(card))
  if (!current) return undefined
  const card = await api.read('membershipCards', current._id)
  return card !== null && !isTimedOut(card) && typeof card.code === 'string' ? card.code : undefined
}
