import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { usePrefetch } from './prefetch.ts'

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
  /** What the screen there is told of where it was pressed. */
  state?: unknown
}

/** A link inside the application: the screen's code loads on intent. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  return <Link to={to} {...usePrefetch(to)} {...rest} />
}
