import { v7 as newId } from 'uuid'
import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

/** The contents of an upload by variant; `width` and `height` in pixels. */
interface Content {
  mediaType: string
  contents: Record<string, Buffer | undefined>
  width?: number
  height?: number
}

/** A stored file; `bytes` is the length of the original. */
export interface KeptFile {
  id: string
  mediaType: string
  bytes: number
  width: number | null
  height: number | null
}

/** Stores the contents and calls `use`, which inserts the row. Deletes the contents when it throws. */
export async function keepFile<Result>(
  world: Pick<World, 'files' | 'log'>,
  { mediaType, contents, width, height }: Content,
  use: (file: KeptFile) => Promise<Result>,
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
export async function storeFile(
  db: Querying,
  { id, mediaType, bytes, width, height }: KeptFile,
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
    .catch((error: unknown) => log.warn({ err: error, file: id }, 'a file could not be removed'))
}
