import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { rememberReturnPath } from '../api/browser-storage.ts'
import { readSession } from '../api/tokens.ts'
import { loginPath, setupPath } from '../paths/account.ts'
import { ListPageSkeleton, PageSkeleton, RecordSkeleton } from '../ui/skeletons.tsx'
import { BareFrame, Shell } from './shell.tsx'
import { NotFound, RouteError } from './error-pages.tsx'
import { mayEnter, type AppRoute } from './routes.ts'

type AppRouter = ReturnType<typeof createBrowserRouter>

/** Creates the router. During the first run every path redirects to the setup. */
export function createAppRouter(routes: readonly AppRoute[], isFirstRun: boolean): AppRouter {
  const shown = isFirstRun
    ? routes.filter(({ path }) => path === setupPath)
    : routes.filter(({ path }) => path !== setupPath)
  return createBrowserRouter([
    {
      errorElement: (
        <main>
          <RouteError />
        </main>
      ),
      children: [
        { Component: BareFrame, children: shown.filter((route) => route.bare).map(routeObject) },
        { Component: Shell, children: shown.filter((route) => !route.bare).map(routeObject) },
        isFirstRun
          ? {
              path: '*',
              loader: () => redirect(setupPath),
              element: <PageSkeleton />,
              errorElement: <RouteError />,
              hydrateFallbackElement: <PageSkeleton />,
            }
          : notFoundRoute,
      ],
    },
  ])
}

const notFoundRoute: RouteObject = { Component: Shell, children: [{ path: '*', Component: NotFound }] }

function routeObject(route: AppRoute): RouteObject {
  const { path, redirect: target, screen } = route
  if (target !== undefined) {
    return {
      path,
      loader: (args) => guard(route, args) ?? redirect(target),
      element: <PageSkeleton />,
      errorElement: <RouteError />,
      hydrateFallbackElement: <PageSkeleton />,
    }
  }
  return {
    path,
    loader: (args) => guard(route, args) ?? null,
    errorElement: <RouteError />,
    hydrateFallbackElement: skeletonOf(route),
    lazy: async () => ({ Component: screen ? (await screen()).default : NotFound }),
  }
}

function skeletonOf({ skeleton }: AppRoute) {
  if (skeleton === 'list') return <ListPageSkeleton />
  return skeleton === 'person' ? <RecordSkeleton /> : <PageSkeleton />
}

/** Redirects visitors to the login and back afterwards; throws 403 for other roles. */
function guard(route: AppRoute, { request }: LoaderFunctionArgs): Response | undefined {
  const role = readSession()?.role
  if (mayEnter(route, role)) return undefined
  if (role !== undefined) throw new Response(null, { status: 403 })
  const { pathname, search } = new URL(request.url)
  rememberReturnPath(pathname + search)
  return redirect(loginPath)
}
