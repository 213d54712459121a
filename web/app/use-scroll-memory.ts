import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** Scrolls to the top of a new page; going back restores the scroll position. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const lastKey = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const top = isBack ? (positions.get(key) ?? 0) : 0
    // A new element is already at its top; scrolling would force a layout.
    if (top > 0 || (lastKey.current !== undefined && lastKey.current !== key))
      element.scrollTo({ top, behavior: 'instant' })
    lastKey.current = key
    const remember = () => positions.set(key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller, key, isBack])
}
