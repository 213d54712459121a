import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** A new page begins at its top; going back finds a page where it was left. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const top = isBack ? (positions.get(key) ?? 0) : 0
    // What was just drawn is at its top; to say so again would have it laid out at once.
    if (top > 0 || (shown.current !== undefined && shown.current !== key))
      element.scrollTo({ top, behavior: 'instant' })
    shown.current = key
    const remember = () => positions.set(key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller, key, isBack])
}
