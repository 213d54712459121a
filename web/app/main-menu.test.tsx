import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keys } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { club, renderAt, logInAs } from '../api/testing-page.tsx'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { MainMenu } from './main-menu.tsx'
import { RoutesContext } from './routes-context.ts'
import { routesFor } from './routes.ts'

beforeEach(() => {
  fakeServer(() => jsonResponse({ data: {}, resources: {} }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const menu = (
  <RoutesContext value={routesFor(club)}>
    <MainMenu />
  </RoutesContext>
)
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

it.each(['admin', 'editor'] as const)('%s sees the modules', (role) => {
  logInAs(role)
  renderAt(menu, '/socios')
  expect(links()).toContainEqual(['Sócios', '/socios'])
  expect(screen.getByRole('button', { name: 'Configurações' }).getAttribute('aria-expanded')).toBe('false')
})

it('a member sees only the own page and profile', () => {
  logInAs('member')
  renderAt(menu, '/dashboard')
  expect(links()).toEqual([
    ['Início', '/dashboard'],
    ['Perfil', '/utilizadores/u1'],
  ])
})

it('marks the current page and opens its group', () => {
  logInAs('editor')
  renderAt(menu, '/configuracaoSocios')
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/configuracaoSocios')
  expect(screen.getByRole('button', { name: 'Configurações' }).getAttribute('aria-expanded')).toBe('true')
})

it('scrolls to the current page when another is opened from elsewhere', () => {
  logInAs('editor')
  const scroll = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation(() => Promise.resolve() as unknown as void)
  renderAt(menu, '/socios')
  act(() => {
    history.pushState(null, '', '/configuracaoSocios')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(scroll.mock.contexts.map((link) => (link as Element).getAttribute('href'))).toEqual([
    '/socios',
    '/configuracaoSocios',
  ])
})

it('marks the parent (`below`) of a screen with an address of its own', () => {
  logInAs('editor')
  renderAt(menu, '/notificarSocios')
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/dividas')
  expect(screen.getByRole('button', { name: 'Pagamentos' }).getAttribute('aria-expanded')).toBe('true')
})

it('marks only the longest matching entry, and links without optional parameters', () => {
  logInAs('editor')
  renderAt(menu, '/cartoesSocio/emitir')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Emitir')
  expect(links()).toContainEqual(['Cartões', '/cartoesSocio'])
  expect(links()).toContainEqual(['Verificar vários', '/cartoesSocio/verificarVarios'])
})

it('shows the entries of a group after its heading is clicked', () => {
  logInAs('editor')
  renderAt(menu, '/socios')
  const heading = screen.getByRole('button', { name: 'Pagamentos' })
  expect(heading.getAttribute('aria-expanded')).toBe('false')
  expect(links()).not.toContainEqual(['Pagamentos', '/pagamentos'])
  fireEvent.click(heading)
  expect(links()).toContainEqual(['Pagamentos', '/pagamentos'])
  expect(screen.getByRole('button', { name: 'Configurações' }).getAttribute('aria-expanded')).toBe('false')
})

it('omits resources that the role may not list', async () => {
  logInAs('editor')
  const may = { list: false, read: false, create: false, update: false, delete: false, export: false }
  queryClient.setQueryData(keys.explainer, { data: {}, resources: { members: { may } } })
  renderAt(menu, '/socios')
  expect(links()).not.toContainEqual(['Sócios', '/socios'])
})

it('shows applications only while the module is on, with the waiting count', async () => {
  logInAs('editor')
  const settings = { hasMemberApplication: 'true' }
  queryClient.setQueryData(keys.settings, settings)
  const resources = { memberApplications: { may: { list: true } } }
  fakeServer(() => jsonResponse({ data: { count: 3 }, resources }))
  const { unmount } = renderAt(menu, '/socios')
  expect(await screen.findByRole('link', { name: 'Candidaturas 3 por tratar' })).toBeDefined()
  unmount()

  queryClient.setQueryData(keys.settings, { hasMemberApplication: 'false' })
  renderAt(menu, '/socios')
  expect(screen.queryByRole('link', { name: /^Candidaturas/ })).toBeNull()
})

it('shows no count of zero', async () => {
  logInAs('editor')
  queryClient.setQueryData(keys.settings, { hasMemberApplication: 'true' })
  queryClient.setQueryData([...keys.lists('memberApplications'), 'waiting'], 0)
  renderAt(menu, '/socios')
  expect(links()).toContainEqual(['Candidaturas', '/candidaturas'])
})

it('a group with one entry is a link with the name of the group', () => {
  logInAs('editor')
  const may = { list: true, read: true, create: false, update: false, delete: false, export: false }
  queryClient.setQueryData(keys.explainer, { data: {}, resources: { cardRuns: { may } } })
  renderAt(menu, '/socios')
  expect(links()).toContainEqual(['Cartões', '/cartoesSocio/emitir'])
  expect(screen.queryByRole('button', { name: 'Cartões' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Configurações' })).toBeTruthy()
})
