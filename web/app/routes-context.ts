import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { explainerQuery } from '../api/queries.ts'
import { withDefinitions } from './record-routes.ts'
import type { AppRoute } from './routes.ts'

export const RoutesContext = createContext<readonly AppRoute[]>([])

/** The route table in the organisation's terminology, with access from the explainer. */
export function useRoutes(): readonly AppRoute[] {
  const routes = useContext(RoutesContext)
  // Only reads the cache: visitors have no explainer.
  const explainer = useQuery({ ...explainerQuery, enabled: false }).data
  return useMemo(() => withDefinitions(routes, explainer), [routes, explainer])
}
