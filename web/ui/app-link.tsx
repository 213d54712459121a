import { type AnchorHTMLAttributes, createContext, useContext, useMemo } from 'react'
import { Link } from 'react-router'

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
  /** Navigation state for the target screen. */
  state?: unknown
}

/** A link inside the application; loads the screen's code on hover or focus. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  return <Link to={to} {...usePrefetch(to)} {...rest} />
}

interface PrefetchHandlers {
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
