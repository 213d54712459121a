import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { explainerQuery } from '../api/queries.ts'
import { withDefinitions } from './record-routes.ts'
import type { AppRoute } from './routes.ts'

export const RoutesContext = createContext<readonly AppRoute[]>([])

/** The table of addresses, in the organisation's words. */
export function useRoutes(): readonly AppRoute[] {
  const routes = useContext(RoutesContext)
  // Visitors have no explainer: it is only looked at here, not asked for.
  const explainer = useQuery({ ...explainerQuery, enabled: false }).data
  return useMemo(() => withDefinitions(routes, explainer), [routes, explainer])
}
