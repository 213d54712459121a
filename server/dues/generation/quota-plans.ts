import type { InputOf } from '@agremia/resources/define-resource.ts'
import { quotaPrices } from '@agremia/resources/definitions/quota-plans.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { daysToPay } from '../../limits.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, exists, inline, many, one, sql } from '../../database/sql.ts'
import { ApiError, conflict, invalid } from '../../errors.ts'
import type { ActionCall, Hooks } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import { deleteRecord } from '../../rest/delete-record.ts'
import { saveRecord } from '../../rest/write.ts'
import { endOfPeriod, isNotCancelled } from '../ledger/conditions.ts'
import { termsJoin } from '../terms/in-force.ts'
import { beforeRuleChange, followRuleChange } from '../terms/rule-changes.ts'
import type { quotaPlans } from '@agremia/resources/definitions/quota-plans.ts'

/** SQL of the quotas and joias `c` that a plan charged, now or when it was that of their category. */
export const chargedByPlan = (id: string): Sql =>
  sql`SELECT FROM unsettled_payments c JOIN member_quota_terms t ON t.member_id = c.member_id AND t.category_id = c.category_id
        JOIN category_spans k ON k.category_id = c.category_id
      WHERE c.origin IN ('generation', 'admission') AND c.type IN ('quota', 'joia') AND coalesce(t.quota_plan_id, k.quota_plan_id) = ${id}::uuid`

/** SQL: the first day of the period of the charge `c`, or of the membership of `m` in it; of a joia the day of the admission or return. */
const pricedDay = sql`CASE WHEN c.type = 'quota' THEN greatest(period_start(c.year, c.period), (SELECT min(s.from_day) FROM membership_spans s
    WHERE s.member_id = m.id AND s.from_day < ${endOfPeriod} AND s.to_day > period_start(c.year, c.period) AND s.previous_to <= period_start(c.year, c.period)))
  WHEN c.description LIKE '%readmissão' THEN c.due_date - ${inline(daysToPay)} ELSE m.admission_date END`

/** SQL that returns rows if a charge that is not cancelled has the price, by the plan and category of its day. */
const chargedByPrice = (id: string): Sql => sql`
  SELECT FROM quota_prices q JOIN unsettled_payments c ON c.year >= extract(year FROM q.valid_from)
    -- Earlier charges have the price only if a correction gave it to them.
    AND (c.created_at >= q.created_at OR c.updated_at >= q.created_at AND c.amount IN (q.amount, q.joia))
  JOIN members m ON m.id = c.member_id CROSS JOIN LATERAL (SELECT ${pricedDay} AS day) priced
  ${termsJoin(sql`priced.day`)}
  JOIN category_spans k ON k.category_id = c.category_id AND k.from_day <= priced.day AND k.to_day > priced.day
  WHERE q.id = ${id}::uuid AND c.origin IN ('generation', 'admission') AND c.type IN ('quota', 'joia') AND ${isNotCancelled}
    AND (c.type = 'joia' OR t.custom_quota IS NULL) AND coalesce(t.quota_plan_id, k.quota_plan_id) = q.quota_plan_id
    AND q.id = (SELECT o.id FROM quota_prices o WHERE o.quota_plan_id = q.quota_plan_id AND o.valid_from <= priced.day
      AND (o.category_id = c.category_id OR o.category_id IS NULL) ORDER BY o.category_id IS NULL, o.valid_from DESC LIMIT 1)`

/** Prices are only added; a price can be deleted while nothing was charged by it. */
export const quotaPriceHooks: Hooks<typeof quotaPrices, Awaited<ReturnType<typeof beforeRuleChange>>> = {
  async validate({ db, merged, id }) {
    const { quotaPlanId, validFrom, categoryId = null } = merged
    if (typeof quotaPlanId !== 'string' || typeof validFrom !== 'string') return undefined
    const isTaken = await exists(
      db,
      sql`SELECT FROM quota_prices WHERE quota_plan_id = ${quotaPlanId} AND valid_from = ${validFrom} AND category_id IS NOT DISTINCT FROM ${categoryId}::uuid AND id <> ${id}`,
    )
    return isTaken ? { errors: { validFrom: ['Já há um preço a partir deste dia.'] } } : undefined
  },
  async beforeSave(context) {
    const { merged, values } = context
    if (values.charges === 'leave') return undefined
    return beforeRuleChange(context, { day: merged.validFrom, planIds: [merged.quotaPlanId] })
  },
  async afterSave(context, charged) {
    await followRuleChange(context, charged, context.values.charges)
    return 'unchanged'
  },
  async beforeDelete({ db, record }) {
    // A running generation may use the price without its charges being visible yet; one that starts now waits for this lock.
    const { free } = await one(
      db,
      sql`SELECT pg_try_advisory_xact_lock_shared(${advisoryLocks.quotaGeneration}) AS free`,
      { free: 'boolean' },
    )
    if (!free)
      throw conflict(
        'Está em curso uma geração de quotas, que pode estar a usar este preço: espere que acabe.',
      )
    // Admissions and changes of state, which charge by prices, hold it shared.
    await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.meanings})`)
    if (await exists(db, sql`${chargedByPrice(record._id)} LIMIT 1`))
      throw conflict(
        `Já se geraram quotas com este preço (desde ${formatDate(record.validFrom)}): acrescente outro.`,
      )
  },
}

/** Adds prices of a plan from a day on, each `{categoryId, amount, joia}`; all, or none when one is invalid. Throws 422. */
export async function setPrices(call: ActionCall<typeof quotaPlans, 'setPrices'>): Promise<undefined> {
  const { record, input } = call
  const prices = input.prices as InputOf<typeof quotaPrices>[]
  if (prices.length === 0) throw invalid({ prices: ['Indique pelo menos um preço.'] })
  const plan = planOf(call.world, quotaPrices.name)
  const charged = await beforeRuleChange(call, { day: input.validFrom, planIds: [record._id] })
  for (const [index, { categoryId = null, amount = null, joia = null }] of prices.entries()) {
    const price = {
      quotaPlanId: record._id,
      validFrom: input.validFrom,
      categoryId,
      amount,
      joia,
      // Compared once, for all prices together.
      charges: 'leave' as const,
    }
    try {
      await saveRecord(call, plan, { id: null, input: price, mode: 'create' })
    } catch (error) {
      throw error instanceof ApiError && error.errors ? withIndex(error.errors, index) : error
    }
  }
  await followRuleChange(call, charged, input.charges)
  return undefined
}

/** The errors of one price with its index in the list: `prices.2.amount`. The day is common to all prices. */
function withIndex(errors: Record<string, string[]>, index: number): ApiError {
  const entries = Object.entries(errors).map(([field, messages]) => [
    field === 'validFrom' ? field : `prices.${index}.${field}`,
    messages,
  ])
  return invalid(Object.fromEntries(entries) as Record<string, string[]>)
}

/** Deletes the prices of a plan that begin on a day. Throws 409 when there are none, or something was charged since. */
export async function removePrices(call: ActionCall<typeof quotaPlans, 'removePrices'>): Promise<undefined> {
  const { db, record, input } = call
  const rows = await many(
    db,
    sql`SELECT id FROM quota_prices WHERE quota_plan_id = ${record._id} AND valid_from = ${input.validFrom} ORDER BY id`,
    { id: 'uuid' },
  )
  if (rows.length === 0) throw conflict('Este plano não tem preços a partir desse dia.')
  const plan = planOf(call.world, quotaPrices.name)
  for (const { id } of rows) await deleteRecord(call, plan, id)
  return undefined
}
