export const smallestZoom = 12
export const largestZoom = 19
const defaultZoom = 16
const key = 'fontSize'

/** Clamps a root font size in px; the default for NaN. */
export function clampZoom(size: number): number {
  if (!Number.isFinite(size)) return defaultZoom
  return Math.min(largestZoom, Math.max(smallestZoom, Math.round(size)))
}

/** Applies the stored size before the first paint. */
export function applyStoredZoom(): void {
  const stored = localStorage.getItem(key)
  if (stored !== null) apply(clampZoom(Number.parseFloat(stored)))
}

/** Changes the size by one step within the limits, and stores it. */
export function changeZoom(step: 1 | -1): void {
  const next = clampZoom(current + step)
  localStorage.setItem(key, String(next))
  apply(next)
}

export function zoom(): number {
  return current
}

/** Calls the listener after a change of the font size or of the height of rows. */
export function onDisplayChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Heights of the rows of tables, in rem. */
const rowHeights = { compact: 2.125, roomy: 2.625 }
export type Density = keyof typeof rowHeights
const densityKey = 'rowDensity'

/** Applies the stored height of rows before the first paint. */
export function applyStoredDensity(): void {
  applyDensity(localStorage.getItem(densityKey) === 'roomy' ? 'roomy' : 'compact')
}

export function changeDensity(next: Density): void {
  localStorage.setItem(densityKey, next)
  applyDensity(next)
}

export function density(): Density {
  return currentDensity
}

/** The height of the rows of tables, in rem. */
export function rowHeight(): number {
  return rowHeights[currentDensity]
}

function applyDensity(next: Density): void {
  currentDensity = next
  document.documentElement.style.setProperty('--row', `${rowHeights[next]}rem`)
  for (const listener of listeners) listener()
}

let currentDensity: Density = 'compact'
let current = defaultZoom
const listeners = new Set<() => void>()

function apply(size: number): void {
  current = size
  document.documentElement.style.fontSize = `${size}px`
  for (const listener of listeners) listener()
}

/** Mantine's local storage key of the colour scheme. */
export const schemeKey = 'mantine-color-scheme-value'

/** Applies the stored scheme before the first paint; Mantine takes over when it is loaded. */
export function applyStoredScheme(): void {
  const chosen = localStorage.getItem(schemeKey)
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
