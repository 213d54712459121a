import { useDeferredValue, type ReactNode } from 'react'
import { useAddress } from './router.tsx'

/**
 * What is below the first screen of a page: drawn right after it, so that the page opens sooner. At once when somebody comes back, as the
 * page scrolls to where it was.
 */
export function Soon({ children }: { children: ReactNode }) {
  const { isTraversal } = useAddress()
  return useDeferredValue(true, isTraversal) ? children : null
}
