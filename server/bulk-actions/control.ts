import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import type { Sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall } from '../rest/modules.ts'
import { requireAccess } from '../rest/scope.ts'
import { findTask } from './tasks.ts'
import { countsSql } from './results.ts'
import { stopLock } from './run.ts'
import type { bulkActions } from '@agremia/resources/definitions/bulk-actions.ts'

/** Stops before the next record; processed records stay. */
export async function stopBulkAction(call: ActionCall<typeof bulkActions, 'stop'>): Promise<undefined> {
  await execute(call.db, sql`SELECT pg_advisory_xact_lock(${stopLock(call.record._id)})`)
  await update(call, 'stop', sql`state = 'stopped', finished_at = ${call.world.clock()}::timestamptz`)
  return undefined
}

/** Continues with the pending records, with the caller as author. Throws 403 without access, and 409 when none is left. */
export async function resumeBulkAction(call: ActionCall<typeof bulkActions, 'resume'>): Promise<undefined> {
  await continueBulkAction(call, 'resume')
  return undefined
}

/** Like `resumeBulkAction`, but makes the failed records pending again. */
export async function retryBulkAction(call: ActionCall<typeof bulkActions, 'retry'>): Promise<undefined> {
  await execute(
    call.db,
    sql`UPDATE bulk_action_results SET outcome = 'pending', reason = NULL, ${raiseVersion()}
        WHERE bulk_action_id = ${call.record._id} AND outcome = 'failed'`,
  )
  await continueBulkAction(call, 'retry')
  return undefined
}

async function continueBulkAction(
  call: ActionCall<typeof bulkActions>,
  action: 'resume' | 'retry',
): Promise<void> {
  const { db, world, record, caller } = call
  const task = findTask(world, record)
  if (!task) throw notFound()
  requireAccess(task.access(caller), caller)
  const id = record._id
  // The new author is the account whose access is checked, and which the audit events of each record name.
  await update(
    call,
    action,
    sql`state = 'queued', problem = NULL, finished_at = NULL, asked_by = ${caller.id}, address = ${call.address}`,
    sql`AND (settled_at IS NULL OR EXISTS (SELECT FROM bulk_action_results r WHERE r.bulk_action_id = ${id} AND r.outcome = 'pending'))`,
  )
  await world.jobs.add(db, 'bulkActions', [{ data: { id } }])
}

async function update(
  call: ActionCall<typeof bulkActions>,
  action: string,
  set: Sql,
  condition = sql``,
): Promise<void> {
  const { db, record, changes } = call
  const rows = await many(
    db,
    sql`UPDATE bulk_actions SET ${set}, ${countsSql}, ${raiseVersion()} WHERE id = ${record._id} ${condition} RETURNING id, version`,
    idAndVersion,
  )
  if (rows.length === 0) throw conflict('Não há nada por fazer nesta tarefa.')
  changes.push(...changesOf('bulkActions', 'updated', rows))
  await recordAudit(call, [{ resource: 'bulkActions', id: record._id, action, changes: [] }])
}
