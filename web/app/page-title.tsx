import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTerminology } from '../api/queries.ts'
import { noSuchPage } from '../ui/no-such-page-words.ts'
import { matchRoute } from './match-route.ts'
import { useRoutes } from './routes-context.ts'

/**
 * Sets the window's title to the route's and the organisation's, and announces navigation to screen readers.
 * `data-at` is the address of the rendered screen; the address bar changes earlier.
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
