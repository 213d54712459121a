import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { after, describe, test } from 'node:test'
import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import Fastify from 'fastify'
import { serveInterface } from './serve-interface.ts'

const folder = mkdtempSync(join(tmpdir(), 'agremia-interface-'))
after(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets/a-1.js'), 'export {}')
writeFileSync(join(folder, 'assets/a-1.js.br'), brotliCompressSync('export {}'))
writeFileSync(
  join(folder, 'index.html'),
  '<html><script type="application/json" id="organizacao"></script><script>begin()</script></html>',
)

const hostile = '</script><script>alert(1)</script> $& “Aço”'
let words: EmbeddedWords | undefined = {
  terminology: terminologyOf('club', { name: hostile }),
  isFirstRun: false,
  currentStates: [],
}
let embedders: string[] = []
async function serve(isSecure: boolean) {
  const app = Fastify()
  await serveInterface(app, folder, {
    words: () => Promise.resolve(words),
    embedders: () => Promise.resolve(embedders),
    isSecure,
  })
  after(() => app.close())
  return app
}
const app = await serve(false)

describe('the page', () => {
  test('contains the organisation’s words, escaped, at every URL', async () => {
    for (const url of ['/', '/socios?pesquisa=ana', '/index.html', '/apiSecrets/new']) {
      const { statusCode, headers, body } = await app.inject(url)
      assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-cache'], url)
      assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/)
      const [, json = ''] =
        /<script type="application\/json" id="organizacao">(.*?)<\/script>/.exec(body) ?? []
      assert.equal((JSON.parse(json) as EmbeddedWords).terminology.name, hostile)
      assert.equal(body.split('<script').length, 3, 'only its own scripts')
    }
  })

  test('has no words while the database does not answer', async () => {
    const before = words
    words = undefined
    const { statusCode, body } = await app.inject('/socios')
    words = before
    assert.equal(statusCode, 200)
    assert.match(body, /id="organizacao"><\/script>/)
  })

  test('the CSP allows only its own script and the built files', async () => {
    const { headers } = await app.inject('/socios')
    const hash = createHash('sha256').update('begin()').digest('base64')
    const [policy] = /script-src [^;]*/.exec(String(headers['content-security-policy'])) ?? []
    assert.equal(policy, `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`)
    for (const directive of ["connect-src 'self';", "object-src 'none';", "base-uri 'none';"])
      assert.ok(String(headers['content-security-policy']).includes(directive), directive)
    assert.match(String(headers['permissions-policy']), /camera=\(self\), microphone=\(\)/)
    assert.deepEqual(
      [headers['referrer-policy'], headers['cross-origin-opener-policy']],
      ['no-referrer', 'same-origin'],
    )
  })

  test('requires HTTPS for a year, with subdomains, where it is reached by HTTPS', async () => {
    const secure = await serve(true)
    for (const url of ['/', '/assets/a-1.js', '/api/nada', '/nada.png']) {
      const { headers } = await secure.inject(url)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', url)
      assert.equal((await app.inject(url)).headers['strict-transport-security'], undefined, url)
    }
  })

  test('excludes every page and response from search engines', async () => {
    for (const url of ['/v/7K3M9QX2VT4D', '/inscricao', '/informacaoDePagamento/x', '/socios', '/'])
      assert.equal((await app.inject(url)).headers['x-robots-tag'], 'noindex', url)
  })

  test('only the page of applications may be framed, by configured sites', async () => {
    const framing = async (url: string) => {
      const { headers } = await app.inject(url)
      const [policy] = /frame-ancestors [^;]*/.exec(String(headers['content-security-policy'])) ?? []
      return [policy, headers['x-frame-options'] === undefined]
    }
    const none = ["frame-ancestors 'none'", false]
    assert.deepEqual(await framing('/inscricao'), none)
    embedders = ['https://www.exemplo.pt', 'http://localhost:8080']
    const some = ['frame-ancestors https://www.exemplo.pt http://localhost:8080', true]
    for (const url of ['/inscricao', '/inscricao/', '/inscricao?cor=azul'])
      assert.deepEqual(await framing(url), some, url)
    for (const url of ['/', '/socios', '/inscricao/confirmacao/abc', '/inscricaoX', '/socios?x=/inscricao'])
      assert.deepEqual(await framing(url), none, url)
    assert.equal((await app.inject('/assets/a-1.js')).headers['x-frame-options'], 'SAMEORIGIN')
    embedders = []
  })

  test('404 instead of the page for files, API paths and POST', async () => {
    for (const url of ['/assets/gone.js', '/nothing.png', '/api/nothing'])
      assert.equal((await app.inject(url)).statusCode, 404, url)
    assert.equal((await app.inject({ method: 'POST', url: '/socios' })).statusCode, 404)
    const { headers } = await app.inject('/assets/a-1.js')
    assert.match(String(headers['cache-control']), /immutable/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.doesNotMatch(String(headers['content-security-policy']), /script-src|default-src/)
  })
})

test('files come whole, compressed, in part, or not again', async () => {
  const url = '/assets/a-1.js'
  const ask = (headers: Record<string, string>) => app.inject({ url, headers })
  const whole = await ask({})
  assert.deepEqual([whole.statusCode, whole.body], [200, 'export {}'])
  const compressed = await ask({ 'accept-encoding': 'br' })
  assert.deepEqual(
    [compressed.headers['content-encoding'], compressed.rawPayload],
    ['br', brotliCompressSync('export {}')],
  )
  const part = await ask({ range: 'bytes=0-5' })
  assert.deepEqual([part.statusCode, part.body], [206, 'export'])
  assert.equal((await ask({ 'if-none-match': String(whole.headers.etag) })).statusCode, 304)
  const head = await app.inject({ method: 'HEAD', url })
  assert.deepEqual([head.statusCode, head.headers['content-length'], head.body], [200, '9', ''])
  for (const other of [
    '/assets/a-1.js.br',
    '/assets/%2e%2e/index.html',
    '/assets/../../package.json',
    '/assets',
  ])
    assert.doesNotMatch((await app.inject(other)).body, /export|devDependencies/, other)
})
