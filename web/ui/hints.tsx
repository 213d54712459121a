import { useEffect, useRef, useState } from 'react'
import { placeBeside, type Side } from './popover.tsx'
import classes from './hints.module.css'

const delay = 300

/**
 * Tooltips for icon buttons on hover and keyboard focus: `data-hint` holds the text, `data-hint-side` the side.
 * Mounted once. Hidden from screen readers, which use the control's label.
 */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement>()
  useHintTarget(setTarget)
  return target?.dataset.hint ? (
    <Hint key={target.dataset.hint} target={target} text={target.dataset.hint} />
  ) : null
}

function Hint({ target, text }: { target: HTMLElement; text: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    element.showPopover()
    placeBeside(element, target, (target.dataset.hintSide as Side | undefined) ?? 'bottom')
  }, [target])
  return (
    <div ref={box} className={classes.hint} popover="manual" aria-hidden="true">
      {text}
    </div>
  )
}

/** Whether the control's menu is open, which the hint would cover. */
function isMenuOpen(target: HTMLElement): boolean {
  return target.matches('[aria-haspopup][aria-expanded="true"]')
}

/** Whether the control shows the text itself: some hide it only when space is short. */
function showsOwnText({ dataset, children }: HTMLElement): boolean {
  return [...children].some((child) =>
    [...child.querySelectorAll('span')].some(
      (words) => words.textContent === dataset.hint && words.offsetWidth > 1 && words.childElementCount === 0,
    ),
  )
}

function useHintTarget(show: (target: HTMLElement | undefined) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onPoint = (event: Event) => {
      const over = event.target instanceof Element ? event.target : null
      if (over?.closest(`.${classes.hint}`)) return
      const target = over?.closest<HTMLElement>('[data-hint]') ?? undefined
      clearTimeout(timer)
      if (!target || showsOwnText(target) || (event.type === 'focusin' && !target.matches(':focus-visible')))
        show(undefined)
      else {
        const showUnlessGone = () => target.isConnected && !isMenuOpen(target) && show(target)
        timer = setTimeout(showUnlessGone, event.type === 'focusin' ? 0 : delay)
      }
    }
    const hide = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      clearTimeout(timer)
      show(undefined)
    }
    const shows = ['pointerover', 'focusin'] as const
    const hides = ['pointerdown', 'keydown', 'focusout', 'scroll'] as const
    for (const name of shows) document.addEventListener(name, onPoint)
    for (const name of hides) document.addEventListener(name, hide, true)
    return () => {
      clearTimeout(timer)
      for (const name of shows) document.removeEventListener(name, onPoint)
      for (const name of hides) document.removeEventListener(name, hide, true)
    }
  }, [show])
}
