import type { Filters } from '../../resource/list/list-state.ts'

/** Who a message is for: members chosen one by one, or all those of a list, by the parameters of `GET /members`. */
export type Audience = { ids: string[] } | { query: Record<string, string[]> }

/** What comes with whoever was sent to write a message. */
export interface ComposerArrival {
  audience: Audience
}

/** The audience in what the address brings along, if there is one. */
export function arrivingAudience(state: unknown): Audience | undefined {
  const { audience } = (state ?? {}) as Partial<ComposerArrival>
  return audience
}

/** The query of an audience as a list's search and filters. */
export function searchOf(query: Record<string, string[]>): { search: string; filters: Filters } {
  const { _search = [], ...others } = query
  const filters = Object.fromEntries(Object.entries(others).map(([name, values]) => [name.slice(1), values]))
  return { search: _search[0] ?? '', filters }
}

export function queryOf({ search, filters }: { search: string; filters: Filters }): Record<string, string[]> {
  const named = Object.entries(filters).map(([name, values]) => [`_${name}`, [...values]])
  return { ...Object.fromEntries(named), ...(search.trim() && { _search: [search.trim()] }) }
}
