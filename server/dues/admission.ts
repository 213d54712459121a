import type { RowOf, Sql } from '../database/sql.ts'
import { execute, maybeOne, sql } from '../database/sql.ts'
import type { Context } from '../context.ts'
import { describeCharge } from './descriptions.ts'
import { insertQuotas } from './insert-quotas.ts'
import { lockLedger, refreshBalances } from './ledger.ts'

type PlanRow = RowOf<typeof planShape>
const planShape = {
  admission_date: 'day',
  charges_on_admission: 'boolean?',
  periodicity: 'text?',
  due_date: 'day',
  joia: 'cents?',
} as const

/**
 * The joia and the first quota of somebody just admitted, when the plan charges them then. An admission of earlier years
 * that is only now written down charges nothing. Safe to repeat.
 */
export async function chargeAdmission(context: Context, memberId: string): Promise<void> {
  const { db, today, changes } = context
  const chosen = [memberId]
  await lockLedger(db, chosen)
  const plan = await planOfMember(context, memberId)
  const isOfThisYear = plan !== undefined && plan.admission_date >= `${today.slice(0, 4)}-01-01`
  if (isOfThisYear && plan.charges_on_admission) await chargeFirst(context, memberId, plan)
  changes.push(...(await refreshBalances(db, today, chosen)))
}

async function chargeFirst(
  { db, today, changes, world }: Context,
  memberId: string,
  plan: PlanRow,
): Promise<void> {
  const terminology = await world.organisation.terminology()
  const year = Number(plan.admission_date.slice(0, 4))
  if (plan.joia)
    await execute(
      db,
      sql`INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
             SELECT new_id(), m.id, 'joia', ${year}, ${describeCharge({ type: 'joia', year, period: null }, terminology)}, ${plan.due_date}, ${plan.joia}, m.category_id, 'admission' FROM members m WHERE m.id = ${memberId}
             ON CONFLICT DO NOTHING`,
    )
  const periods = [periodOf(plan.periodicity ?? 'yearly', plan.admission_date)]
  const selection = { year, periods, planIds: [], categoryIds: [], memberIds: [memberId], today, terminology }
  await insertQuotas(db, selection, { origin: 'admission' })
  changes.push({ resource: 'unsettledPayments', action: 'created', id: '', version: 0 })
}

/** SQL that joins to members `m` their plan `p`, and its joia as `price.joia`, as they are on a day. */
export const joiaJoins = (day: Sql) => sql`JOIN member_categories k ON k.id = m.category_id
  LEFT JOIN quota_plans p ON p.id = coalesce(m.quota_plan_id, k.quota_plan_id) AND p.active AND k.pays_quota
  LEFT JOIN LATERAL (
    SELECT q.joia FROM quota_prices q WHERE q.quota_plan_id = p.id AND q.valid_from <= ${day}
      AND (q.category_id = k.id OR q.category_id IS NULL)
    ORDER BY q.category_id IS NULL, q.valid_from DESC LIMIT 1) price ON true`

async function planOfMember({ db }: Context, memberId: string): Promise<PlanRow | undefined> {
  return maybeOne(
    db,
    sql`SELECT m.admission_date, p.charges_on_admission, p.periodicity, (m.admission_date + 30)::date AS due_date, price.joia
           FROM members m ${joiaJoins(sql`m.admission_date`)} WHERE m.id = ${memberId}`,
    planShape,
  )
}

/** The code of the period in which a day falls. */
function periodOf(periodicity: string, date: string): string {
  const month = Number(date.slice(5, 7))
  if (periodicity === 'monthly') return date.slice(5, 7)
  if (periodicity === 'quarterly') return `T${Math.ceil(month / 3)}`
  if (periodicity === 'halfYearly') return `S${Math.ceil(month / 6)}`
  return 'ano'
}
