import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { createFolderStore } from '../server/files/file-store.ts'
import { samplePhoto } from '../server/testing/sample-photo.ts'
import { get, post } from './requests.ts'
import { megabytes, memoryWhile } from './memory.ts'
import type { Organisation } from './organisation.ts'
import { makeFolder, startServer } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { time } from './timing.ts'

const count = 1000
/** Number of distinct photos. Each card has its own file all the same, and the PDF embeds each file. */
const distinctPhotos = 25
/** Budget of printing: time and memory that a small machine has. */
const maxSeconds = 30
const maxMegabytes = 300

/** Prints a thousand cards with photos in one PDF, against a budget of time and memory. */
export async function measureCards({ databaseUrl, headers, pool }: Organisation): Promise<void> {
  const dataDir = makeFolder()
  const bytes = await insertCards(pool, dataDir)
  const server = await startServer(databaseUrl, dataDir)
  const api = `${server.url}/api`
  let duration = 0
  const memory = await memoryWhile(server.pid, async () => {
    duration = await time(() => printAll(api, headers))
  })
  await server.stop()
  report({
    what: `Imprimir ${count} cartões com fotografia num só documento: tempo face a ${maxSeconds} s`,
    ratio: duration / (maxSeconds * 1000),
    target: { max: 1 },
    detail: `${milliseconds(duration)}, fotografias de ${Math.round(bytes / count / 1000)} kB`,
  })
  if (!memory) return
  report({
    what: `Imprimir ${count} cartões: memória no máximo face a ${maxMegabytes} MB`,
    ratio: memory.peak / maxMegabytes,
    target: { max: 1 },
    detail: megabytes(memory),
  })
}

/** Inserts cards to print and a photo for each member. Returns the total size of the photos in bytes. */
async function insertCards(pool: pg.Pool, dataDir: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT person_id AS id FROM members ORDER BY member_number LIMIT $1',
    [count],
  )
  const store = createFolderStore(join(dataDir, 'files'))
  const photos = await Promise.all(Array.from({ length: distinctPhotos }, (_, index) => samplePhoto(index)))
  let bytes = 0
  for (const [index, person] of rows.entries()) {
    const photo = photos[index % distinctPhotos] as Buffer
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
