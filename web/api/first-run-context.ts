import { createContext } from 'react'
import type { FirstRun } from './first-run.ts'

/** What the first run asks, while there is no organisation. */
export const FirstRunContext = createContext<FirstRun | undefined>(undefined)
