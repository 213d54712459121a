import { terminologyOf } from '@agremia/resources/terminology.ts'
import { expect, it } from 'vitest'
import { ApiError, api } from '../../api/client.ts'
import { onFailure } from '../../api/api-error.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { routesFor } from '../routes.ts'
import { isReported, sanitiseAddress, reportOfFailure, sanitiseAddresses } from './report-rules.ts'

const routes = routesFor(terminologyOf('club', { name: 'Clube' }))

/** The reports of an operation that the server answers with `status`. */
async function reportsOf(operation: () => Promise<unknown>, status: number) {
  fakeServer(() => jsonResponse({ message: 'Maria Silva não pode ser eliminada.', code: 'inUse' }, status))
  const reports: unknown[] = []
  const end = onFailure((error) => reports.push(reportOfFailure(error)))
  await operation().catch(() => undefined)
  end()
  return reports
}

it('reports name the operation, never the server’s message, which may name people', async () => {
  const remove = () => api.remove('members', { _id: '7' })
  const read = () => api.read('members', '7')
  const tags = { status: '500', code: 'inUse' }
  expect(await reportsOf(remove, 500)).toEqual([{ message: 'failed to delete', level: 'error', tags }])
  expect(await reportsOf(read, 500)).toEqual([{ message: 'Could not read item', level: 'error', tags }])
  expect(await reportsOf(remove, 409)).toEqual([
    { message: 'failed to delete', level: 'warning', tags: { status: '409', code: 'inUse' } },
  ])
})

it('lost contact, ended sessions and missing records are not reported', async () => {
  expect(await reportsOf(() => api.read('members', '7'), 404)).toEqual([undefined])
  expect(await reportsOf(() => api.read('members', '7'), 401)).toEqual([undefined])
  expect(await reportsOf(() => api.modify('members', '7', { name: '' }), 422)).toEqual([])
  const lost = new ApiError(0, 'Sem contacto.', { code: 'network' })
  lost.failure = 'Could not read item'
  expect(reportOfFailure(lost)).toBeUndefined()
})

it('unexpected errors are reported; aborted and refused requests are not', () => {
  expect(isReported(new TypeError('x is undefined'))).toBe(true)
  expect(isReported('a text')).toBe(true)
  expect(isReported(new DOMException('Aborted', 'AbortError'))).toBe(false)
  expect(isReported(new ApiError(500, 'Erro.'))).toBe(false)
})

it.each([
  ['/socios/0192-77?separador=x', '/socios/:id/:tab?'],
  ['/autorizacao/loginporlink/segredo', '/autorizacao/loginporlink/:recoverCode'],
  ['/v/7K3M9QX2VT4D', '/v/:id'],
  ['/socios?_search=Maria', '/socios'],
  ['http://localhost/api/members/0192?_search=Maria', '/api/members'],
  ['/um/caminho/que/nao/existe', '/:path'],
  ['https://exemplo.pt/maria?x=1', 'https://exemplo.pt'],
])('the address %s is reported as %s', (address, reported) => {
  expect(sanitiseAddress(address, routes)).toBe(reported)
})

it('addresses are reduced to route patterns at any depth of a report', () => {
  const sent = [
    { type: 'transaction' },
    {
      name: 'GET /api/members?_search=Maria',
      'url.query': '_search=Maria',
      trace: ['at read (http://localhost/assets/start-1.js:3:14)'],
      request: { url: 'http://localhost/autorizacao/loginporlink/segredo' },
      target: 'span.name[title="Maria Silva"] > b',
      count: 3,
    },
  ]
  const sanitised = sanitiseAddresses(sent, routes)
  expect(sanitised).toEqual([
    { type: 'transaction' },
    {
      name: 'GET /api/members',
      trace: ['at read (/assets/start-1.js:3:14)'],
      request: { url: '/autorizacao/loginporlink/:recoverCode' },
      target: 'span.name[title] > b',
      count: 3,
    },
  ])
  expect(sanitiseAddresses('1/2 de 3 e/ou 4', routes)).toBe('1/2 de 3 e/ou 4')
})
