import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import { ApiError } from '../errors.ts'
import { testApp } from '../testing/test-app.ts'
import { answerErrors } from './answer-errors.ts'

const { app, visitor, as } = await testApp()

describe('errors become responses', () => {
  /** A server whose only route throws the error. */
  async function requestFailingWith(error: unknown) {
    const logged: string[] = []
    const server = Fastify({
      logger: { level: 'error', stream: { write: (line) => void logged.push(line) } },
    })
    answerErrors(server)
    server.get('/', () => Promise.reject(error as Error))
    const { statusCode, headers, body } = await server.inject('/')
    return { status: statusCode, headers, body: JSON.parse(body) as Record<string, unknown>, logged }
  }
  const databaseError = (code: string, message = 'broken') => Object.assign(new Error(message), { code })

  test('ApiError: status, body and headers as given', async () => {
    const error = new ApiError(409, 'Não pode ser.', {
      code: 'why',
      data: { a: 1 },
      errors: { name: ['Falta.'] },
      headers: { 'retry-after': '5' },
      cause: new Error('secret'),
    })
    const { status, headers, body, logged } = await requestFailingWith(error)
    assert.deepEqual(
      [status, headers['retry-after'], body],
      [409, '5', { message: 'Não pode ser.', code: 'why', data: { a: 1 }, errors: { name: ['Falta.'] } }],
    )
    assert.deepEqual(logged, [])
  })

  test('an internal error: 500 with a code that is in the log, and no details', async () => {
    const { status, body, logged } = await requestFailingWith(new Error('password=secret at /srv/app.ts'))
    assert.equal(status, 500)
    assert.deepEqual(Object.keys(body), ['message', 'code'])
    assert.doesNotMatch(JSON.stringify(body), /secret|app\.ts/)
    assert.equal(logged.length, 1)
    assert.match(logged[0] ?? '', /secret/)
    assert.ok((logged[0] ?? '').includes(String(body['code'])))
  })

  test('database out of reach: 503', async () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300']) {
      const { status, body } = await requestFailingWith(databaseError(code))
      assert.equal(status, 503, code)
      assert.match(String(body['message']), /base de dados não responde/)
    }
    for (const message of [
      'Connection terminated unexpectedly',
      'timeout exceeded when trying to connect',
      'Client has encountered a connection error and is not queryable',
    ]) {
      assert.equal((await requestFailingWith(new Error(message))).status, 503)
    }
    assert.equal((await requestFailingWith(databaseError('57014'))).status, 503)
    assert.equal((await requestFailingWith(databaseError('42703'))).status, 500)
  })

  test('errors of Fastify are in Portuguese', async () => {
    for (const status of [400, 404, 413, 414, 415, 429, 418]) {
      const { status: answered, body } = await requestFailingWith(
        Object.assign(new Error('english'), { statusCode: status }),
      )
      assert.equal(answered, status)
      assert.doesNotMatch(String(body['message']), /english/)
    }
  })
})

describe('the server', () => {
  test('health check', async () => {
    const { status, body } = await visitor.get('/')
    assert.equal(status, 200)
    const { version, ...rest } = body as unknown as Record<string, string>
    assert.match(version ?? '', /^\d+\.\d+\.\d+$/)
    assert.deepEqual(rest, { status: 'ok', database: 'ok' })
    assert.equal((await app.inject('/api')).statusCode, 200)
  })

  test('API responses: no framing, no sniffing, not stored (except the explainer)', async () => {
    const admin = await as('admin')
    for (const path of ['/members', '/nada', '/settings', '/explainer']) {
      const { headers } = await admin.get(path)
      assert.equal(headers['cache-control'], path === '/explainer' ? 'private, no-cache' : 'no-store', path)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
      assert.doesNotMatch(String(headers['content-security-policy']), /script-src[^;]*'unsafe/)
      assert.equal(headers['x-powered-by'], undefined)
    }
  })

  test('TRACE is refused for every path, and echoes nothing', async () => {
    for (const url of ['/', '/api/', '/api/members', '/api/auth', '/index.html', '/mcp']) {
      const answer = await app.inject({ method: 'TRACE' as never, url, headers: { 'x-secret': 'echo-me' } })
      assert.equal(answer.statusCode, 404, url)
      assert.ok(!`${JSON.stringify(answer.headers)}${answer.body}`.includes('echo-me'))
    }
    assert.ok(!app.routes.some(({ method }) => [method].flat().includes('TRACE')))
  })

  test('unknown paths of the API are answered with JSON', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { statusCode, body } = await app.inject({ method, url: '/api/nada' })
      assert.deepEqual([statusCode, JSON.parse(body)], [404, { message: 'Não foi encontrado.' }])
    }
    const { statusCode, headers } = await app.inject('/nada.js')
    assert.equal(statusCode, 404)
    assert.match(String(headers['content-type']), /json/)
  })
})
