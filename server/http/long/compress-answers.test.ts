import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { goodPassword } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, make, sql } = await testApp()
const { tokens } = await as('admin')

type Options = { method?: 'GET' | 'HEAD' | 'POST'; encodings?: string; payload?: object }

function ask(
  path: string,
  { method = 'GET', encodings, payload }: Options = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${tokens.access}`, ...(encodings && { 'accept-encoding': encodings }) },
    payload,
  })
}

const decompress = { zstd: zstdDecompressSync, gzip: gunzipSync }

test('lists and the explainer are compressed as the request accepts', async () => {
  for (const path of ['/settings', '/explainer', '/settings?_limit=-1']) {
    const plain = await ask(path)
    assert.equal(plain.headers['content-encoding'], undefined, path)
    assert.equal(plain.headers['vary'], 'accept-encoding', path)
    for (const [encodings, expected] of [
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip;q=1, zstd;q=0.5', 'gzip'],
      ['gzip', 'gzip'],
    ] as const) {
      const { headers, rawPayload } = await ask(path, { encodings })
      assert.equal(headers['content-encoding'], expected, path)
      assert.equal(headers['vary'], 'accept-encoding', path)
      assert.equal(headers['content-length'], String(rawPayload.length), path)
      assert.ok(rawPayload.length < plain.rawPayload.length / 3, path)
      assert.equal(decompress[expected](rawPayload).toString(), plain.payload, path)
    }
  }
})

test('rejected and unknown encodings are not used', async () => {
  for (const encodings of ['identity', 'zstd;q=0, gzip;q=0', 'deflate, br'])
    assert.equal((await ask('/settings', { encodings })).headers['content-encoding'], undefined, encodings)
})

test('HEAD has the headers of the compressed response', async () => {
  const encodings = 'zstd'
  const [read, head] = [
    await ask('/settings', { encodings }),
    await ask('/settings', { method: 'HEAD', encodings }),
  ]
  assert.equal(head.payload, '')
  assert.equal(head.headers['content-length'], read.headers['content-length'])
})

test('small responses, errors and the health check are not compressed', async () => {
  for (const path of ['/', '/terminology', `/settings?_${'x'.repeat(2000)}=1`]) {
    const { headers, rawPayload } = await ask(path, { encodings: 'zstd' })
    assert.equal(headers['content-encoding'], undefined, path)
    assert.equal(headers['content-length'], String(rawPayload.length), path)
  }
})

test('streamed lists and exports are compressed', async () => {
  const { _id } = await make.person()
  await sql(
    `INSERT INTO contacts (id, person_id, type, value)
     SELECT gen_random_uuid(), $1, 'other', 'n' || n FROM generate_series(1, 5000) n`,
    [_id],
  )
  for (const path of ['/contacts?_limit=-1&_sort=value', '/contacts/export?format=csv&_sort=value']) {
    const plain = await ask(path)
    const { headers, rawPayload } = await ask(path, { encodings: 'zstd' })
    assert.equal(headers['content-encoding'], 'zstd', path)
    assert.equal(headers['content-length'], undefined, path)
    assert.ok(zstdDecompressSync(rawPayload).equals(plain.rawPayload), path)
  }
  const { headers } = await ask('/contacts/export?format=xlsx', { encodings: 'zstd' })
  assert.equal(headers['content-encoding'], undefined, 'an XLSX file is compressed already')
})

test('tokens and responses to writes are never compressed', async () => {
  const encodings = 'zstd'
  const { email } = await make.user({ password: goodPassword, name: 'Ção '.repeat(40) + 'Nome' })
  const entered = await ask('/auth', {
    method: 'POST',
    encodings,
    payload: { email, password: goodPassword },
  })
  const renewed = await ask('/auth/refresh', {
    method: 'POST',
    encodings,
    payload: { refreshToken: entered.json<{ refresh: string }>().refresh },
  })
  const created = await ask('/people', {
    method: 'POST',
    encodings,
    payload: { name: 'Ana', address: 'x'.repeat(200), city: 'y'.repeat(80), profession: 'z'.repeat(80) },
  })
  for (const answer of [entered, renewed, created]) {
    assert.ok(answer.statusCode < 300, answer.payload)
    assert.ok(answer.rawPayload.length > 1024, `${answer.rawPayload.length} bytes`)
    assert.equal(answer.headers['content-encoding'], undefined)
  }
})
