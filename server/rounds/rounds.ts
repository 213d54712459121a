import { fillTerms } from '@agremia/resources/terminology.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import { execute, maybeOne, one, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { changeFields } from '../rest/change-fields.ts'
import type { ActionCall, Hooks, HookContext } from '../rest/modules.ts'
import { nextNumber } from '../treasury/index.ts'
import { insertVisitsSql, type RoundSelection } from './candidates.ts'
import type { rounds } from '@agremia/resources/definitions/rounds.ts'

const nothingToCollect =
  'Este cobrador não tem nada para cobrar até este dia: atribua-lhe {memberPlural}, ou indique um dia posterior.'

/** A new round takes the charges of its collector, with the commission as it is now. Later, only its notes can change. */
export const roundHooks: Hooks<typeof rounds> = {
  async validate({ db, before, merged }) {
    if (before || typeof merged.collectorId !== 'string') return undefined
    const collector = await maybeOne(
      db,
      sql`SELECT active FROM collectors WHERE id = ${merged.collectorId}`,
      { active: 'boolean' },
    )
    return collector?.active === false
      ? { errors: { collectorId: ['Já não está em uso: escolha outro, ou volte a usá-lo.'] } }
      : undefined
  },
  async beforeSave(context) {
    if (context.before) return
    const { db, merged, caller, today } = context
    await lockRounds(db)
    const terms = await one(
      db,
      sql`SELECT commission_rate AS "commissionRate", amount_per_receipt AS "amountPerReceipt" FROM collectors WHERE id = ${merged.collectorId}`,
      { commissionRate: 'cents', amountPerReceipt: 'cents' },
    )
    context.set({
      ...terms,
      number: await nextNumber(db, 'rounds', today.slice(0, 4)),
      createdByName: caller.name,
    })
  },
  async afterSave(context) {
    const { db, id, before, merged } = context
    if (before) return 'unchanged'
    const counts = await insertVisits(context, id, selectionOf(merged))
    await execute(
      db,
      sql`UPDATE rounds SET visits = ${counts.visits}, charges = ${counts.charges}, expected_amount = ${counts.amount} WHERE id = ${id}`,
    )
    return undefined
  },
}

/** Makes rounds one at a time, so that each sees the charges of the others. */
async function lockRounds(db: Querying): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.rounds})`)
}

function selectionOf(round: Record<string, unknown>): RoundSelection {
  return { collectorId: String(round['collectorId']), dueUntil: String(round['dueUntil']) }
}

/** Throws 422 when there is nothing to collect. */
async function insertVisits(
  { db, changes, world }: Pick<HookContext<typeof rounds>, 'db' | 'changes' | 'world'>,
  roundId: string,
  selection: RoundSelection,
) {
  const counts = await one(db, insertVisitsSql(roundId, selection), {
    visits: 'integer',
    charges: 'integer',
    amount: 'cents',
  })
  if (counts.visits === 0)
    throw invalid({ dueUntil: [fillTerms(nothingToCollect, await world.organisation.terminology())] })
  changes.push({
    resource: 'roundVisits',
    action: 'created',
    id: '',
    ids: sql`SELECT id FROM round_visits WHERE round_id = ${roundId}::uuid`,
    version: 0,
  })
  return counts
}

/** Creates the visits of a draft again, with the current open amounts. */
export async function refreshRound(call: ActionCall<typeof rounds, 'refresh'>): Promise<undefined> {
  const { db, record } = call
  await lockRounds(db)
  await execute(db, sql`DELETE FROM round_visits WHERE round_id = ${record._id}`)
  const { visits, charges, amount } = await insertVisits(call, record._id, selectionOf(record))
  await changeFields(call, { visits, charges, expectedAmount: amount })
  return undefined
}

/** Cancels a round that is not settled: other rounds may have its charges. Throws 409 when something is marked as paid. */
export async function cancelRound(call: ActionCall<typeof rounds, 'cancel'>): Promise<undefined> {
  const { db, record, input, world } = call
  if (record.paid > 0)
    throw conflict(
      'Já há visitas marcadas como pagas: preste contas da ronda, ou corrija primeiro essas visitas.',
    )
  await closeCharges(db, record._id)
  await changeFields(call, {
    state: 'cancelled',
    cancelReason: input.reason,
    cancelledAt: world.clock().toISOString(),
  })
  return undefined
}

/** Lets other rounds have the charges of this one. */
export async function closeCharges(db: Querying, roundId: string): Promise<void> {
  await execute(
    db,
    sql`UPDATE round_charges SET is_open = false
      WHERE round_visit_id IN (SELECT id FROM round_visits WHERE round_id = ${roundId}::uuid) AND is_open`,
  )
}
