import type { Context } from '../context.ts'
import { many, raiseVersion, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall } from '../rest/modules.ts'
import { recordAttempts } from './attempts.ts'
import { notifyBatches } from './notify-batches.ts'

type LetterContext = Pick<Context, 'db' | 'world' | 'caller' | 'changes' | 'settings'>

/** Marks held letters as sent. Returns their ids; letters in another state do not change. */
export async function markPrinted(context: LetterContext, ids: readonly string[]): Promise<string[]> {
  const { db, world, caller, changes } = context
  const printed = await many(
    db,
    sql`UPDATE messages SET state = 'sent', reason = NULL, last_error = NULL, sent_at = ${world.clock()}, ${raiseVersion()}
           WHERE id = ANY(${ids}::uuid[]) AND channel = 'letter' AND state = 'held' RETURNING id, version, batch_id`,
    { id: 'uuid', version: 'integer', batch_id: 'uuid?' },
  )
  await recordAttempts(
    { db, world },
    printed.map(({ id }) => ({ messageId: id, outcome: 'printed', by: caller.name })),
  )
  await notifyBatches(
    db,
    printed.map(({ batch_id }) => batch_id),
  )
  for (const { id, version } of printed)
    changes.push({ resource: 'messages', action: 'updated', id, version })
  return printed.map(({ id }) => id)
}

/** Marks one letter as printed. Throws 409 when it is not a held letter. */
export async function markOnePrinted(call: ActionCall): Promise<undefined> {
  const { record } = call
  if (record['channel'] !== 'letter') throw conflict('Só as cartas se imprimem.')
  const [id] = await markPrinted(call, [record._id])
  if (id === undefined) throw conflict('Esta carta já não está por imprimir.')
  await recordAudit(call, [{ resource: 'messages', id, action: 'markPrinted', changes: [] }])
  return undefined
}
