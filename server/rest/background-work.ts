import { toSnakeCase } from '@agremia/resources/paths.ts'
import type { World } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import type { QueueName } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { recordAudit } from './audit.ts'
import type { Change } from './changes.ts'
import { changesOf, forgetChanged, notifyChanges } from './changes.ts'
import type { ActionHandler } from './modules.ts'

/**
 * A record that asks for work in the background. It has a `state` (`queued`, `running`, `failed` and those of its own), and a
 * `problem` that says what became of work that failed.
 */
interface Asking {
  resource: string
  id: string
}

/** Writes one record (`RETURNING id, version`, and what else is wanted) and tells of it; answers its row, if one was written. */
export async function writeAsking(
  world: World,
  resource: string,
  statement: { text: string; values: unknown[] },
): Promise<unknown> {
  const changes: Change[] = []
  const row = await inTransaction(world.database, async (db) => {
    const { rows } = await db.query(statement)
    changes.push(...changesOf(resource, 'updated', rows))
    await notifyChanges(db, changes)
    return rows[0]
  })
  forgetChanged(world, changes)
  return row
}

/** SQL: whether the work of a record is still to be done. */
export const isUnderWay = `state IN ('queued', 'running')`

/** Says that the work is under way. Answers the row; undefined when the work was done, or called off, already. */
export async function beginWork(world: World, { resource, id }: Asking): Promise<unknown> {
  return writeAsking(world, resource, {
    text: `UPDATE ${toSnakeCase(resource)} SET state = 'running', version = version + 1, updated_at = now()
           WHERE id = $1 AND ${isUnderWay} RETURNING *`,
    values: [id],
  })
}

/** Does the work of a record. When it cannot be done the record says so (`problem`), and waits until somebody asks for it again. */
export async function workOrFail(
  world: World,
  { resource, id, problem }: Asking & { problem: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof JobInterrupted) throw error
    world.log.error({ err: error, resource, id }, 'work in the background failed')
    await writeAsking(world, resource, {
      text: `UPDATE ${toSnakeCase(resource)} SET state = 'failed', problem = $2, version = version + 1, updated_at = now()
             WHERE id = $1 AND ${isUnderWay} RETURNING id, version`,
      values: [id, problem],
    })
  }
}

/** The action that asks for failed work again: in the queue where it was, the record as it was. */
export function retryIn(queue: QueueName, resource: string): ActionHandler {
  return async (call) => {
    const { db, record, world, changes } = call
    const { rows } = await db.query({
      text: `UPDATE ${toSnakeCase(resource)} SET state = 'queued', problem = NULL, version = version + 1, updated_at = now()
             WHERE id = $1 RETURNING id, version`,
      values: [record._id],
    })
    changes.push(...changesOf(resource, 'updated', rows))
    await world.jobs.add(db, queue, [{ data: { id: record._id } }])
    const state = { field: 'state', from: record['state'], to: 'queued' }
    await recordAudit(call, [{ resource, id: record._id, action: 'retry', changes: [state] }])
    return undefined
  }
}
