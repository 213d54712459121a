import { createContext } from 'react'

/** Where lists and panels that float are put: a modal covers the page, so what opens inside of it must be in it. */
export const FloatingHome = createContext<HTMLElement | null>(null)
