export const smallestZoom = 12
export const largestZoom = 19
const usualZoom = 16
const key = 'fontSize'

/** The root font size in px: the nearest allowed one, or the usual one for what is no number. */
export function clampZoom(size: number): number {
  if (!Number.isFinite(size)) return usualZoom
  return Math.min(largestZoom, Math.max(smallestZoom, Math.round(size)))
}

/** Applies the stored size; called once, before the first paint. */
export function applyStoredZoom(): void {
  const stored = localStorage.getItem(key)
  if (stored !== null) apply(clampZoom(Number.parseFloat(stored)))
}

/** One step up or down, never beyond the limits; the size is kept for the next visit. */
export function changeZoom(step: 1 | -1): void {
  const next = clampZoom(current + step)
  localStorage.setItem(key, String(next))
  apply(next)
}

export function zoom(): number {
  return current
}

export function onZoomChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let current = usualZoom
const listeners = new Set<() => void>()

function apply(size: number): void {
  current = size
  document.documentElement.style.fontSize = `${size}px`
  for (const listener of listeners) listener()
}
