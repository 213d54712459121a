import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, sql } from '../database/sql.ts'

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
