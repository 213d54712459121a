import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import {
  createContext,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { addLayer, FloatingHome, isTopLayer } from './layers.ts'
import classes from './popover.module.css'

interface PopoverProps {
  opened: boolean
  onChange: (opened: boolean) => void
  position?: Side
  children: ReactNode
}

/**
 * A panel beside the control that opens it. Traps the focus; Escape or a press outside closes it and restores
 * the focus.
 */
export function Popover({ opened, onChange, position = 'bottom-start', children }: PopoverProps) {
  const target = useRef<HTMLSpanElement>(null)
  return <PopoverContext value={{ opened, onChange, position, target }}>{children}</PopoverContext>
}

Popover.Target = PopoverTarget
Popover.Dropdown = PopoverDropdown

interface PopoverState extends Omit<PopoverProps, 'children' | 'position'> {
  position: Side
  target: RefObject<HTMLSpanElement | null>
}

const PopoverContext = createContext<PopoverState | undefined>(undefined)

function usePopover(): PopoverState {
  const state = useContext(PopoverContext)
  if (!state) throw new Error('Popover.Target and Popover.Dropdown must be inside a Popover')
  return state
}

function PopoverTarget({ children }: { children: ReactNode }) {
  const { target } = usePopover()
  return (
    <span ref={target} className={classes.target}>
      {children}
    </span>
  )
}

type PopoverDropdownProps = HTMLAttributes<HTMLDialogElement> & { 'aria-label': string }

function PopoverDropdown(props: PopoverDropdownProps) {
  const home = useContext(FloatingHome) ?? document.body
  return usePopover().opened ? createPortal(<Panel {...props} />, home) : null
}

function Panel({ className, children, ...rest }: PopoverDropdownProps) {
  const { onChange, position, target } = usePopover()
  const panel = useRef<HTMLDialogElement>(null)
  const ref = useMergedRef(panel, useFocusTrap())
  useFocusReturn(panel)
  usePlacement(panel, target, position)
  useDismissal(panel, target, () => onChange(false))
  return (
    <dialog
      ref={ref}
      open
      tabIndex={-1}
      data-portal
      className={`${classes.panel} ${className ?? ''}`}
      {...rest}
    >
      {children}
    </dialog>
  )
}

/** Restores the focus, unless the person moved it elsewhere. */
function useFocusReturn(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current
    const previous = document.activeElement
    return () => {
      const current = document.activeElement
      const isLost = current === null || current === document.body || element?.contains(current)
      if (isLost && previous instanceof HTMLElement) previous.focus()
    }
  }, [panel])
}

/** Repositions the panel when the page scrolls or its content grows. */
function usePlacement(
  panel: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
  position: Side,
): void {
  useLayoutEffect(() => {
    const place = () => {
      const control = target.current?.firstElementChild
      if (panel.current && control) placeBeside(panel.current, control, position)
    }
    place()
    const observer = new ResizeObserver(place)
    if (panel.current) observer.observe(panel.current)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [panel, target, position])
}

/** Panels that open inside this one are rendered in portals, but count as inside. */
const floating = '[data-portal]'

function useDismissal(
  panel: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
  onDismiss: () => void,
): void {
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    const onPress = (event: Event) => {
      const at = event.target
      if (!(at instanceof Element)) return
      const isInside = panel.current?.contains(at) || target.current?.contains(at) || at.closest(floating)
      if (!isInside) dismiss.current()
    }
    const self = {}
    const removeLayer = addLayer(self)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isTopLayer(self)) return
      event.preventDefault()
      dismiss.current()
    }
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onKey)
    return () => {
      removeLayer()
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onKey)
    }
  }, [panel, target])
}

export type Side = 'bottom' | 'bottom-start' | 'bottom-end' | 'right'

const gap = 6
const margin = 8

/** Positions a fixed element beside another; flips it or shifts it to stay within the window. */
export function placeBeside(element: HTMLElement, target: Element, side: Side): void {
  const box = target.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const { innerWidth, innerHeight } = window
  const below = box.bottom + gap
  const fitsBelow = below + height <= innerHeight - margin
  const above = box.top - gap - height
  const top =
    side === 'right' ? box.top + (box.height - height) / 2 : fitsBelow || above < margin ? below : above
  const left = {
    bottom: box.left + (box.width - width) / 2,
    'bottom-start': box.left,
    'bottom-end': box.right - width,
    right: box.right + gap,
  }[side]
  element.style.left = `${clamp(left, innerWidth - width - margin)}px`
  element.style.top = `${clamp(top, innerHeight - height - margin)}px`
}

function clamp(position: number, last: number): number {
  return Math.max(margin, Math.min(position, last))
}
