import { useSyncExternalStore } from 'react'

export interface Toast {
  id: number
  message: string
  tone: 'success' | 'error' | 'info'
  /** Actions such as undo. */
  actions: readonly ToastAction[]
  /** Milliseconds on screen. */
  duration: number
}

export interface ToastAction {
  label: string
  run: () => void
}

export interface ToastOptions {
  tone?: Toast['tone']
  actions?: readonly ToastAction[]
  duration?: number
}

/**
 * Shows a short message at the top right: 5 seconds, 8 with actions or for errors. Returns a function that
 * dismisses it.
 */
export function toast(message: string, options: ToastOptions = {}): () => void {
  const tone = options.tone ?? 'success'
  const actions = options.actions ?? []
  const duration = options.duration ?? (actions.length > 0 || tone === 'error' ? 8_000 : 5_000)
  const id = (lastId += 1)
  toasts = [...toasts, { id, message, tone, actions, duration }].slice(-4)
  notify()
  return () => dismissToast(id)
}

export function dismissToast(id: number): void {
  toasts = toasts.filter((one) => one.id !== id)
  notify()
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}

let lastId = 0
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
