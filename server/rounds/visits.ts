import type { roundVisits } from '@agremia/resources/definitions/rounds.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { cashProblem } from '@agremia/resources/rules/legal-limits.ts'
import type { Sql } from '../database/sql.ts'
import { execute, many, raiseVersion, raw, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { isOwed } from '../dues/index.ts'
import { changeFields } from '../rest/change-fields.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { toJson } from '../rest/codec.ts'
import { euros } from '../rest/euros.ts'
import type { ActionCall, Hooks } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { correctSettlement } from './commission.ts'

const chargesOf = (
  visit: Sql,
) => sql`FROM round_charges r JOIN unsettled_payments c ON c.id = r.unsettled_payment_id
  WHERE r.round_visit_id = ${visit}`
/** The current open amount of a charge of a round: it may have been paid or cancelled since the round was created. */
const owedOfCharge = sql`CASE WHEN ${isOwed} THEN c.open_amount ELSE 0 END`

/** The charges of a visit by due date, with their current open amounts. */
export const chargesColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(SELECT coalesce(json_agg(json_build_object('_id', c.id, 'description', c.description, 'dueDate', c.due_date,
      'amount', ${euros('r.amount')}, 'owed', ${euros(owedOfCharge)}) ORDER BY c.due_date, c.id), '[]') ${chargesOf(sql`${raw(alias)}.id`)})`,
  toJson: toJson.json,
  shape: [{ _id: 'uuid', description: 'text', dueDate: 'day', amount: 'euros', owed: 'euros' }],
}

/** The order in which the money of a visit settles its charges `c`. */
export const settlingOrder = sql`c.due_date, c.type <> 'joia', c.id`

const owedSql = (visit: Sql) => sql`(SELECT coalesce(sum(${owedOfCharge}), 0)::bigint ${chargesOf(visit)})`

export const owedColumn: ComputedColumn = {
  sql: (alias) => owedSql(sql`${raw(alias)}.id`),
  toJson: toJson.cents,
  shape: 'euros',
}

/** The round before the visit: a settlement waits for marks in progress, and the marks after it are refused. */
export const visitHooks: Hooks<typeof roundVisits> = {
  beforeLock: async ({ db }, id) => {
    await execute(
      db,
      sql`SELECT FROM rounds WHERE id = (SELECT round_id FROM round_visits WHERE id = ${id}) FOR NO KEY UPDATE`,
    )
  },
}

/**
 * Marks the outcome of a visit, also again, and also when a rule stopped the settlement, unless its payment is registered: the settlement
 * registers payments. Throws 422 above the open amount or the legal limit of cash.
 */
export async function markVisit(call: ActionCall<typeof roundVisits, 'mark'>): Promise<undefined> {
  const { db, record, input, caller, world, changes } = call
  const outcome = input.outcome
  if (outcome !== 'paid' && input.amount != null)
    throw invalid({ amount: ['Só quem pagou tem um valor: retire-o, ou marque como pago.'] })
  const collectedAmount = outcome === 'paid' ? await amountOf(call) : 0
  const isMarked = outcome !== 'toVisit'
  await changeFields(call, {
    outcome,
    collectedAmount,
    note: input.note,
    markedAt: isMarked ? world.clock().toISOString() : null,
    markedByName: isMarked ? caller.name : null,
  })
  const rows = await many(db, countMarksSql(record.roundId), idAndVersion)
  changes.push(...changesOf('rounds', 'updated', rows))
  if (record.state === 'failed') await correctSettlement(db, record.roundId)
  return undefined
}

/** SQL that counts the marks of a round and adds up the collected amounts. */
export function countMarksSql(roundId: string): Sql {
  return sql`UPDATE rounds r SET visited = x.visited, paid = x.paid, collected_amount = x.amount,
      success_rate = round(100.0 * x.amount / r.expected_amount), ${raiseVersion('r')}
    FROM (SELECT count(*) FILTER (WHERE outcome <> 'toVisit')::integer AS visited, count(*) FILTER (WHERE outcome = 'paid')::integer AS paid,
      sum(collected_amount)::bigint AS amount FROM round_visits WHERE round_id = ${roundId}::uuid) x
    WHERE r.id = ${roundId}::uuid RETURNING r.id, r.version`
}

/** The collected amount in cents: the given one, else the open amount. Throws 422 above the open amount or the legal limit of cash. */
async function amountOf({
  db,
  record,
  input,
  today,
}: ActionCall<typeof roundVisits, 'mark'>): Promise<Cents> {
  const charges = await many(
    db,
    sql`SELECT c.type, ${owedOfCharge} AS owed ${chargesOf(sql`${record._id}::uuid`)} ORDER BY ${settlingOrder}`,
    { type: 'text', owed: 'cents' },
  )
  const owed = charges.reduce((sum, charge) => sum + charge.owed, 0)
  const amount = input.amount ?? owed
  if (owed === 0)
    throw invalid({ outcome: ['Já não deve nada do que está na ronda: foi pago ou anulado entretanto.'] })
  if (amount > owed) throw invalid({ amount: [`Só faltam ${formatAmount(owed)}.`] })
  let rest = amount
  let donated = 0
  for (const charge of charges) {
    const part = Math.min(charge.owed, rest)
    rest -= part
    if (charge.type === 'donation') donated += part
  }
  const problem = cashProblem({ date: today, amount, donated })
  if (problem !== undefined) throw invalid({ amount: [problem] })
  return amount
}
