import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { StartError } from '../../errors.ts'
import { maintain } from '../../maintenance.ts'
import { samplePhoto } from '../../testing/sample-photo.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testApp } from '../../testing/test-app.ts'
import { testBucket } from '../../testing/test-bucket.ts'
import { readBucketUrl } from '../bucket-store.ts'
import { createFolderStore } from '../file-store.ts'
import { openFileStore } from '../open-store.ts'

const bucket = await testBucket()
const first = await testApp({ config: { bucket: bucket.place } })
const second = await testApp({ with: first, config: { bucket: bucket.place } })
const { as, make, sql, takeErrors } = first
const addresses = new Map<TestApp, string>()
for (const one of [first, second]) addresses.set(one, await one.app.listen({ port: 0, host: '127.0.0.1' }))
const photo = await samplePhoto(1)

async function ask(to: TestApp, path: string, init: RequestInit = {}) {
  const { tokens } = await as('editor')
  const headers = { authorization: `Bearer ${tokens.access}` }
  const answer = await fetch(`${addresses.get(to)}${path}`, { headers, ...init })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

function upload(to: TestApp, personId: string) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(photo)]), 'foto.jpg')
  return ask(to, `/api/person_photos/${personId}`, { method: 'POST', body })
}

const jsonOf = ({ body }: { body: Buffer }) =>
  JSON.parse(body.toString()) as { data: { url: string }; message: string }

test('a photo that one process stores in the bucket is read by another, and deleted with its variants', async () => {
  const { _id } = await make.person()
  const stored = await upload(first, _id)
  assert.equal(stored.status, 201)
  assert.ok(bucket.keys().length > 1)
  const { url } = jsonOf(stored).data
  const read = await ask(second, url)
  assert.equal(read.status, 200)
  assert.ok(read.body.length > 1000)
  assert.equal((await ask(second, `/api/person_photos/${_id}`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(bucket.keys(), [])
  assert.equal((await ask(first, url)).status, 404)
  assert.ok(!existsSync(join(first.app.world.config.dataDir, 'files')))
})

test('while the bucket does not answer, files are refused with 503 and nothing is half done', async () => {
  const [person, other] = [await make.person(), await make.person()]
  const { url } = jsonOf(await upload(first, person._id)).data
  const rows = async () => (await sql('SELECT id FROM stored_files')).length
  const before = await rows()
  bucket.stop()
  const refused = await upload(second, other._id)
  assert.deepEqual(
    [refused.status, jsonOf(refused).message],
    [503, 'O armazenamento de ficheiros não responde. Tente de novo dentro de momentos.'],
  )
  assert.equal((await ask(second, url)).status, 503)
  assert.equal(await rows(), before)
  assert.equal((await ask(first, `/api/person_photos/${person._id}`, { method: 'DELETE' })).status, 204)
  assert.equal((await ask(first, '/api/members')).status, 200)
  assert.ok([...takeErrors(), ...second.takeErrors()].length > 0)

  await bucket.start()
  assert.equal((await upload(second, other._id)).status, 201)
  await maintain(first.app.world)
  const [{ photo_id: kept } = { photo_id: '' }] = await sql<{ photo_id: string }>(
    'SELECT photo_id FROM people WHERE id = $1',
    [other._id],
  )
  assert.deepEqual(
    bucket.keys().filter((key) => !key.includes(kept)),
    [],
    'maintenance deletes what could not be deleted',
  )
  assert.equal((await sql('SELECT FROM discarded_files')).length, 0)
})

test('files that still wait in the folder are read and deleted there', async () => {
  const { dataDir } = first.app.world.config
  const folder = createFolderStore(join(dataDir, 'files'))
  const { _id } = await make.person()
  const { url } = jsonOf(await upload(first, _id)).data
  const [, , , id = '', variant = ''] = url.split('?')[0]!.split('/')
  const { files } = first.app.world
  await folder.put(id, variant, Buffer.from('in the folder'))
  assert.notEqual(
    (await ask(first, url)).body.toString(),
    'in the folder',
    'the bucket has the newer content',
  )
  await files.remove(id)
  assert.equal((await ask(first, url)).status, 404)
  await folder.put(id, variant, Buffer.from('in the folder'))
  assert.equal((await ask(first, url)).body.toString(), 'in the folder')
  assert.equal((await ask(first, `/api/person_photos/${_id}`, { method: 'DELETE' })).status, 204)
  assert.equal((await ask(first, url)).status, 404)
  assert.equal(
    (await sql('SELECT FROM discarded_files WHERE id = $1', [id])).length,
    1,
    'deleted again later',
  )
})

const log = { warn() {}, error() {} }
const open = (url: string) => openFileStore({ dataDir: '/nowhere', bucket: readBucketUrl(url) }, log)

test('a start with a wrong key, secret or bucket is refused with one line that does not show the secret', async () => {
  const strict = await testBucket({ checksSignatures: true })
  for (const [url, reason] of [
    [bucket.url.replace('S3RVER:', 'OUTRA:'), /recusou o acesso ao bucket \(InvalidAccessKeyId\)/],
    [strict.url.replace(':S3RVER@', ':segredo-errado@'), /recusou o acesso .* \(SignatureDoesNotMatch\)/],
    [`${bucket.url}-outro`, /esse bucket não existe/],
  ] as const)
    await assert.rejects(open(url), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, reason)
      assert.doesNotMatch(error.message, /segredo-errado|\n/)
      return true
    })
})

test('a start while the bucket does not answer succeeds, with a warning', async () => {
  const stopped = await testBucket()
  stopped.stop()
  const store = await open(stopped.url)
  after(() => store.close())
  await assert.rejects(store.read('0198c0de-0000-7000-8000-000000000000', 'original'), { status: 503 })
})
