import { terminologyOf } from '@agremia/resources/terminology.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { keys } from './queries.ts'
import { queryClient } from './query-client.ts'
import { fakeToken } from './testing.ts'
import { storeTokens, type Role } from './tokens.ts'

export const club = terminologyOf('club', { name: 'Clube do Outeiro' })

export interface Rendered extends RenderResult {
  /** The current path. */
  pathname: () => string
}

/** Renders an element at a path, as the screen of a route, with the terminology of a club. */
export function renderAt(part: ReactNode, path = '/', route = '*'): Rendered {
  queryClient.setQueryData(keys.terminology, club)
  const router = createMemoryRouter([{ path: route, element: part }], { initialEntries: [path] })
  const result = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...result, pathname: () => router.state.location.pathname }
}

export function logInAs(role: Role, id = 'u1'): void {
  const access = fakeToken({ CustomUserInfo: { Name: 'Helena Matos', ID: id, Role: role } })
  storeTokens({ access, refresh: fakeToken() })
}
