import { join, prepared, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import { eventCalls } from './events.ts'
import type { Services } from '../services.ts'
import type { Change } from './change.ts'

/** Payload on `changesChannel`, sent to every process when the write commits. */
export interface ChangeNotice {
  resource: string
  action: Change['action']
  /** Empty when there are too many records to name. */
  ids: string[]
  version: number
  /** As in `Change`. */
  owner?: string | null
}

export const changesChannel = 'agremia_changes'
/** Notifies processes that all rows were replaced by those of a backup. */
export const restoredChannel = 'agremia_restored'
/** PostgreSQL limits payloads to 8000 bytes; an id takes 39. */
const maxIdsPerNotice = 150

/**
 * Runs a write in one transaction, retried on collisions: `work` adds each record that it writes to `changes`. Every process is
 * notified of them when the transaction commits, and this one drops its caches at once.
 */
export async function writeInTransaction<T>(
  world: Pick<Services, 'database' | 'dropCaches'>,
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

/**
 * Notifies every process of changes and records their events for webhooks, in the caller's transaction. For code that does not run in
 * `writeInTransaction`.
 */
export async function notifyChanges(db: Tx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  const notices = noticesOf(changes)
  const calls = notices.map((notice) => sql`pg_notify(${changesChannel}, ${JSON.stringify(notice)})`)
  await db.send(prepared(sql`SELECT ${join([...calls, ...eventCalls(changes)], ', ')}`))
}

function noticesOf(changes: Change[]): ChangeNotice[] {
  const groups = Map.groupBy(changes, ({ resource, action, owner }) => `${resource} ${action} ${owner}`)
  return [...groups.values()].flatMap((group) => {
    const [{ resource, action, owner }] = group as [Change]
    const ids = [...new Set(group.map(({ id }) => id))]
    const named = ids.length > maxNamed || ids.includes('') ? [] : ids
    const version = group.reduce((highest, change) => Math.max(highest, change.version), 0)
    const parts = named.length === 0 ? [[]] : chunks(named, maxIdsPerNotice)
    return parts.map((part) => ({
      resource,
      action,
      ids: part,
      version,
      ...(owner !== undefined && { owner }),
    }))
  })
}

function chunks<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  )
}

/** Drops this process's caches of the changed resources. */
export function dropCachesOf(world: Pick<Services, 'dropCaches'>, changes: Pick<Change, 'resource'>[]): void {
  for (const { resource } of changes) world.dropCaches(resource)
}

/** Above this number of records a notice carries no ids. */
export const maxNamed = 500

/** Shape of the rows for `changesOf`: `RETURNING id, version`. */
export const idAndVersion = { id: 'uuid', version: 'integer' } as const

/** Returns the changes for the rows that a statement wrote. */
export function changesOf(
  resource: string,
  action: Change['action'],
  rows: readonly Pick<Change, 'id' | 'version'>[],
): Change[] {
  return rows.map(({ id, version }) => ({ resource, action, id, version }))
}
