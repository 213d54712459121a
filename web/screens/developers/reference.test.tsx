import type { ApiDocument } from '@agremia/resources/request-examples.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { accessToken } from '../../api/tokens.ts'
import { queryClient } from '../../api/query-client.ts'
import { documentOf, groupsOf } from './api-document.ts'
import Reference from './reference.tsx'

const loaded: object[] = []
vi.mock('./api-explorer.ts', () => ({}))

const record = { $ref: '#/components/schemas/member' }
const answer = { 200: { description: '', content: { 'application/json': { schema: record } } } }
const schemas = {
  member: { type: 'object', properties: { category: { $ref: '#/components/schemas/category' } } },
  category: {
    type: 'object',
    properties: { parent: { $ref: '#/components/schemas/category' }, names: { type: ['array', 'null'] } },
  },
  other: { type: 'object' },
}
const security: Record<string, string[]>[] = [{ bearer: [] }, { apiSecret: ['members:read'] }]
const shared = { security, responses: answer }
const document: ApiDocument = {
  servers: [{ url: '/api' }],
  components: { schemas, parameters: {} },
  paths: {
    '/tasks': {
      get: {
        ...shared,
        operationId: 'listTasks',
        summary: 'Listar tarefas',
        tags: ['Tarefas'],
        security: [{}],
      },
    },
    '/members': {
      get: { ...shared, operationId: 'listMembers', summary: 'Listar sócios', tags: ['Sócios'] },
      post: { ...shared, operationId: 'createMembers', summary: 'Criar sócios', tags: ['Sócios'] },
    },
  },
}

class Explorer extends HTMLElement {
  loadSpec(given: object): Promise<void> {
    loaded.push(given)
    return Promise.resolve()
  }
}

beforeEach(() => {
  loaded.length = 0
  if (!customElements.get('api-explorer')) customElements.define('api-explorer', Explorer)
  fakeServer(() => jsonResponse(document))
  logInAs('admin')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const show = (search = '') =>
  renderAt(<Reference />, `/developers/reference${search}`, '/developers/reference')

it('groups all operations in alphabetical order and finds them by words of summary and address', async () => {
  show()
  const index = await screen.findByRole('navigation', { name: 'Pedidos' })
  const groups = () => [...index.querySelectorAll('summary')].map(({ textContent }) => textContent)
  expect(groups()).toEqual(['Sócios', 'Tarefas'])
  expect(within(index).queryAllByRole('link')).toHaveLength(0)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'socios post' } })
  const link = await within(index).findByRole('link', { name: /Criar sócios/ })
  expect(link.getAttribute('href')).toBe('/developers/reference?pedido=createMembers')
  expect(groups()).toEqual(['Sócios'])
  expect(screen.getByRole('link', { name: /Descarregar/ }).getAttribute('href')).toBe('/api/openapi.json')
})

it('shows the operation of the address, with examples of this installation and the scope', async () => {
  show('?pedido=createMembers')
  expect(await screen.findByRole('heading', { name: 'Criar sócios' })).toBeTruthy()
  expect(screen.getByText('members:read')).toBeTruthy()
  expect(screen.getByLabelText('curl').textContent).toContain(`'${location.origin}/api/members'`)
  expect(screen.getByLabelText('TypeScript').textContent).toContain("method: 'POST'")
  expect(screen.getByText(/O pedido é real/)).toBeTruthy()
  expect(loaded).toHaveLength(1)
})

it('tries requests with the session, or with a secret that is not stored', async () => {
  const { container } = show('?pedido=listMembers')
  await screen.findByRole('heading', { name: 'Listar sócios' })
  expect(screen.queryByText(/O pedido é real/)).toBeNull()
  const headersOf = () => {
    const headers = new Headers()
    const detail = { request: { headers } }
    container.querySelector('api-explorer')?.dispatchEvent(new CustomEvent('request', { detail }))
    return headers.get('authorization')
  }
  expect(headersOf()).toBe(`Bearer ${accessToken()}`)
  const secret = screen.getByLabelText(/Chave de API para experimentar/)
  fireEvent.change(secret, { target: { value: ' agr_dito ' } })
  expect(headersOf()).toBe('Bearer agr_dito')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('agr_dito')
})

it('gives the renderer one operation and the schemas that it uses', () => {
  const [members] = groupsOf(document)
  const given = documentOf(document, members!.operations[0]!) as ApiDocument
  expect(Object.keys(given.paths['/members'] ?? {})).toEqual(['get'])
  expect(Object.keys(given.paths)).toEqual(['/members'])
  expect(Object.keys(given.components.schemas).toSorted()).toEqual(['category', 'member'])
  expect(given.components.schemas['category']?.['properties']).toMatchObject({ names: { type: 'array' } })
  expect(document.components.schemas['category']?.['properties']).toMatchObject({
    names: { type: ['array', 'null'] },
  })
  expect(document.paths['/members']?.['get']?.summary).toBe('Listar sócios')
})
