import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { readEmbeddedWords } from '../../setup/index.ts'
import { startLocalService } from '../../testing/local-service.ts'
import { testApp } from '../../testing/test-app.ts'
import { readDsn } from '../../dsn.ts'

const service = await startLocalService('{"id":"abc"}')
after(() => service.close())
const { host, received } = service
const dsn = `http://chave@${host}/caminho/42`

const here = await testApp({
  config: { sentryDsn: `http://chave:segredo@${host}/caminho/42`, sentryMaskText: true },
})
const { visitor, app, sql } = here
const without = await testApp({ with: here })

const envelope = (header: object, message = 'rebentou') =>
  [JSON.stringify(header), '{"type":"event"}', JSON.stringify({ message })].join('\n')
const report = (body: string, headers: Record<string, string> = {}) =>
  visitor.send('POST', '/sentry', body, { 'content-type': 'text/plain;charset=UTF-8', ...headers })

describe('error reports', () => {
  test('are forwarded to the configured project without headers of the client', async () => {
    const body = envelope({ dsn, sent_at: '2026-01-01' })
    const headers = { authorization: 'Bearer x', cookie: 'a=1', referer: 'http://localhost/socios' }
    assert.equal((await report(body, headers)).status, 200)
    const [taken, ...others] = received.splice(0)
    assert.deepEqual(others, [])
    assert.deepEqual([taken?.method, taken?.url, taken?.body], ['POST', '/caminho/api/42/envelope/', body])
    for (const name of ['authorization', 'cookie', 'referer', 'x-forwarded-for'])
      assert.equal(taken?.headers[name], undefined, name)
  })

  test('for other projects are rejected and not forwarded', async () => {
    const others = [
      `http://chave@${host}/caminho/43`,
      `http://outra@${host}/caminho/42`,
      `http://chave@${host}/42`,
      'http://chave@localhost:1/caminho/42',
      `https://chave@${host}/caminho/42`,
      `http://chave@${host}/caminho/42?x=1`,
      `http://chave@${host}@exemplo.pt/caminho/42`,
      '',
    ]
    for (const other of others) {
      const { status, body } = await report(envelope({ dsn: other }))
      assert.deepEqual([status, typeof body.message], [400, 'string'], other)
    }
    for (const body of [
      '',
      '\n',
      'nada',
      '{}\n{}',
      '[]\n',
      'null\n',
      '{"dsn":1}\n',
      envelope({ dsn }).split('\n')[0]!,
    ])
      assert.equal((await report(body)).status, 400, body)
    assert.deepEqual(received, [])
  })

  test('that are too large are rejected', async () => {
    assert.equal((await report(envelope({ dsn }, 'x'.repeat(2 * 1024 * 1024)))).status, 413)
    assert.deepEqual(received, [])
  })

  test('return the service’s rate limits, and nothing else', async () => {
    service.reply = { status: 429, headers: { 'retry-after': '60', 'set-cookie': 'a=1' } }
    const { status, headers, text } = await report(envelope({ dsn }))
    assert.deepEqual(
      [status, headers['retry-after'], headers['set-cookie'], text],
      [429, '60', undefined, ''],
    )
    service.reply = { status: 302, headers: { location: `http://${host}/outro` } }
    assert.equal((await report(envelope({ dsn }))).status, 429, 'redirects are not followed')
    service.reply = 'cut'
    const later = await report(envelope({ dsn }))
    assert.deepEqual([later.status, later.headers['retry-after']], [429, '60'])
    service.reply = { status: 200 }
    assert.deepEqual(
      received.splice(0).map(({ url }) => url),
      Array(3).fill('/caminho/api/42/envelope/'),
    )
  })

  test('are limited per IP address', async () => {
    await sql(`UPDATE login_attempts SET failures = 900 WHERE subject LIKE 'errorReport:%'`)
    const { status, headers } = await report(envelope({ dsn }))
    assert.equal(status, 429)
    assert.ok(Number(headers['retry-after']) > 0)
    assert.deepEqual(received, [])
  })

  test('404 when no service is configured', async () => {
    const { visitor: other } = without
    const { status } = await other.send('POST', '/sentry', envelope({ dsn }), {
      'content-type': 'text/plain',
    })
    assert.equal(status, 404)
    assert.deepEqual(received, [])
  })

  test('pages get the DSN without its secret, only if a service is configured', async () => {
    const words = await readEmbeddedWords(app.world)
    assert.deepEqual(words?.reporting, { dsn, maskText: true })
    assert.equal((await readEmbeddedWords(without.app.world))?.reporting, undefined)
  })
})

test('readDsn rejects invalid DSNs', () => {
  assert.equal(
    readDsn('https://chave@sentry.exemplo.pt/1')?.envelopes,
    'https://sentry.exemplo.pt/api/1/envelope/',
  )
  for (const wrong of [
    '',
    'nada',
    'ftp://chave@x.pt/1',
    'https://x.pt/1',
    'https://chave@x.pt/',
    'https://chave@x.pt/a',
  ])
    assert.equal(readDsn(wrong), undefined, wrong)
})
