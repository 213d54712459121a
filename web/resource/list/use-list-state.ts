import { useEffect, useMemo, useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useAddress, useSearchParams } from '../../ui/router.tsx'
import {
  isSameState,
  type ListState,
  readAddress,
  readStoredList,
  storeList,
  writeAddress,
} from './list-state.ts'

export interface ListStateControls {
  state: ListState
  /** Address of this state; the address bar may lag behind. */
  address: string
  /** `replace` while typing, so that Back does not undo single letters. */
  change: (part: Partial<ListState>, how?: 'push' | 'replace') => void
}

/**
 * Search, order and filters of the list, stored in the address. A link without parameters restores the state
 * stored in the tab; Back and reload use the address.
 */
export function useListState(fields: FieldMap, defaults: ListState): ListStateControls {
  const [params, setParams] = useSearchParams()
  const { pathname } = useAddress()
  const [arrival, setArrival] = useState(useArrivalState(pathname, defaults))
  const fromAddress = useMemo(() => readAddress(params, fields, defaults), [params, fields, defaults])
  const state = useStableState(fromAddress ?? arrival ?? defaults)
  const isArriving = fromAddress === undefined && arrival !== undefined
  if (fromAddress !== undefined && arrival !== undefined) setArrival(undefined)

  useEffect(() => {
    if (isArriving)
      setParams((current) => writeAddress(arrival, fields, defaults, current), { replace: true })
  }, [isArriving, arrival, fields, defaults, setParams])

  useEffect(() => storeList(pathname, { state }), [pathname, state])

  return {
    state,
    address: useMemo(
      () => `${pathname}?${writeAddress(state, fields, defaults, params).toString()}`,
      [pathname, state, fields, defaults, params],
    ),
    change: (part, how = 'push') => {
      const next = { ...state, ...part }
      setParams((current) => writeAddress(next, fields, defaults, current), { replace: how === 'replace' })
    },
  }
}

/** Returns the same object while the state is equal: a new object would count as a new search. */
function useStableState(state: ListState): ListState {
  const [stable, setStable] = useState(state)
  if (stable === state || isSameState(stable, state)) return stable
  setStable(state)
  return state
}

/** The stored state, on navigation by link. */
function useArrivalState(pathname: string, defaults: ListState): () => ListState | undefined {
  const { isTraversal } = useAddress()
  return () => {
    const recalled = isTraversal ? undefined : readStoredList(pathname).state
    return recalled && !isSameState(recalled, defaults) ? recalled : undefined
  }
}
