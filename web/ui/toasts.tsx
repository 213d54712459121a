import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { createStore } from '../store.ts'
import classes from './toasts.module.css'

interface Toast {
  id: number
  message: string
  tone: 'success' | 'warning' | 'error' | 'info'
  /** Actions such as undo. */
  actions: readonly ToastAction[]
  /** Milliseconds on screen. */
  duration: number
}

export interface ToastAction {
  label: string
  run: () => void
}

interface ToastOptions {
  tone?: Toast['tone']
  actions?: readonly ToastAction[]
  duration?: number
}

/**
 * Shows a short message at the top right, below the tools of the page: 5 seconds, 8 with actions, for warnings and errors. Returns a function that
 * dismisses it.
 */
export function toast(message: string, options: ToastOptions = {}): () => void {
  const tone = options.tone ?? 'success'
  const actions = options.actions ?? []
  const duration =
    options.duration ?? (actions.length > 0 || tone === 'error' || tone === 'warning' ? 8_000 : 5_000)
  const id = (lastId += 1)
  shown.set([...shown.get(), { id, message, tone, actions, duration }].slice(-4))
  return () => dismissToast(id)
}

function dismissToast(id: number): void {
  shown.set(shown.get().filter((one) => one.id !== id))
}

let lastId = 0
const shown = createStore<readonly Toast[]>([])

const swipeThreshold = 80
const tick = 20
const animation = 300
const icons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconExclamationCircle,
  info: IconInfoCircle,
}

/** Renders the toasts; mounted once. */
export function Toasts() {
  const toasts = shown.useValue()
  const region = usePlaceBesideTools(toasts.length > 0)
  return (
    <section
      ref={region}
      className={classes.region}
      data-only="screen"
      aria-label="Avisos"
      aria-live="polite"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const placing = 250

/** Keeps the toasts below the tools of the page, which have its main action, also on the page that an action opens. */
function usePlaceBesideTools(isShown: boolean): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isShown) return undefined
    const place = () => {
      const element = region.current
      if (!element) return
      element.style.marginTop = ''
      const tools = [...document.querySelectorAll('main [role="toolbar"]')]
      const boxes = tools.map((tool) => tool.getBoundingClientRect())
      element.style.marginTop = `${distanceBelow(element.getBoundingClientRect(), boxes)}px`
    }
    place()
    const timer = setInterval(place, placing)
    return () => clearInterval(timer)
  }, [isShown])
  return region
}

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/** How far the box has to move down to be below all others that it would cover, in px. */
export function distanceBelow(box: Box, others: readonly Box[]): number {
  const gap = 8
  let moved = 0
  for (const other of others.toSorted((one, next) => one.top - next.top)) {
    const isBeside = other.left >= box.right || other.right <= box.left || other.top === other.bottom
    const isCovered = other.top < box.bottom + moved && other.bottom > box.top + moved
    if (!isBeside && isCovered) moved = other.bottom + gap - box.top
  }
  return moved
}

function ToastCard({ toast }: { toast: Toast }) {
  const [leaving, setLeaving] = useState(false)
  const bar = useRef<HTMLSpanElement>(null)
  const leave = () => setLeaving(true)
  const pauseHandlers = useCountdown(toast.duration, bar, leave)
  const swipe = useSwipe(leave)
  useEffect(() => {
    if (!leaving) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), animation)
    return () => clearTimeout(timer)
  }, [leaving, toast.id])
  const Icon = icons[toast.tone]
  return (
    <div
      className={classes.toast}
      data-tone={toast.tone}
      data-leaving={leaving}
      {...pauseHandlers}
      {...swipe}
    >
      <Icon className={classes.icon} size="1.25rem" stroke={1.75} aria-hidden="true" />
      <p className={classes.message}>{toast.message}</p>
      {toast.actions.length > 0 && (
        <span className={classes.actions} data-several={toast.actions.length > 1}>
          {toast.actions.map((action) => (
            <ActionButton key={action.label} action={action} onDone={leave} />
          ))}
        </span>
      )}
      <button type="button" className={classes.close} aria-label="Fechar aviso" onClick={leave}>
        <IconX size="1rem" stroke={1.75} />
      </button>
      <span ref={bar} className={classes.bar} aria-hidden="true" />
    </div>
  )
}

interface ActionButtonProps {
  action: ToastAction
  onDone: () => void
}

function ActionButton({ action, onDone }: ActionButtonProps) {
  const run = () => {
    action.run()
    onDone()
  }
  return (
    <button type="button" className={classes.action} onClick={run}>
      {action.label}
    </button>
  )
}

/** Counts down on the bar; pauses while hovered or focused. */
function useCountdown(duration: number, bar: RefObject<HTMLSpanElement | null>, onEnd: () => void) {
  const isPaused = useRef(false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    let left = duration
    const timer = setInterval(() => {
      if (isPaused.current) return
      left -= tick
      if (bar.current) bar.current.style.scale = `${Math.max(0, left / duration)} 1`
      if (left > 0) return
      clearInterval(timer)
      end.current()
    }, tick)
    return () => clearInterval(timer)
  }, [duration, bar])
  const pauseHandlers = () => {
    isPaused.current = true
  }
  const release = () => {
    isPaused.current = false
  }
  return { onMouseEnter: pauseHandlers, onMouseLeave: release, onFocus: pauseHandlers, onBlur: release }
}

/** A horizontal drag beyond the threshold dismisses the toast. */
function useSwipe(onAway: () => void) {
  const start = useRef<number>(undefined)
  const move = (event: PointerEvent<HTMLElement>) => {
    if (start.current === undefined) return
    event.currentTarget.style.translate = `${event.clientX - start.current}px 0`
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    if (start.current === undefined) return
    const distance = Math.abs(event.clientX - start.current)
    start.current = undefined
    if (distance >= swipeThreshold) onAway()
    else event.currentTarget.style.translate = ''
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    start.current = event.clientX
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  return { onPointerDown: press, onPointerMove: move, onPointerUp: release, onPointerCancel: release }
}
