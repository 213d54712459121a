import { execute, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { chosenProblems, chosenRecords } from '../rest/chosen-records.ts'
import type { ActionCall, FieldMessages, Hooks, WriteContext } from '../rest/modules.ts'
import { keepTexts } from './templates.ts'
import { cancelMessages } from './release.ts'

/** A new batch stores its recipients at once; its messages are composed in the background. Throws 422 without recipients. */
export const batchHooks: Hooks = {
  validate: async (context) => ({ errors: { ...keepTexts(context), ...audienceProblems(context) } }),
  async beforeSave({ values, caller }) {
    values['createdByName'] = caller.name
  },
  async afterSave(context) {
    const { db, world, id } = context
    const total = await storeAudience(context)
    if (total === 0) throw invalid({ audience: ['Não há ninguém a quem enviar.'] })
    await execute(db, sql`UPDATE message_batches SET total = ${total} WHERE id = ${id}`)
    await world.jobs.add(db, 'messageBatches', [{ data: { id } }])
  },
}

/** The validation errors of the field `audience`. */
export function audienceProblems({
  engine,
  merged,
  caller,
  today,
}: Pick<WriteContext, 'engine' | 'merged' | 'caller' | 'today'>): FieldMessages {
  const { audience } = merged
  if (audience === null || audience === undefined) return {}
  return chosenProblems(engine, 'members', audience, { caller, today })
}

/** Stores the recipients of a batch, each person once. Returns their number. */
async function storeAudience({ engine, db, id, merged, caller, today }: WriteContext): Promise<number> {
  const { from, where } = chosenRecords(engine, 'members', merged['audience'], { caller, today })
  return execute(
    db,
    sql`INSERT INTO message_batch_people (batch_id, person_id, member_id)
           SELECT DISTINCT ON (t.person_id) ${id}::uuid, t.person_id, t.id FROM ${from} WHERE ${where}
           ORDER BY t.person_id, t.end_date IS NULL DESC, t.id DESC`,
  )
}

/** Cancels a batch and its messages that were not sent yet. Throws 409 when it is cancelled already. */
export async function cancelBatch(call: ActionCall): Promise<undefined> {
  const { db, record, changes } = call
  const cancelled = await maybeOne(
    db,
    sql`UPDATE message_batches SET state = 'cancelled', ${raiseVersion()}
           WHERE id = ${record._id} AND state <> 'cancelled' RETURNING version`,
    { version: 'integer' },
  )
  if (!cancelled) throw conflict('Este envio já foi cancelado.')
  await cancelMessages(call, sql`batch_id = ${record._id}`)
  changes.push({ resource: 'messageBatches', action: 'updated', id: record._id, version: cancelled.version })
  await recordAudit(call, [{ resource: 'messageBatches', id: record._id, action: 'cancel', changes: [] }])
  return undefined
}
