import type { Querying } from '../database/querying.ts'
import { maybeOne, sql } from '../database/sql.ts'

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
