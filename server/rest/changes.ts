import type { World } from '../context.ts'
import { join, prepared, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'

/** One record that was written. */
export interface Change {
  resource: string
  action: 'created' | 'updated' | 'deleted'
  /** Empty when there are too many records to name. */
  id: string
  version: number
  /** Of a deleted record: the id of the person or account whose record it was, null when nobody's. Absent: unknown. */
  owner?: string | null
}

/** Payload on `changesChannel`, sent to every process when the write commits. */
export interface ChangeNotice {
  resource: string
  action: Change['action']
  ids: string[]
  version: number
  /** As in `Change`. */
  owner?: string | null
}

export const changesChannel = 'agremia_changes'
/** PostgreSQL limits payloads to 8000 bytes; an id takes 39. */
const maxIdsPerNotice = 150

/**
 * Runs a write in one transaction, retried on collisions: `work` adds each record that it writes to `changes`. Every process is
 * notified of them when the transaction commits, and this one drops its caches at once.
 */
export async function writeInTransaction<T>(
  world: Pick<World, 'database' | 'dropCaches'>,
  work: (db: Tx, changes: Change[]) => Promise<T>,
): Promise<T> {
  let changes: Change[] = []
  const result = await inTransaction(world.database, async (db) => {
    changes = []
    const value = await work(db, changes)
    await notifyChanges(db, changes)
    return value
  })
  dropCachesOf(world, changes)
  return result
}

/** Notifies every process of changes in the caller's transaction, for code that does not run in `writeInTransaction`. */
export async function notifyChanges(db: Tx, changes: Change[]): Promise<void> {
  const notices = noticesOf(changes)
  if (notices.length === 0) return
  const calls = notices.map((notice) => sql`pg_notify(${changesChannel}, ${JSON.stringify(notice)})`)
  await db.send(prepared(sql`SELECT ${join(calls, ', ')}`))
}

function noticesOf(changes: Change[]): ChangeNotice[] {
  const grouped = new Map<string, ChangeNotice>()
  const notices: ChangeNotice[] = []
  for (const { resource, action, id, version, owner } of changes) {
    const key = `${resource} ${action} ${owner}`
    let notice = grouped.get(key)
    if (!notice || notice.ids.length >= maxIdsPerNotice) {
      notice = { resource, action, ids: [], version: 0, ...(owner !== undefined && { owner }) }
      grouped.set(key, notice)
      notices.push(notice)
    }
    if (id !== '' && !notice.ids.includes(id)) notice.ids.push(id)
    notice.version = Math.max(notice.version, version)
  }
  return notices
}

/** Drops this process's caches of the changed resources. */
export function dropCachesOf(world: Pick<World, 'dropCaches'>, changes: Pick<Change, 'resource'>[]): void {
  for (const { resource } of changes) world.dropCaches(resource)
}

/** Above this number of records a change carries no ids. */
export const maxNamed = 500

/** Shape of the rows for `changesOf`: `RETURNING id, version`. */
export const idAndVersion = { id: 'uuid', version: 'integer' } as const

/** Returns the changes for the rows that a statement wrote. */
export function changesOf(
  resource: string,
  action: Change['action'],
  rows: readonly Pick<Change, 'id' | 'version'>[],
): Change[] {
  const named = rows.length > maxNamed ? [{ id: '', version: 0 }] : rows
  return named.map(({ id, version }) => ({ resource, action, id, version }))
}
