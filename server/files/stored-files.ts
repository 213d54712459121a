import { createReadStream } from 'node:fs'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { execute, exists, many, maybeOne, one, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { World } from '../rest/modules.ts'

/** The contents of an upload by variant, each in memory or at a path; `width` and `height` in pixels. */
interface Content {
  mediaType: string
  contents: Record<string, Buffer | { path: string } | undefined>
  name?: string
  width?: number
  height?: number
}

/** A stored file; `bytes` is the length of the original. */
export interface StoredFile {
  id: string
  mediaType: string
  bytes: number
  width: number | null
  height: number | null
  /** What a browser calls it when it saves it. */
  name?: string | null
}

type StoringWorld = Pick<World, 'files' | 'log' | 'database' | 'clock'>

/** Hours until content without a row is taken for that of a killed process. The slowest uploads and prints take minutes. */
const hoursToStore = 24

/**
 * Notes that content is about to be stored, so that maintenance deletes it when this process is killed before `insertFileRow`. Committed
 * before the first byte is written.
 */
export async function expectContent(db: Querying, clock: World['clock'], id: string): Promise<void> {
  const keptUntil = new Date(clock().getTime() + hoursToStore * 3_600_000)
  await execute(
    db,
    sql`INSERT INTO discarded_files (id, kept_until) VALUES (${id}, ${keptUntil})
          ON CONFLICT (id) DO UPDATE SET kept_until = excluded.kept_until`,
  )
}

/** Stores the contents and calls `use`, which inserts the row. Deletes the contents when it throws. */
export async function storeContent<Result>(
  world: StoringWorld,
  { mediaType, contents, width, height, name }: Content,
  use: (file: StoredFile) => Promise<Result>,
): Promise<Result> {
  const id = newId()
  await expectContent(world.database.pool, world.clock, id)
  try {
    let bytes = 0
    for (const [variant, content] of Object.entries(contents)) {
      if (!content) continue
      const length = await putContent(world.files, { id, variant }, content)
      if (variant === 'original') bytes = length
    }
    return await use({
      id,
      mediaType,
      bytes,
      width: width ?? null,
      height: height ?? null,
      name: name ?? null,
    })
  } catch (error) {
    await removeContent(world, id)
    throw error
  }
}

/** Stores the content and returns its length in bytes. */
async function putContent(
  files: World['files'],
  { id, variant }: { id: string; variant: string },
  content: Buffer | { path: string },
): Promise<number> {
  if ('path' in content) return (await files.write(id, variant, createReadStream(content.path))).bytes
  await files.put(id, variant, content)
  return content.length
}

/** Inserts the row of a stored file, to which other rows may then refer. Throws when maintenance has deleted the content. */
export async function insertFileRow(
  db: Querying,
  { id, mediaType, bytes, width, height, name = null }: StoredFile,
): Promise<void> {
  const isStored = await exists(
    db,
    sql`WITH expected AS (DELETE FROM discarded_files WHERE id = ${id} AND kept_until IS NOT NULL RETURNING id)
          INSERT INTO stored_files (id, media_type, bytes, width, height, name)
            SELECT id, ${mediaType}, ${bytes}, ${width}, ${height}, ${name} FROM expected`,
  )
  if (!isStored) throw new Error(`the content of file ${id} was not expected any more`)
}

/**
 * Deletes the content of a file unless its row is committed, which an error of the commit does not tell. Maintenance repeats it when it
 * fails.
 */
export async function removeContent(world: StoringWorld, id: string): Promise<void> {
  try {
    await execute(world.database.pool, sql`UPDATE discarded_files SET kept_until = NULL WHERE id = ${id}`)
    await removeIfDue(world, id)
  } catch (error) {
    world.log.warn({ err: error, file: id }, 'could not delete a file yet')
  }
}

/**
 * Deletes the rows of files that nothing refers to any more. Their content is deleted after the commit (`removeDiscarded`), so that a
 * rollback loses nothing and an interruption leaves only content to be cleaned up; with `keptUntil` only then, and until then
 * `insertFileRow` brings the file back.
 */
export async function discardFiles(
  db: Querying,
  ids: readonly string[],
  keptUntil: Date | null = null,
): Promise<void> {
  if (ids.length === 0) return
  await execute(
    db,
    sql`WITH gone AS (DELETE FROM stored_files WHERE id = ANY(${ids}) RETURNING id)
           INSERT INTO discarded_files (id, kept_until) SELECT id, ${keptUntil} FROM gone`,
  )
}

/** Whether the content of a discarded file is still there, so that `insertFileRow` brings it back. */
export function discardedUntil(db: Querying, id: string, now: Date): Promise<boolean> {
  return exists(db, sql`SELECT FROM discarded_files WHERE id = ${id} AND kept_until > ${now}`)
}

type RemovingWorld = Pick<World, 'database' | 'files' | 'clock'>

const isDue = (clock: World['clock']) => sql`coalesce(kept_until <= ${clock()}, true)`

/** Deletes the content of a discarded file, unless another process is doing it, its row is being inserted, or a backup is running. */
async function removeIfDue({ database, files, clock }: RemovingWorld, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { mayDelete } = await one(
      tx,
      sql`SELECT pg_try_advisory_xact_lock_shared(${advisoryLocks.backup}) AS "mayDelete"`,
      { mayDelete: 'boolean' },
    )
    if (!mayDelete) return
    // With the row locked, a late `insertFileRow` waits and then throws, and cannot commit a row of deleted content.
    const due = sql`SELECT FROM discarded_files WHERE id = ${id} AND ${isDue(clock)} FOR UPDATE SKIP LOCKED`
    if (!(await exists(tx, due))) return
    const isGone = await files.remove(id)
    await execute(
      tx,
      isGone
        ? sql`DELETE FROM discarded_files WHERE id = ${id}`
        : sql`UPDATE discarded_files SET kept_until = NULL WHERE id = ${id}`,
    )
  })
}

const batchSize = 500

/** Deletes the content of discarded files, and of files whose row did not come in time. */
export async function removeDiscarded(world: RemovingWorld): Promise<void> {
  const rows = await many(
    world.database.pool,
    sql`SELECT id FROM discarded_files WHERE ${isDue(world.clock)} LIMIT ${batchSize}`,
    { id: 'uuid' },
  )
  for (const { id } of rows) await removeIfDue(world, id)
}

/** Media types that are sent as they are: none of them can run scripts in a page. */
const safeTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])

/** Variants that the server makes always in the same format. */
const madeTypes: Record<string, string> = { large: 'image/jpeg', small: 'image/webp' }

/** Media type of a variant, and the name under which a browser saves it; undefined when the file does not exist. */
export async function describeFile(
  db: Querying,
  { id, variant }: { id: string; variant: string },
): Promise<{ type: string; name: string } | undefined> {
  const made = madeTypes[variant]
  const file = await maybeOne(db, sql`SELECT media_type, name FROM stored_files WHERE id = ${id}`, {
    media_type: 'text',
    name: 'text?',
  })
  if (!file && !made) return undefined
  const type =
    made ?? (safeTypes.has(file?.media_type ?? '') ? String(file?.media_type) : 'application/octet-stream')
  return { type, name: file?.name ?? `${variant}.${type.split('/')[1]}` }
}
