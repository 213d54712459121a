import type { Filters } from '../../resource/list/list-state.ts'
import { useMay } from '../../api/queries.ts'
import { newMessagePath } from '../../paths/messages.ts'
import { useNavigate } from '../../ui/router.tsx'

/** Recipients: members chosen one by one, or all members that match the parameters of `GET /members`. */
export type Audience = { ids: string[] } | { query: Record<string, string[]> }

/** Navigation state of the message composer. */
interface ComposerState {
  audience: Audience
}

/** The audience in the navigation state, if there is one. */
export function readAudience(state: unknown): Audience | undefined {
  const { audience } = (state ?? {}) as Partial<ComposerState>
  return audience
}

/** Converts an audience query to the search and filters of a list. */
export function searchOf(query: Record<string, string[]>): { search: string; filters: Filters } {
  const { _search = [], ...others } = query
  const filters = Object.fromEntries(Object.entries(others).map(([name, values]) => [name.slice(1), values]))
  return { search: _search[0] ?? '', filters }
}

export function queryOf({ search, filters }: { search: string; filters: Filters }): Record<string, string[]> {
  const named = Object.entries(filters).map(([name, values]) => [`_${name}`, [...values]])
  return { ...Object.fromEntries(named), ...(search.trim() && { _search: [search.trim()] }) }
}

/** Returns a function that opens the composer with an audience; undefined without permission. */
export function useCompose(): ((audience: Audience) => void) | undefined {
  const navigate = useNavigate()
  const mayWrite = useMay('messageBatches').create
  if (!mayWrite) return undefined
  return (audience) => {
    const state: ComposerState = { audience }
    navigate(newMessagePath, { state })
  }
}
