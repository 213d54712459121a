import type { Terminology } from '@agremia/resources/terminology.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../api/query-client.ts'
import type { FirstRun } from '../api/first-run.ts'
import { DialogHost } from '../ui/dialog-host.tsx'
import { Hints } from '../ui/hints.tsx'
import { PrefetchContext } from '../ui/prefetch.ts'
import { theme } from '../ui/theme.ts'
import { Toasts } from '../ui/toasts.tsx'
import { FirstRunContext } from '../api/first-run-context.ts'
import { prefetchScreen } from './match-route.ts'
import { createAppRouter } from './router.tsx'
import { RoutesContext } from './routes-context.ts'
import { routesFor } from './routes.ts'
import { ServerMessages } from './server-messages.tsx'
import { ServerOverlay } from './server-overlay.tsx'

export interface AppProps {
  terminology: Terminology
  firstRun: FirstRun | undefined
}

export function App({ terminology, firstRun }: AppProps) {
  const routes = useMemo(() => routesFor(terminology), [terminology])
  const router = useMemo(() => createAppRouter(routes, firstRun !== undefined), [routes, firstRun])
  useEffect(() => () => router.dispose(), [router])
  const prefetch = useMemo(() => (path: string) => prefetchScreen(routes, path), [routes])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queryClient}>
        <RoutesContext value={routes}>
          <FirstRunContext value={firstRun}>
            <PrefetchContext value={prefetch}>
              <RouterProvider router={router} />
            </PrefetchContext>
          </FirstRunContext>
        </RoutesContext>
        <DialogHost />
        <Toasts />
        <Hints />
        <ServerMessages />
        <ServerOverlay />
      </QueryClientProvider>
    </MantineProvider>
  )
}
