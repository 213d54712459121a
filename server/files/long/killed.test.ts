import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inTransaction } from '../../database/transaction.ts'
import { maintain } from '../../maintenance.ts'
import { untilSomeoneWaits } from '../../testing/lock-waits.ts'
import { startRealProcess } from '../../testing/real-process.ts'
import { samplePhoto } from '../../testing/sample-photo.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { testBucket } from '../../testing/test-bucket.ts'
import { insertFileRow, storeContent } from '../index.ts'

const bucket = await testBucket()
const photo = new Blob([new Uint8Array(await samplePhoto(1))])

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agremia-killed-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function startOn(store: 'a folder' | 'a bucket') {
  const isBucket = store === 'a bucket'
  const env = isBucket ? { S3_URL: bucket.url } : undefined
  const config = { dataDir: temporaryFolder(), ...(isBucket && { bucket: bucket.place }) }
  const database = await testDatabase()
  // First, because it creates its administrator in an empty database.
  const killed = await startRealProcess({ databaseUrl: database.url, dataDir: config.dataDir, env })
  const first = await testApp({ with: { database, clock: testClock() }, config })
  const second = await testApp({ with: first, config })
  const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' })
  /** Ids of the stored files: the folder above the variants, in either store. */
  const storedIds = () => {
    const paths = isBucket ? bucket.keys() : filesIn(join(config.dataDir, 'files'))
    return new Set(paths.flatMap((path) => path.split('/')[1] ?? []))
  }
  return { store, killed, first, second, storedIds }
}

for (const { store, killed, first, second, storedIds } of [
  await startOn('a folder'),
  await startOn('a bucket'),
]) {
  const { clock, database, make, sql } = first

  test(`a file in ${store} whose process is killed before its row is deleted after a day; files with rows stay`, async () => {
    const [person, other] = [await make.person(), await make.person()]
    const upload = async (personId: string) => {
      const body = new FormData()
      body.append('file', photo, 'foto.jpg')
      const headers = { authorization: `Bearer ${killed.access}` }
      const path = `/api/person_photos/${personId}`
      return (await fetch(`${killed.origin}${path}`, { method: 'POST', headers, body })).status
    }
    assert.equal(await upload(person._id), 201)
    const kept = storedIds()
    assert.equal(kept.size, 1)

    await inTransaction(database, async (tx) => {
      await tx.query({ text: 'LOCK TABLE stored_files IN SHARE MODE' })
      const refused = assert.rejects(upload(other._id))
      await untilSomeoneWaits(first)
      await killed.kill()
      await refused
    })
    assert.equal(storedIds().size, 2, 'stored without its row')
    const maintainTwice = () => Promise.all([first, second].map(({ app }) => maintain(app.world)))
    clock.advance({ hours: 23 })
    await maintainTwice()
    assert.equal(storedIds().size, 2, 'younger than a day')
    clock.advance({ hours: 2 })
    await maintainTwice()
    assert.deepEqual(storedIds(), kept)
    assert.equal((await sql('SELECT FROM discarded_files')).length, 0)
    assert.deepEqual(
      new Set((await sql<{ id: string }>('SELECT id FROM stored_files')).map(({ id }) => id)),
      kept,
    )
  })

  test(`the row of a file in ${store} is refused after its content was deleted`, async () => {
    const { app } = first
    const before = storedIds()
    const contents = { original: Buffer.from('late') }
    const late = storeContent(app.world, { mediaType: 'image/png', contents }, async (file) => {
      clock.advance({ hours: 25 })
      await maintain(second.app.world)
      await inTransaction(database, (tx) => insertFileRow(tx, file))
    })
    await assert.rejects(late, /was not expected any more/)
    assert.deepEqual(storedIds(), before)
  })

  test(`a file in ${store} stays when its row was committed before an error`, async () => {
    const { app } = first
    const contents = { original: Buffer.from('committed') }
    const failure = new Error('the connection was lost during the commit')
    let id = ''
    const stored = storeContent(app.world, { mediaType: 'image/png', contents }, async (file) => {
      id = file.id
      await inTransaction(database, (tx) => insertFileRow(tx, file))
      throw failure
    })
    await assert.rejects(stored, failure)
    clock.advance({ hours: 25 })
    await maintain(second.app.world)
    assert.ok(storedIds().has(id))
  })
}
