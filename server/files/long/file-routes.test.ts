import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { testApp } from '../../testing/test-app.ts'
import { signedUrl } from '../file-links.ts'

const { app, clock, sql } = await testApp()
const { files, keys } = app.world

async function keep(mediaType: string, content = 'content'): Promise<(variant: string) => Promise<string>> {
  const id = newId()
  await sql('INSERT INTO stored_files (id, media_type, bytes) VALUES ($1, $2, $3)', [
    id,
    mediaType,
    content.length,
  ])
  for (const variant of ['original', 'small']) await files.put(id, variant, Buffer.from(content))
  return async (variant) => signedUrl(keys.signing('files'), { id, variant }, clock())
}

test('a valid link answers the file, cacheable while the link is valid', async () => {
  const link = await keep('application/pdf')
  const answer = await app.inject({ url: await link('original') })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.body, 'content')
  assert.equal(answer.headers['content-type'], 'application/pdf')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  assert.match(String(answer.headers['cache-control']), /^private, max-age=\d{4}, immutable$/)
  assert.equal(answer.headers['content-disposition'], 'inline; filename="original.pdf"')
  const small = await app.inject({ url: await link('small') })
  assert.equal(small.headers['content-type'], 'image/webp')
  assert.match(String(small.headers['content-security-policy']), /sandbox/)
  assert.equal(small.headers['content-disposition'], 'inline; filename="small.webp"')
})

test('an expired token with the link is ignored', async () => {
  const url = await (await keep('image/png'))('original')
  assert.equal((await app.inject({ url, headers: { authorization: 'Bearer long-expired' } })).statusCode, 200)
})

test('HTML is sent as octet-stream', async () => {
  const url = await (await keep('text/html', '<script>alert(1)</script>'))('original')
  assert.equal((await app.inject({ url })).headers['content-type'], 'application/octet-stream')
})

test('404 without a valid link, whether the file exists or not', async () => {
  const link = await keep('image/png')
  const url = await link('original')
  const wrong = [
    url.replace(/s=./, 's='),
    url.replace(/\?.*/, ''),
    url.replace('original', 'small'),
    await link('nothing'),
    '/api/files/x/y',
    `/api/files/${newId()}/original?e=1&s=x`,
  ]
  for (const path of wrong) {
    const answer = await app.inject({ url: path })
    assert.equal(answer.statusCode, 404, path)
    assert.deepEqual(answer.json(), { message: 'Não foi encontrado.' })
  }
  clock.advance({ hours: 2 })
  assert.equal((await app.inject({ url })).statusCode, 404)
})

test('404 when the content is missing', async () => {
  const url = await (await keep('image/png'))('small')
  await files.remove(url.split('/')[3] ?? '')
  assert.equal((await app.inject({ url })).statusCode, 404)
})
