import { api, isTimedOut } from '../../api/client.ts'
import { isEnded } from '../cards/index.ts'

/** The code of the card that a member holds, as if it had been shown; undefined when there is none. */
export async function codeOfMember(memberId: string): Promise<string | undefined> {
  const cards = await api.list('membershipCards', { where: { memberId }, sort: '-issuedAt', limit: 20 })
  const held = isTimedOut(cards) ? undefined : cards.data.find((card) => !isEnded(card))
  if (!held) return undefined
  const card = await api.read('membershipCards', held._id)
  return card !== null && !isTimedOut(card) && typeof card.code === 'string' ? card.code : undefined
}
