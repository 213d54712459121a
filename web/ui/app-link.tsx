import { type AnchorHTMLAttributes, createContext, use } from 'react'
import { useLink } from './router.tsx'

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
  /** Navigation state for the target screen. */
  state?: unknown
}

/** A link inside the application; loads the screen's code on hover or focus. */
export function AppLink({ to, state, onClick, children, ...rest }: AppLinkProps) {
  const link = useLink(to, state)
  const prefetch = use(PrefetchContext)
  const load = () => prefetch(link.href)
  return (
    <a
      href={link.href}
      onMouseEnter={load}
      onFocus={load}
      {...rest}
      onClick={(event) => {
        onClick?.(event)
        link.onClick(event)
      }}
    >
      {children}
    </a>
  )
}

/** A link where the person may enter its screen; elsewhere its content alone. */
export function LinkIfOpen({ to, className, children, ...rest }: AppLinkProps) {
  return use(MayEnterContext)(to) ? (
    <AppLink to={to} className={className} {...rest}>
      {children}
    </AppLink>
  ) : (
    <span className={className}>{children}</span>
  )
}

/** Whether the person may enter the screen of an address; provided by the application. */
export const MayEnterContext = createContext<(address: string) => boolean>(() => true)

/** Loads the code of the screen of an address; provided by the application. */
export const PrefetchContext = createContext<(address: string) => void>(() => undefined)
