import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { v7 as newId } from 'uuid'
import { createFolderStore } from './file-store.ts'

const home = mkdtempSync(join(tmpdir(), 'agremia-test-store-'))
after(() => rmSync(home, { recursive: true, force: true }))
const folder = join(home, 'not', 'yet', 'there')
const store = createFolderStore(folder)

test('put, read, replace and remove, by variant', async () => {
  const id = newId()
  await store.put(id, 'original', Buffer.from('one'))
  await store.put(id, 'small', Buffer.from('small'))
  await store.put(id.toUpperCase(), 'original', Buffer.from('other'))
  const content = async (variant: string) => {
    const stream = await store.read(id, variant)
    return stream && (await buffer(stream)).toString()
  }
  assert.deepEqual(
    [await content('original'), await content('small'), await content('large')],
    ['other', 'small', undefined],
  )
  await store.remove(id)
  assert.equal(await content('original'), undefined)
  await store.remove(id)
})

test('concurrent writers leave one complete content and no drafts', async () => {
  const id = newId()
  const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(200_000, index))
  await Promise.all(contents.map((content) => store.put(id, 'original', content)))
  const stream = await store.read(id, 'original')
  const stored = await buffer(stream as NonNullable<typeof stream>)
  assert.ok(contents.some((content) => content.equals(stored)))
  assert.deepEqual(readdirSync(join(folder, id.slice(-2), id)), ['original'])
})

test('ids and variants cannot name paths outside the folder', async () => {
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
