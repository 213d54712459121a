import { createContext, useContext } from 'react'
import type { AppRoute } from './routes.ts'

export const RoutesContext = createContext<readonly AppRoute[]>([])

/** The table of addresses, in the organisation's words. */
export function useRoutes(): readonly AppRoute[] {
  return useContext(RoutesContext)
}
