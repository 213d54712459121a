import { execute, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { chosenProblems } from '../rest/chosen-records.ts'
import type { ActionCall, FieldMessages, Hooks, WriteContext } from '../rest/modules.ts'
import { membersOf } from './audience.ts'
import { keepTexts } from './keep-texts.ts'
import { cancelMessages } from './release.ts'

/** A bulk sending is asked for once; who it is for is settled then, and its messages are composed in the background. */
export const batchHooks: Hooks = {
  validate: async (context) => ({ errors: { ...keepTexts(context), ...audienceProblems(context) } }),
  async beforeSave({ values, caller }) {
    values['createdByName'] = caller.name
  },
  async afterSave(context) {
    const { db, world, id } = context
    const total = await settleAudience(context)
    if (total === 0) throw invalid({ audience: ['Não há ninguém a quem enviar.'] })
    await execute(db, sql`UPDATE message_batches SET total = ${total} WHERE id = ${id}`)
    await world.jobs.add(db, 'messageBatches', [{ data: { id } }])
  },
}

/** What is wrong with whom a bulk sending is for, by field. */
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

/** Writes down who the sending is for, each person once. Answers how many. */
async function settleAudience({ engine, db, id, merged, caller, today }: WriteContext): Promise<number> {
  const { from, where } = membersOf(engine, merged['audience'], { caller, today })
  return execute(
    db,
    sql`INSERT INTO message_batch_people (batch_id, person_id, member_id)
           SELECT DISTINCT ON (t.person_id) ${id}::uuid, t.person_id, t.id FROM ${from} WHERE ${where}
           ORDER BY t.person_id, t.end_date IS NULL DESC, t.id DESC`,
  )
}

/** Composes no more of a bulk sending, and stops those of its messages that have not left. */
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
