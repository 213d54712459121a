import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keys } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { club, renderAt, logInAs } from '../api/testing-page.tsx'
import { RoutesContext, withDefinitions } from './routes-context.ts'
import { routesFor } from './routes.ts'
import SearchPalette from './search-palette.tsx'

beforeEach(() => {
  fakeServer(() => jsonResponse({ data: {}, resources: {} }))
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  Element.prototype.scrollIntoView ??= () => undefined
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

it.each([
  ['member', ['Início', 'Perfil']],
  ['editor', ['Perfil']],
] as const)('a %s finds the own profile', async (role, expected) => {
  logInAs(role)
  const palette = (
    <RoutesContext value={withDefinitions(routesFor(club), { data: {}, resources: {} })}>
      <SearchPalette begin={role === 'member' ? '' : 'perf'} onClose={() => undefined} />
    </RoutesContext>
  )
  renderAt(palette, '/dashboard')
  await screen.findByText('Perfil')
  expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual(
    expected,
  )
})

it('omits screens of a module that is off', async () => {
  logInAs('editor')
  queryClient.setQueryData(keys.settings, { hasMemberApplication: 'false' })
  const palette = (
    <RoutesContext value={withDefinitions(routesFor(club), { data: {}, resources: {} })}>
      <SearchPalette begin="candidaturas" onClose={() => undefined} />
    </RoutesContext>
  )
  const { unmount } = renderAt(palette, '/socios')
  expect(
    await screen.findByRole('option', { name: /^Configuração de candidaturas/, hidden: true }),
  ).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'Candidaturas', hidden: true })).toBeNull()
  unmount()
  queryClient.setQueryData(keys.settings, { hasMemberApplication: 'true' })
  renderAt(palette, '/socios')
  expect(await screen.findByRole('option', { name: 'Candidaturas', hidden: true })).toBeTruthy()
})
