import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { v7 as newId } from 'uuid'
import { testBucket } from '../../testing/test-bucket.ts'
import { createBucketStore } from '../bucket-store.ts'
import type { FileStore } from '../file-store.ts'
import { createFolderStore } from '../file-store.ts'

const home = mkdtempSync(join(tmpdir(), 'agremia-test-store-'))
after(() => rmSync(home, { recursive: true, force: true }))
const folder = join(home, 'not', 'yet', 'there')
const bucket = await testBucket()

/** The files of a folder, with slashes. */
function filesIn(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const stores: [name: string, store: FileStore, paths: () => string[]][] = [
  ['a folder', createFolderStore(folder), () => filesIn(folder).map((path) => path.slice(folder.length + 1))],
  ['a bucket', await createBucketStore(bucket.place), bucket.keys],
  [
    'a bucket with a prefix',
    await createBucketStore({ ...bucket.place, prefix: 'socios/' }),
    () => bucket.keys().flatMap((key) => (key.startsWith('socios/') ? [key.slice('socios/'.length)] : [])),
  ],
]

for (const [name, store, paths] of stores)
  describe(`files in ${name}`, () => {
    after(() => store.close())

    async function content(id: string, variant: string): Promise<string | undefined> {
      const stream = await store.read(id, variant)
      return stream && (await buffer(stream)).toString()
    }

    test('put, read, replace and remove, by variant', async () => {
      const id = newId()
      await store.put(id, 'original', Buffer.from('one'))
      await store.put(id, 'small', Buffer.from('small'))
      await store.put(id.toUpperCase(), 'original', Buffer.from('other'))
      assert.deepEqual(
        [await content(id, 'original'), await content(id, 'small'), await content(id, 'large')],
        ['other', 'small', undefined],
      )
      assert.deepEqual(
        paths()
          .filter((path) => path.includes(id))
          .sort(),
        [`${id.slice(-2)}/${id}/original`, `${id.slice(-2)}/${id}/small`],
      )
      await store.remove(id)
      assert.deepEqual([await content(id, 'original'), await content(id, 'small')], [undefined, undefined])
      await store.remove(id)
    })

    test('an empty file is a file', async () => {
      const id = newId()
      await store.put(id, 'original', Buffer.alloc(0))
      assert.equal(await content(id, 'original'), '')
    })

    test('a stream larger than a part is stored whole, with its length and hash', async () => {
      const id = newId()
      const parts = Array.from({ length: 30 }, (_, index) => Buffer.alloc(500_000, index))
      const whole = Buffer.concat(parts)
      const written = await store.write(id, 'document', streamOf(parts))
      assert.deepEqual(written, {
        bytes: whole.length,
        hash: createHash('sha256').update(whole).digest('hex'),
      })
      const stored = await store.read(id, 'document')
      assert.ok((await buffer(stored!)).equals(whole))
    })

    for (const count of [1, 30])
      test(`a stream that fails after ${count} parts stores nothing and throws its error`, async () => {
        const id = newId()
        await store.put(id, 'document', Buffer.from('before'))
        const failure = new Error('broken')
        const parts = Array.from({ length: count }, () => Buffer.alloc(500_000))
        await assert.rejects(store.write(id, 'document', streamOf(parts, failure)), failure)
        assert.equal(await content(id, 'document'), 'before')
      })

    test('concurrent writers leave one complete content and no drafts', async () => {
      const id = newId()
      const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(200_000, index))
      await Promise.all(contents.map((one) => store.put(id, 'original', one)))
      const stream = await store.read(id, 'original')
      const stored = await buffer(stream!)
      assert.ok(contents.some((one) => one.equals(stored)))
      assert.deepEqual(
        paths().filter((path) => path.includes(id)),
        [`${id.slice(-2)}/${id}/original`],
      )
    })

    test('ids and variants cannot name paths outside the store', async () => {
      for (const id of ['..', '../../etc', 'passwd', '', `${newId()}/..`]) {
        await assert.rejects(store.read(id, 'original'), RangeError)
        await assert.rejects(store.put(id, 'original', Buffer.from('x')), RangeError)
        await assert.rejects(store.remove(id), RangeError)
      }
      for (const variant of ['..', '../x', '', 'a/b', 'a.b', 'A', 'x'.repeat(40), 'a\u0000']) {
        await assert.rejects(store.read(newId(), variant), RangeError)
        await assert.rejects(store.put(newId(), variant, Buffer.from('x')), RangeError)
      }
    })
  })

async function* streamOf(parts: readonly Buffer[], failure?: Error): AsyncGenerator<Buffer> {
  yield* parts
  if (failure) throw failure
}
