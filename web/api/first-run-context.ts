import { createContext } from 'react'
import type { FirstRun } from './first-run.ts'

/** Set while there is no organisation yet. */
export const FirstRunContext = createContext<FirstRun | undefined>(undefined)
