import { Component, createElement, type ReactNode, Suspense, use, useEffect, useMemo } from 'react'
import { matchPath } from '../paths/match-path.ts'
import { endFirstLayer } from '../ui/first-layer.ts'
import { ParamsContext, useAddress } from '../ui/router.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { NotFound, ScreenError } from './error-pages.tsx'
import { forgetScreen, loadScreen, matchRoute } from './match-route.ts'
import { useRoutes } from './routes-context.ts'
import { BareFrame, Shell } from './shell.tsx'
import type { Screen } from './app-route.ts'

/** The screen of the current address, in its frame. */
export function Screens() {
  const { pathname, key } = useAddress()
  const route = matchRoute(useRoutes(), pathname)
  const params = useMemo(() => matchPath(route?.path ?? '', pathname) ?? {}, [route?.path, pathname])
  useEffect(() => {
    if (pathname !== firstPath) endFirstLayer()
  }, [pathname])
  const Frame = route?.bare ? BareFrame : Shell
  return (
    <CatchErrors
      at={key}
      instead={(error) => (
        <main>
          <ScreenError error={error} />
        </main>
      )}
    >
      <Suspense fallback={<PageSkeleton />}>
        <ParamsContext value={params}>
          <Frame>
            <CatchErrors
              at={key}
              instead={(error) => <ScreenError error={error} />}
              onError={() => route && forgetScreen(route.path)}
            >
              {route?.screen ? (
                <LoadedScreen key={route.path} path={route.path} screen={route.screen} />
              ) : (
                <NotFound />
              )}
            </CatchErrors>
          </Frame>
        </ParamsContext>
      </Suspense>
    </CatchErrors>
  )
}

const firstPath = location.pathname
/** The page will reload. */
const never = new Promise<never>(() => {})

function LoadedScreen({ path, screen }: { path: string; screen: Screen }) {
  const Loaded = use(loadScreen(path, screen)) ?? use(never)
  return createElement(Loaded)
}

interface CatchErrorsProps {
  /** Navigation ends the error. */
  at: string
  instead: (error: unknown) => ReactNode
  onError?: () => void
  children: ReactNode
}

interface Caught {
  failure: { error: unknown } | undefined
  at: string
}

/** Replaces its content when it throws an error. */
class CatchErrors extends Component<CatchErrorsProps, Caught> {
  override state: Caught = { failure: undefined, at: this.props.at }

  static getDerivedStateFromError(error: unknown): Partial<Caught> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ at }: CatchErrorsProps, caught: Caught): Caught | null {
    return at === caught.at ? null : { failure: undefined, at }
  }

  override componentDidCatch(): void {
    this.props.onError?.()
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure ? this.props.instead(failure.error) : this.props.children
  }
}
