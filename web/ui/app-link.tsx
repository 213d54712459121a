import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { usePrefetch } from './prefetch.ts'

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
  /** Navigation state for the target screen. */
  state?: unknown
}

/** A link inside the application; loads the screen's code on hover or focus. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  return <Link to={to} {...usePrefetch(to)} {...rest} />
}
