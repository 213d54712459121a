import { many, one, sql } from '../database/sql.ts'
import { euros } from '../rest/euros.ts'
import type { Engine } from '../rest/modules.ts'
import { isOwed } from './conditions.ts'

/**
 * What a generation charged, with what is paid and owed of it, by the category that each member was in, and the credit that it used
 * on earlier debts; amounts in euros.
 */
export async function runByCategory(
  { world }: Engine,
  runId: string,
): Promise<{ byCategory: object[]; creditOnEarlier: number }> {
  const byCategory = await many(
    world.database.pool,
    sql`SELECT k.id AS "categoryId", k.name AS category, x.count, x.charged, x.paid, x.owed FROM (
             SELECT category_id, count(*)::integer AS count, ${euros('sum(amount)')} AS charged, ${euros('sum(paid_amount)')} AS paid,
               ${euros(sql`sum(open_amount) FILTER (WHERE ${isOwed})`)} AS owed
             FROM unsettled_payments c WHERE quota_run_id = ${runId} GROUP BY category_id) x
           JOIN member_categories k ON k.id = x.category_id ORDER BY k."order", k.id`,
    {
      categoryId: 'uuid',
      category: 'text',
      count: 'integer',
      charged: 'euros',
      paid: 'euros',
      owed: 'euros',
    },
  )
  const { amount: creditOnEarlier } = await one(
    world.database.pool,
    sql`SELECT ${euros('sum(u.amount)')} AS amount FROM credit_uses u JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
           WHERE u.quota_run_id = ${runId} AND c.quota_run_id IS DISTINCT FROM u.quota_run_id`,
    { amount: 'euros' },
  )
  return { byCategory, creditOnEarlier }
}
