import type { LetterValues } from '@agremia/resources/card-letter.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, isApiError } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** The letter of a card. Before it is first saved, `_id` and `text` are null. */
export interface CardLetter extends LetterFrame {
  _id: string | null
  _version: number | null
  cardId: string
  cardNumber: number
  memberId: string
  /** Null if it has the default text. */
  text: string | null
  usualText: string
  sentOn: string | null
  channel: string | null
  /** The address of its PDF. */
  url: string
}

/** The parts of a letter around its text, and the values of the variables in it. */
export interface LetterFrame {
  address: string[]
  date: string
  subject: string
  greeting: string
  signature: string
  letterhead: { name: string; nif: string; address: string; contacts: string[] }
  values: LetterValues
}

/** A letter by the id of its card, of the member or its own; null if there is none. */
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
