import type { BulkOutcome } from '@agremia/resources/definitions/bulk-actions.ts'
import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { execute, inline, many, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Change } from '../rest/changes.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'

/** SQL of `SET`: what a bulk action counts of its results. `bulk_actions` is the updated table. */
export const countsSql = sql`(total, done, held, failed, skipped) = (
  SELECT count(*) FILTER (WHERE outcome <> 'skipped'), count(*) FILTER (WHERE outcome = 'done'), count(*) FILTER (WHERE outcome = 'held'),
    count(*) FILTER (WHERE outcome = 'failed'), count(*) FILTER (WHERE outcome = 'skipped')
  FROM bulk_action_results WHERE bulk_action_id = bulk_actions.id)`

/** Lists of results are read again; the results are not named. */
const changedResults: Change = { resource: 'bulkActionResults', action: 'updated', id: '', version: 0 }

/** Updates a bulk action that is under way, with its counts. Returns what changed: nothing if it is not any more. */
export async function updateRunning(db: Querying, id: string, set: Sql): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE bulk_actions SET ${set}, ${countsSql}, ${raiseVersion()} WHERE id = ${id} AND state = 'running' RETURNING id, version`,
    idAndVersion,
  )
  return rows.length > 0 ? [...changesOf('bulkActions', 'updated', rows), changedResults] : []
}

/** Does it in a transaction of its own, and notifies what changed. */
export function writeChanges(world: World, work: (db: Tx) => Promise<Change[]>): Promise<void> {
  return writeInTransaction(world, async (db, changes) => {
    changes.push(...(await work(db)))
  })
}

/** Writes what became of a record, unless that is known already. */
export async function writeResult(
  db: Querying,
  resultId: string,
  { outcome, reason = null }: { outcome: BulkOutcome; reason?: string | null },
): Promise<void> {
  await execute(
    db,
    sql`UPDATE bulk_action_results SET outcome = ${outcome}, reason = left(${reason}::text, ${inline(longestReason)}), ${raiseVersion()}
        WHERE id = ${resultId} AND outcome = 'pending'`,
  )
}

const longestReason = 500
const mostReasons = 50
const outcomeType = textOf<BulkOutcome>()

/** How many results have the same outcome for the same reason, the most frequent first. */
export function countReasons(db: Querying, id: string) {
  return many(
    db,
    sql`SELECT outcome, reason, count(*)::integer AS count FROM bulk_action_results
        WHERE bulk_action_id = ${id} AND reason IS NOT NULL GROUP BY outcome, reason ORDER BY count DESC, reason LIMIT ${inline(mostReasons)}`,
    { outcome: outcomeType, reason: 'text', count: 'integer' },
  )
}
