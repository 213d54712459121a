import { getDefinition, type ResourceName } from '@agremia/resources/definitions/index.ts'
import { describeFields, describeResource } from '@agremia/resources/describe.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { matchPath } from '../paths/match-path.ts'
import { AppRouter, ParamsContext, useAddress } from '../ui/router.tsx'
import { ExplainerProvider, keys } from './queries.ts'
import { queryClient } from './query-client.ts'
import { fakeToken, resetBrowser } from './testing.ts'
import { storeTokens, type Role } from './tokens.ts'

export const club = terminologyOf('club', { name: 'Clube do Outeiro' })

export interface Rendered extends RenderResult {
  /** The current path. */
  pathname: () => string
}

/** Renders an element at a path, as the screen of a route, with the terminology of a club. */
export function renderAt(part: ReactNode, path = '/', route = path): Rendered {
  queryClient.setQueryData(keys.terminology, club)
  history.replaceState(null, '', path)
  const result = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ExplainerProvider>
          <AppRouter>
            <Route path={route}>{part}</Route>
          </AppRouter>
        </ExplainerProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...result, pathname: () => location.pathname }
}

function Route({ path, children }: { path: string; children: ReactNode }) {
  return <ParamsContext value={matchPath(path, useAddress().pathname) ?? {}}>{children}</ParamsContext>
}

export function logInAs(role: Role, id = 'u1'): void {
  const access = fakeToken({ CustomUserInfo: { Name: 'Helena Matos', ID: id, Role: role } })
  storeTokens({ access, refresh: fakeToken() })
}

/** Begins a test as the role, with nothing cached but the explainer. */
export function beginAs(role: Role, explainer: Explainer): void {
  resetBrowser()
  queryClient.clear()
  logInAs(role)
  queryClient.setQueryData(keys.explainer, explainer)
}

/** The explainer of an administrator, with these resources alone. */
export function explainerOf(...names: ResourceName[]): Explainer {
  const admin = { id: 'u1', name: 'Helena Matos', role: 'admin', personId: null } as const
  const described = names.map(getDefinition)
  return {
    data: Object.fromEntries(
      described.map(({ name, fields }) => [name, describeFields(fields, club, admin)]),
    ),
    resources: Object.fromEntries(described.map((each) => [each.name, describeResource(each, club, admin)])),
  }
}

/** Caches an explainer without resources, so that tests of parts that do not read it see no request for it. */
export function explainNothing(): void {
  queryClient.setQueryData(keys.explainer, { data: {}, resources: {} })
}
