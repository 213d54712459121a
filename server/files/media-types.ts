import type { Querying } from '../database/querying.ts'
import { maybeOne, sql } from '../database/sql.ts'

/** What a reader may be told a file is. Nothing here can run in a page. */
const safeTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])

/** Variants that are always made by us, in one form. */
const madeTypes: Record<string, string> = { large: 'image/jpeg', small: 'image/webp' }

/** The media type of a stored file's variant; undefined when there is no such file. */
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
