import { createContext, useContext, useMemo } from 'react'

export interface PrefetchHandlers {
  onMouseEnter?: () => void
  onFocus?: () => void
}

/** Loads the code of the screen of a path; provided by the application. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined)

/** Handlers that load a screen's code on hover or focus. */
export function usePrefetch(to: string | undefined): PrefetchHandlers {
  const prefetch = useContext(PrefetchContext)
  return useMemo(() => {
    if (to === undefined) return {}
    const load = () => prefetch(to)
    return { onMouseEnter: load, onFocus: load }
  }, [prefetch, to])
}
