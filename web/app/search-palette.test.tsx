import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { describeResource } from '@agremia/resources/describe.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keys } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { beginAs, club, explainerOf, renderAt, logInAs } from '../api/testing-page.tsx'
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
  // Members may read their own records, whose lists are the staff's.
  const memberStates = describeResource(getDefinition('memberStates'), club, {
    id: 'u1',
    name: 'Ana',
    role,
    personId: 'p1',
  })
  const palette = (
    <RoutesContext value={withDefinitions(routesFor(club), { data: {}, resources: { memberStates } })}>
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

/** The options of the palette, once it has searched among these members. */
async function optionsFor(search: string, members: object[]): Promise<string[]> {
  beginAs('admin', explainerOf('members', 'imports'))
  queryClient.setQueryData(keys.settings, {})
  fakeServer(({ path }) => {
    const data = path.startsWith('members') ? members : []
    return jsonResponse({ data, meta: { total: data.length, page: 1, limit: 8 }, resources: {} })
  })
  const explainer = explainerOf('members', 'imports')
  const found = renderAt(
    <RoutesContext value={withDefinitions(routesFor(club), explainer)}>
      <SearchPalette begin={search} onClose={() => undefined} />
    </RoutesContext>,
    '/socios',
  )
  for (const { name } of members as { name: string }[]) await screen.findByText(name)
  return found.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
}

const member = { _id: 'm1', _version: 1, name: 'Rui Importino', memberNumber: 12, nif: '200000004' }

it('shows actions and screens whose words begin with the search before records', async () => {
  const button = document.createElement('button')
  button.dataset.action = 'importar'
  button.textContent = 'Juntar fotografias'
  document.body.append(button)
  const options = await optionsFor('import', [member])
  button.remove()
  const place = (text: string) => options.findIndex((option) => option.includes(text))
  expect(place('Juntar fotografias')).toBe(0)
  expect(place('Importações')).toBeGreaterThan(0)
  expect(place('Importações')).toBeLessThan(place('Rui Importino'))
})

it('finds the import by the word of the menu', async () => {
  const options = await optionsFor('importar', [])
  expect(options.some((option) => option.startsWith('Importações'))).toBe(true)
})

it('says which field has the words, unless the name or the number has them', async () => {
  expect(await optionsFor('200000004', [member])).toEqual([expect.stringMatching(/n\.º 12 · NIF 200000004$/)])
  cleanup()
  const named = await optionsFor('importino', [member])
  expect(named.find((option) => option.includes('Rui'))).toMatch(/n\.º 12$/)
  cleanup()
  const numbered = await optionsFor('12', [member])
  expect(numbered.find((option) => option.includes('Rui'))).toMatch(/n\.º 12$/)
})
