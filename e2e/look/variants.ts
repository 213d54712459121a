import type { BrowserContextOptions } from '@playwright/test'

/** Window, colour scheme and text size in which all screens are shown. */
interface Variant {
  name: string
  options: { viewport: { width: number; height: number }; colorScheme?: BrowserContextOptions['colorScheme'] }
  /** Text size in px, as users set it. */
  fontSize?: number
  /** Also opens what screens can open; without it only with `--all`. */
  opens?: true
  /** Columns of pictures on a sheet. */
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
