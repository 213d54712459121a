import { v7 as newId } from 'uuid'
import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, maybeOne, sql } from '../database/sql.ts'

/** The contents of an upload by variant; `width` and `height` in pixels. */
interface Content {
  mediaType: string
  contents: Record<string, Buffer | undefined>
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
}

/** Stores the contents and calls `use`, which inserts the row. Deletes the contents when it throws. */
export async function storeContent<Result>(
  world: Pick<World, 'files' | 'log'>,
  { mediaType, contents, width, height }: Content,
  use: (file: StoredFile) => Promise<Result>,
): Promise<Result> {
  const id = newId()
  try {
    for (const [variant, content] of Object.entries(contents))
      if (content) await world.files.put(id, variant, content)
    const bytes = contents['original']?.length ?? 0
    return await use({ id, mediaType, bytes, width: width ?? null, height: height ?? null })
  } catch (error) {
    await removeContent(world, id)
    throw error
  }
}

/** Inserts the row of a stored file, to which other rows may then refer. */
export async function insertFileRow(
  db: Querying,
  { id, mediaType, bytes, width, height }: StoredFile,
): Promise<void> {
  await execute(
    db,
    sql`INSERT INTO stored_files (id, media_type, bytes, width, height) VALUES (${id}, ${mediaType}, ${bytes}, ${width}, ${height})`,
  )
}

/** Deletes the content of a file. Only logs failures: leftover content does little harm. */
export async function removeContent({ files, log }: Pick<World, 'files' | 'log'>, id: string): Promise<void> {
  await files
    .remove(id)
    .catch((error: unknown) => log.warn({ err: error, file: id }, 'could not delete a file'))
}

/**
 * Deletes the rows of files that nothing refers to any more. Their content is deleted after the commit (`removeDiscarded`), so that a
 * rollback loses nothing and an interruption leaves only content to be cleaned up.
 */
export async function discardFiles(db: Querying, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await execute(
    db,
    sql`WITH gone AS (DELETE FROM stored_files WHERE id = ANY(${ids}) RETURNING id)
           INSERT INTO discarded_files (id) SELECT id FROM gone ON CONFLICT DO NOTHING`,
  )
}

const batchSize = 500

/** Deletes the content of discarded files. Idempotent, also with concurrent processes. */
export async function removeDiscarded({ database, files }: Pick<World, 'database' | 'files'>): Promise<void> {
  const rows = await many(database.pool, sql`SELECT id FROM discarded_files LIMIT ${batchSize}`, {
    id: 'uuid',
  })
  for (const { id } of rows) {
    await files.remove(id)
    await execute(database.pool, sql`DELETE FROM discarded_files WHERE id = ${id}`)
  }
}

/** Media types that are sent as they are: none of them can run scripts in a page. */
const safeTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])

/** Variants that the server makes always in the same format. */
const madeTypes: Record<string, string> = { large: 'image/jpeg', small: 'image/webp' }

/** Media type of a variant; undefined when the file does not exist. */
export async function mediaTypeOf(
  db: Querying,
  { id, variant }: { id: string; variant: string },
): Promise<string | undefined> {
  const made = madeTypes[variant]
  if (made) return made
  const file = await maybeOne(db, sql`SELECT media_type FROM stored_files WHERE id = ${id}`, {
    media_type: 'text',
  })
  const type = file?.media_type
  return type === undefined || safeTypes.has(type) ? type : 'application/octet-stream'
}
