import type { Terminology } from '@agremia/resources/terminology.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { type FirstRun, FirstRunContext } from '../api/first-run.ts'
import { ExplainerProvider, terminologyQuery, useExplainer, useSession, useSettings } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { DialogHost } from '../ui/confirm-dialog.tsx'
import { useFormKeys } from '../ui/hotkeys.ts'
import { ErrorState } from '../ui/message-state.tsx'
import { Hints } from '../ui/hints.tsx'
import { RecordPathsContext } from '../paths/records.ts'
import { MayEnterContext, PrefetchContext } from '../ui/app-link.tsx'
import { QuotaWordContext } from '../ui/quota-strip.tsx'
import { AppRouter } from '../ui/router.tsx'
import { theme } from '../ui/theme.ts'
import { Toasts } from '../ui/toasts.tsx'
import { leadsToOpenScreen, matchRoute, prefetchScreen, redirectOf } from './match-route.ts'
import { Screens } from './router.tsx'
import { recordPathsOf, RoutesContext, withDefinitions } from './routes-context.ts'
import { shownRoutes } from './routes.ts'
import { ServerMessages } from './server-messages.tsx'
import { ServerOverlay } from './server-overlay.tsx'

interface AppProps {
  /** The initial terminology; refetches replace it. */
  terminology: Terminology
  firstRun: FirstRun | undefined
}

export function App(props: AppProps) {
  return (
    <Providers>
      <RoutedApp {...props} />
    </Providers>
  )
}

/** Shown when the first requests fail. The overlay for lost contact lies above it. */
export function StartFailure() {
  return (
    <Providers>
      <main>
        <ErrorState isPage title="Não foi possível abrir a aplicação" onRetry={() => location.reload()} />
      </main>
    </Providers>
  )
}

/** Providers and hosts that every screen needs. */
function Providers({ children }: { children: ReactNode }) {
  useFormKeys()
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queryClient}>
        <ExplainerProvider>
          {children}
          <DialogHost />
          <Toasts />
          <Hints />
          <ServerMessages />
          <ServerOverlay />
        </ExplainerProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Router and contexts, built from the route table in the organisation's terminology. */
function RoutedApp({ terminology: first, firstRun }: AppProps) {
  const terminology = useQuery({ ...terminologyQuery, initialData: first }).data
  const isFirstRun = firstRun !== undefined
  const routes = useMemo(() => shownRoutes({ terminology, isFirstRun }), [terminology, isFirstRun])
  const explainer = useExplainer()
  const definedRoutes = useMemo(() => withDefinitions(routes, explainer), [routes, explainer])
  const recordPaths = useMemo(() => recordPathsOf(routes), [routes])
  const prefetch = useMemo(() => (address: string) => void prefetchScreen(routes, address), [routes])
  const role = useSession()?.role
  const settings = useSettings()
  const mayEnterAddress = useMemo(
    () => (address: string) => leadsToOpenScreen(definedRoutes, address, { role, settings }),
    [definedRoutes, role, settings],
  )
  const redirect = useMemo(() => (path: string) => redirectOf(routes, path), [routes])
  const screenOf = useMemo(() => (path: string) => matchRoute(routes, path)?.path ?? path, [routes])
  return (
    <RoutesContext value={definedRoutes}>
      <RecordPathsContext value={recordPaths}>
        <FirstRunContext value={firstRun}>
          <PrefetchContext value={prefetch}>
            <MayEnterContext value={mayEnterAddress}>
              <QuotaWordContext value={terminology.membershipPayments}>
                <AppRouter redirect={redirect} screenOf={screenOf}>
                  <Screens />
                </AppRouter>
              </QuotaWordContext>
            </MayEnterContext>
          </PrefetchContext>
        </FirstRunContext>
      </RecordPathsContext>
    </RoutesContext>
  )
}
