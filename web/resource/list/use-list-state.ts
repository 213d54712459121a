import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { isSameState, readAddress, writeAddress, type ListState } from './list-state.ts'
import { recallList, rememberList } from './remembered-list.ts'

export interface ListStateControls {
  state: ListState
  /** Where the list is in this state, whether or not the address bar says so yet. */
  address: string
  /** `replace` for what is still being typed, so that Back does not go letter by letter. */
  change: (part: Partial<ListState>, how?: 'push' | 'replace') => void
}

/**
 * The list's search, order and filters, kept in the address. Somebody who comes by a link that says nothing finds
 * the list as it was left; Back and reload obey the address.
 */
export function useListState(fields: FieldMap, defaults: ListState): ListStateControls {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const [arrival, setArrival] = useState(useArrivalState(pathname, defaults))
  const said = useMemo(() => readAddress(params, fields, defaults), [params, fields, defaults])
  const state = useSame(said ?? arrival ?? defaults)
  const isArriving = said === undefined && arrival !== undefined
  if (said !== undefined && arrival !== undefined) setArrival(undefined)

  useEffect(() => {
    if (isArriving)
      setParams((present) => writeAddress(arrival, fields, defaults, present), { replace: true })
  }, [isArriving, arrival, fields, defaults, setParams])

  useEffect(() => rememberList(pathname, { state }), [pathname, state])

  return {
    state,
    address: useMemo(
      () => `${pathname}?${writeAddress(state, fields, defaults, params).toString()}`,
      [pathname, state, fields, defaults, params],
    ),
    change: (part, how = 'push') => {
      const next = { ...state, ...part }
      setParams((present) => writeAddress(next, fields, defaults, present), { replace: how === 'replace' })
    },
  }
}

/** The same object for as long as it says the same: what was recalled is no other search when the address says it too. */
function useSame(found: ListState): ListState {
  const [kept, setKept] = useState(found)
  if (kept === found || isSameState(kept, found)) return kept
  setKept(found)
  return found
}

/** How the list was left, when somebody comes to it by a link. */
function useArrivalState(pathname: string, defaults: ListState): () => ListState | undefined {
  const byLink = useNavigationType() !== 'POP'
  return () => {
    const recalled = byLink ? recallList(pathname).state : undefined
    return recalled && !isSameState(recalled, defaults) ? recalled : undefined
  }
}
