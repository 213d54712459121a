import { useLocation } from 'react-router'
import { useSession } from '../api/queries.ts'
import { AppLink } from '../ui/app-link.tsx'
import { usePageHead } from '../ui/page-head.ts'
import { breadcrumbTrail } from './breadcrumb-trail.ts'
import { useRoutes } from './routes-context.ts'
import classes from './breadcrumbs.module.css'

/** Breadcrumbs of the current screen. */
export function useTrail() {
  return breadcrumbTrail(useRoutes(), useLocation().pathname, useSession()?.role)
}

/** The breadcrumb trail; the last crumb shows the title that the page publishes. */
export function Breadcrumbs() {
  const { pathname } = useLocation()
  const head = usePageHead()
  const trail = useTrail()
  return (
    <nav aria-label="Localização">
      <ol className={classes.trail}>
        {trail.map((crumb, place) => {
          const isLast = place === trail.length - 1
          const title = (isLast && head?.title) || crumb.title
          return (
            <li key={crumb.path} className={classes.crumb} title={title}>
              {isLast ? (
                <span aria-current="page">{title}</span>
              ) : crumb.to ? (
                <AppLink to={crumb.to} state={{ from: pathname }}>
                  {title}
                </AppLink>
              ) : (
                <span>{title}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
