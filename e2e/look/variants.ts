import type { BrowserContextOptions } from '@playwright/test'

/** A way of looking at every screen. */
interface Variant {
  name: string
  options: { viewport: { width: number; height: number }; colorScheme?: BrowserContextOptions['colorScheme'] }
  /** Of the text, in px, as people set it. */
  fontSize?: number
  /** What the screens can open is opened, also without `--all`. */
  opens?: true
  /** Of pictures on a sheet. */
  columns: number
}

const desktop = { width: 1280, height: 800 }

export const variants: Variant[] = [
  { name: 'light', options: { viewport: desktop }, opens: true, columns: 3 },
  { name: 'phone', options: { viewport: { width: 390, height: 844 } }, opens: true, columns: 6 },
  { name: 'dark', options: { viewport: desktop, colorScheme: 'dark' }, columns: 3 },
  { name: 'narrow', options: { viewport: { width: 1024, height: 768 } }, columns: 3 },
  { name: 'text-19', options: { viewport: desktop }, fontSize: 19, columns: 3 },
]
