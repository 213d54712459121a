import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { sendEarlyRequest } from '../../api/early-requests.ts'
import { listPath } from '../../api/resource-paths.ts'
import type { Role } from '../../api/tokens.ts'
import type { Filters } from './list-state.ts'

/** Parameters of the first request of a list that can be drawn early. */
export interface FirstQuestion {
  resource: string
  /** Default order; the explainer has it too, but arrives later. */
  sort: string
  /** Fields that the list requests with its default columns, in alphabetical order. */
  columns: readonly string[]
  /** Default filters, and the list's path. */
  filtersIn: (words: EmbeddedWords) => Filters
  pathIn: (terminology: Terminology) => string
  /** Another request of the list, relative to `/api/`. */
  lookUp: string
  /** Roles that may open the list. */
  who: readonly Role[]
}

/**
 * Sends the list's first request if the current address is this list, and returns whether it is. Query strings
 * are not parsed here; such a list is requested later.
 */
export function sendFirstRequest(question: FirstQuestion, words: EmbeddedWords, role: Role): boolean {
  const { resource, sort, columns, lookUp, who, pathIn, filtersIn } = question
  if (pathIn(words.terminology) !== location.pathname || !who.includes(role)) return false
  if (location.search === '')
    sendEarlyRequest(listPath(resource, { page: 1, sort, search: '', where: filtersIn(words), columns }))
  sendEarlyRequest(lookUp)
  return true
}
