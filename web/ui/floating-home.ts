import { createContext } from 'react'

/** Container of dropdowns and panels. A modal dialog covers the page, so what opens inside it must be in it. */
export const FloatingHome = createContext<HTMLElement | null>(null)
