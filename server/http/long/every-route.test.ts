import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Answer } from '../../testing/caller.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, make } = await testApp({ sendsJunk: true })
const admin = await as('admin')
const stored = (Object.values(definitions) as unknown as Definition[]).filter(
  ({ kind }) => kind !== 'computed',
)

interface Route {
  path: string
  methods: string[]
}

/** All routes of the API, from the tree that the router prints: four characters of indentation per level. */
function routesOf(tree: string): Route[] {
  const parts: string[] = []
  const routes: Route[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^(.*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (part === '') continue
    parts.length = indent.length / 4
    // Routes may name the same parameter differently; only its position matters.
    parts.push(part.replaceAll(/:\w+(\|:\w+)*/g, ':id'))
    routes.push({ path: parts.join(''), methods: methods.split(', ').filter(Boolean) })
  }
  return routes
    .filter(({ path, methods }) => path.startsWith('/api/') && methods.length > 0)
    .map(({ path, methods }) => ({ path: path.slice('/api'.length), methods }))
}

const routes = routesOf(app.printRoutes({ commonPrefix: false }))

const requests = {
  GET: (path) => admin.get(path),
  POST: (path) => admin.post(path, {}),
  PUT: (path) => admin.put(path, {}),
  PATCH: (path) => admin.patch(path, {}),
  DELETE: (path) => admin.delete(path),
} satisfies Record<string, (path: string) => Promise<Answer>>

test('every resource has its routes in the list', () => {
  const paths = new Set(routes.map(({ path }) => path))
  for (const { name } of stored)
    for (const path of ['', '/export', '/:id', '/:id/audit_events'])
      assert.ok(paths.has(`/${resourcePath(name)}${path}`), `${name}${path}`)
  assert.ok(paths.has('/message_settings/:id/preview'))
})

describe('unknown and invalid ids', () => {
  const ids = [
    '00000000-0000-0000-0000-000000000000',
    '0198c0de-0000-7000-8000-000000000000',
    'nada',
    '%00',
    'a%00b',
  ]
  for (const { path, methods } of routes.filter(({ path: template }) => template.includes(':')))
    test(`${path}: no 5xx`, async () => {
      for (const [method, ask] of Object.entries(requests))
        for (const id of methods.includes(method) ? ids : []) {
          const url = path.replaceAll(':id', id)
          const { status, text } = await ask(url)
          assert.ok(status < 500, `${method} ${url}: ${status} ${text}`)
        }
    })

  test('404 for previews of unknown message settings', async () => {
    const id = '00000000-0000-0000-0000-000000000000'
    assert.equal((await admin.post(`/message_settings/${id}/preview`, {})).status, 404)
  })
})

describe('U+0000 in parameters', () => {
  const parameters = [
    '_search',
    '_id',
    '_sort',
    '_columns',
    '_resource',
    'format',
    'nif',
    'name',
    'email',
    'search',
  ]
  const queries = [
    ...parameters.flatMap((name) => [`${name}=%00`, `${name}=a%00b`]),
    'format=csv&_search=a%00b',
    '%00=1',
    '_search=%%0000',
  ]
  const lists = routes.filter(({ path, methods }) => methods.includes('GET') && !path.includes(':'))

  for (const { path } of lists)
    test(`${path}: no 5xx`, async () => {
      for (const query of queries) {
        const { status, text } = await admin.get(`${path}?${query}`)
        assert.ok(status < 500, `${path}?${query}: ${status} ${text}`)
      }
    })

  test('separates words of a search', async () => {
    await make.member({ name: 'Zulmira Nula' })
    const { body } = await admin.get('/members?_search=zul%00nula')
    assert.deepEqual([body.meta.total, body.data[0]?.['name']], [1, 'Zulmira Nula'])
    const { status, text } = await admin.get('/members/export?_search=zul%00nula&_columns=name')
    assert.deepEqual([status, text.includes('Zulmira Nula')], [200, true])
  })
})
