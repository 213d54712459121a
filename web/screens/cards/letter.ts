import type { LetterValues } from '@agremia/resources/card-letter.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, isApiError } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** The letter of a card, as the server tells of it; one that has no record of its own yet (`_id` null) has the usual words. */
export interface CardLetter extends LetterAround {
  _id: string | null
  _version: number | null
  cardId: string
  cardNumber: number
  memberId: string
  /** Its own words; null for the usual ones. */
  text: string | null
  usualText: string
  sentOn: string | null
  channel: string | null
  /** The link to its document. */
  url: string
}

/** What stands around the words of a letter, and what they may name. */
export interface LetterAround {
  address: string[]
  date: string
  subject: string
  greeting: string
  signature: string
  letterhead: { name: string; nif: string; address: string; contacts: string[] }
  values: LetterValues
}

/** The letter of a card or a member, or by its own id; null when there is none. */
export function letterQuery(id: string | undefined) {
  return {
    queryKey: [...keys.record('membershipCardLetters', id), 'letter'],
    queryFn: async () => {
      try {
        const path = recordPath('membershipCardLetters', id ?? '')
        return answered(await api.get<{ data: CardLetter }>(path)).data
      } catch (error) {
        if (isApiError(error) && error.status === 404) return null
        throw error
      }
    },
  }
}
