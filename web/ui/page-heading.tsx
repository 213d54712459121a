import { useEffect, useRef } from 'react'
import { isDialogOpen } from './hotkeys.ts'
import { useAddress, useArrival } from './router.tsx'

/**
 * The heading of a page. After navigation from another page it takes the focus, unless something of this page has it: a first field, or the
 * link or tab that was pressed.
 */
export function PageHeading({ className, children }: { className: string | undefined; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useAddress()
  const arrivalAt = useArrival()
  useEffect(() => {
    const arrival = arrivalAt(pathname)
    const focused = document.activeElement
    if (!arrival || !heading.current || isDialogOpen()) return
    // A menu that closes gives the focus back to its button.
    const isSame = focused === arrival.focused || !arrival.focused?.isConnected
    const isHere = heading.current.closest('article, main')?.contains(focused) === true
    if (isFocusFree() || (isSame && !isHere)) focusHeading(heading.current)
  }, [arrivalAt, pathname])
  return (
    <h1 ref={heading} className={className} tabIndex={-1} data-page-heading>
      {children}
    </h1>
  )
}

/** Moves the focus to the heading of the page, when what had it is gone. */
export function focusHeadingIfFree(): void {
  const heading = document.querySelector<HTMLElement>('[data-page-heading]')
  if (heading && isFocusFree()) focusHeading(heading)
}

function focusHeading(heading: HTMLElement): void {
  heading.focus({ preventScroll: true })
}

/** Whether the person has chosen nothing on the page: nothing has the focus, or the heading that took it after navigation. */
export function isFocusFree(focused: EventTarget | null = document.activeElement): boolean {
  return (
    focused === null ||
    focused === document.body ||
    (focused instanceof Element && focused.matches('[data-page-heading]'))
  )
}
