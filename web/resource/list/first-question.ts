import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { sendEarly } from '../../api/early-requests.ts'
import { listPath } from '../../api/list-path.ts'
import type { Role } from '../../api/tokens.ts'
import type { Filters } from './list-state.ts'

/** What a list that can be drawn early asks for when its address says nothing. */
export interface FirstQuestion {
  resource: string
  /** The usual order, which the explainer says too, but later. */
  sort: string
  /** The fields that the list asks for while its columns are the usual ones, in alphabetical order. */
  columns: readonly string[]
  /** The usual filters, and where the list is. */
  filtersIn: (words: EmbeddedWords) => Filters
  pathIn: (terminology: Terminology) => string
  /** What the list asks for besides, below `/api/`. */
  lookUp: string
  /** Roles that may be there. */
  who: readonly Role[]
}

/** Asks for the list of the address, if it is this one. What an address says is understood later. */
export function sendIfHere(question: FirstQuestion, words: EmbeddedWords, role: Role): void {
  const { resource, sort, columns, lookUp, who, pathIn, filtersIn } = question
  if (pathIn(words.terminology) !== location.pathname || !who.includes(role)) return
  if (location.search === '')
    sendEarly(listPath(resource, { page: 1, sort, search: '', where: filtersIn(words), columns }))
  sendEarly(lookUp)
}
