import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTerminology } from '../api/queries.ts'
import { noSuchPage } from '../ui/no-such-page-words.ts'
import { matchRoute } from './match-route.ts'
import { useRoutes } from './routes-context.ts'

/**
 * The window's title: the route's, then the organisation's name. Screen readers hear where they have come; `data-at` is
 * the address whose screen is drawn, which the address bar says before.
 */
export function PageTitle() {
  const { name } = useTerminology()
  const { pathname, search, key } = useLocation()
  const [firstKey] = useState(key)
  const route = matchRoute(useRoutes(), pathname)
  const title = route?.title ?? noSuchPage
  return (
    <>
      <title>{titleOf(title, name)}</title>
      <output className="visually-hidden" data-at={pathname + search}>
        {key === firstKey ? '' : title}
      </output>
    </>
  )
}

export function titleOf(title: string, organisation: string): string {
  return [title, organisation].filter(Boolean).join(' – ')
}
