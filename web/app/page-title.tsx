import { useLocation } from 'react-router'
import { useTerminology } from '../api/queries.ts'
import { matchRoute } from './match-route.ts'
import { useRoutes } from './routes-context.ts'

/** The window's title: the route's, then the organisation's name. */
export function PageTitle() {
  const { name } = useTerminology()
  const route = matchRoute(useRoutes(), useLocation().pathname)
  return <title>{titleOf(route?.title ?? 'Página não encontrada', name)}</title>
}

export function titleOf(title: string, organisation: string): string {
  return organisation ? `${title} – ${organisation}` : title
}
