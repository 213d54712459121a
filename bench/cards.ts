import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { createFolderStore } from '../server/files/file-store.ts'
import { samplePhoto } from '../server/testing/sample-photo.ts'
import { get, post } from './asking.ts'
import { megabytes, memoryWhile } from './memory.ts'
import type { Organisation } from './organisation.ts'
import { makeFolder, startServer } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { time } from './timing.ts'

const count = 1000
/** So many are taken; each card has a file of its own all the same, and a document holds each file. */
const takenPhotos = 25
/** What printing so many may take: a cup of coffee is not cold yet, and a small machine holds it. */
const mostSeconds = 30
const mostMegabytes = 300

/** A thousand cards with a photo each, in one document, against the time and the memory that it may take. */
export async function measureCards({ databaseUrl, headers, pool }: Organisation): Promise<void> {
  const dataDir = makeFolder()
  const bytes = await insertCards(pool, dataDir)
  const server = await startServer(databaseUrl, dataDir)
  const api = `${server.url}/api`
  let spent = 0
  const memory = await memoryWhile(server.pid, async () => {
    spent = await time(() => printAll(api, headers))
  })
  await server.stop()
  report({
    what: `Imprimir ${count} cartões com fotografia num só documento: tempo face a ${mostSeconds} s`,
    ratio: spent / (mostSeconds * 1000),
    target: { most: 1 },
    detail: `${milliseconds(spent)}, fotografias de ${Math.round(bytes / count / 1000)} kB`,
  })
  if (!memory) return
  report({
    what: `Imprimir ${count} cartões: memória no máximo face a ${mostMegabytes} MB`,
    ratio: memory.peak / mostMegabytes,
    target: { most: 1 },
    detail: megabytes(memory),
  })
}

/** Cards to be printed, and photos of their own for whom they are; answers how many bytes these have. */
async function insertCards(pool: pg.Pool, dataDir: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT person_id AS id FROM members ORDER BY member_number LIMIT $1',
    [count],
  )
  const store = createFolderStore(join(dataDir, 'files'))
  const photos = await Promise.all(Array.from({ length: takenPhotos }, (_, index) => samplePhoto(index)))
  let bytes = 0
  for (const [index, person] of rows.entries()) {
    const photo = photos[index % takenPhotos] as Buffer
    const id = randomUUID()
    await store.put(id, 'large', photo)
    bytes += photo.length
    await pool.query(
      `WITH photo AS (INSERT INTO stored_files (id, media_type, bytes) VALUES ($1, 'image/jpeg', $2))
       UPDATE people SET photo_id = $1 WHERE id = $3`,
      [id, photo.length, person.id],
    )
  }
  await pool.query(
    `INSERT INTO membership_cards (id, member_id, valid_from, issued_at)
     SELECT new_id(), id, current_date, current_date FROM members WHERE person_id = ANY($1)`,
    [rows.map(({ id }) => id)],
  )
  return bytes
}

async function printAll(api: string, headers: Organisation['headers']): Promise<void> {
  const { _id } = await post(`${api}/print_batches`, headers, { cardSet: 'por-imprimir' })
  for (;;) {
    const { state, count: drawn } = await get(`${api}/print_batches/${String(_id)}`, headers)
    if (state === 'done' && drawn === count) return
    if (state !== 'queued' && state !== 'running')
      throw new Error(`the batch is ${String(state)}, with ${String(drawn)} cards`)
    await sleep(20)
  }
}
