import type { BulkOutcome } from '@agremia/resources/definitions/bulk-actions.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { execute, inline, many, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'

/** Assignments of `UPDATE bulk_actions SET` that count the results by outcome. */
export const countsSql = sql`(total, done, held, failed, skipped) = (
  SELECT count(*) FILTER (WHERE outcome <> 'skipped'), count(*) FILTER (WHERE outcome = 'done'), count(*) FILTER (WHERE outcome = 'held'),
    count(*) FILTER (WHERE outcome = 'failed'), count(*) FILTER (WHERE outcome = 'skipped')
  FROM bulk_action_results WHERE bulk_action_id = bulk_actions.id)`

/** A change without an id: clients read the whole list of results again. */
const changedResults: Change = { resource: 'bulkActionResults', action: 'updated', id: '', version: 0 }

/** Updates a running bulk action, with its counts. Returns the changes, none when it is not running. */
export async function updateRunning(db: Querying, id: string, set: Sql): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE bulk_actions SET ${set}, ${countsSql}, ${raiseVersion()} WHERE id = ${id} AND state = 'running' RETURNING id, version`,
    idAndVersion,
  )
  return rows.length > 0 ? [...changesOf('bulkActions', 'updated', rows), changedResults] : []
}

/** Runs `work` in a transaction and notifies clients of the changes that it returns. */
export function writeChanges(world: World, work: (db: Tx) => Promise<Change[]>): Promise<void> {
  return writeInTransaction(world, async (db, changes) => {
    changes.push(...(await work(db)))
  })
}

/** Stores the outcome of a record that is still pending. */
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
const reasonLimit = 50
const outcomeType = textOf<BulkOutcome>()

export const reasonShape = { outcome: outcomeType, reason: 'text', count: 'integer' } as const

/** The number of results by outcome and reason, the most frequent first. */
export function countReasons(db: Querying, id: string) {
  return many(
    db,
    sql`SELECT outcome, reason, count(*)::integer AS count FROM bulk_action_results
        WHERE bulk_action_id = ${id} AND reason IS NOT NULL GROUP BY outcome, reason ORDER BY count DESC, reason LIMIT ${inline(reasonLimit)}`,
    reasonShape,
  )
}

/** Erases the names, reasons and data of results about records whose personal data must be erased; the outcomes stay. */
export async function eraseResultsAbout(db: Tx, recordIds: Sql): Promise<void> {
  await execute(
    db,
    sql`UPDATE bulk_action_results SET label = '—', reason = NULL, data = NULL, ${raiseVersion()}
           WHERE record_id IN (SELECT id::text FROM (${recordIds}) erased (id)) AND label <> '—'`,
  )
}
