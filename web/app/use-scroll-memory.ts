import { useLayoutEffect, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** A new page begins at its top; going back finds a page where it was left. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    element.scrollTo({ top: isBack ? (positions.get(key) ?? 0) : 0, behavior: 'instant' })
    const remember = () => positions.set(key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller, key, isBack])
}
