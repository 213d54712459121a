import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
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
