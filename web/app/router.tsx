import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { rememberReturnPath } from '../api/return-path.ts'
import { readSession } from '../api/tokens.ts'
import { loginPath, setupPath } from '../paths/account.ts'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { BareFrame } from './bare-frame.tsx'
import { NotFound } from './not-found.tsx'
import { RouteError } from './route-error.tsx'
import { mayEnter, type AppRoute } from './routes.ts'
import { Shell } from './shell.tsx'

type AppRouter = ReturnType<typeof createBrowserRouter>

/** The router of the table. At the first run every path leads to the set-up. */
export function createAppRouter(routes: readonly AppRoute[], isFirstRun: boolean): AppRouter {
  const open = isFirstRun
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
        { Component: BareFrame, children: open.filter((route) => route.bare).map(routeObject) },
        { Component: Shell, children: open.filter((route) => !route.bare).map(routeObject) },
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
    hydrateFallbackElement: <PageSkeleton />,
    lazy: async () => ({ Component: screen ? (await screen()).default : NotFound }),
  }
}

/** Visitors log in first and come back; others are told that they may not open it. */
function guard(route: AppRoute, { request }: LoaderFunctionArgs): Response | undefined {
  const role = readSession()?.role
  if (mayEnter(route, role)) return undefined
  if (role !== undefined) throw new Response(null, { status: 403 })
  const { pathname, search } = new URL(request.url)
  rememberReturnPath(pathname + search)
  return redirect(loginPath)
}
