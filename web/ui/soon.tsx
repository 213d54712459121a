import { useDeferredValue, type ReactNode } from 'react'
import { useAddress } from './router.tsx'

/**
 * Content below the first screen of a page: rendered right after it, so that the page opens sooner. Rendered at once after Back or Forward,
 * as the page then restores its scroll position.
 */
export function Soon({ children }: { children: ReactNode }) {
  const { isTraversal } = useAddress()
  return useDeferredValue(true, isTraversal) ? children : null
}
