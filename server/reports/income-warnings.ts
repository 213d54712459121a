import { incomeWarnings, leastIncome } from '@agremia/resources/rules/income-limits.ts'
import type { FastifyInstance } from 'fastify'
import { exists, many, sql } from '../database/sql.ts'
import { isReceived } from '../dues/index.ts'
import { data } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { checkReader } from './access.ts'
import type { World } from '../rest/modules.ts'

export const incomeWarningShape = {
  name: 'text',
  isOver: 'boolean',
  year: 'integer',
  title: 'text',
  text: 'text',
} as const

const warningsApi: Api = {
  name: 'readIncomeWarnings',
  summary: 'Ler os avisos sobre os limites das receitas',
  tag: 'Relatórios',
  answers: { 200: data([incomeWarningShape]) },
}

/** SQL of the income of each year from `first` on, of the treasury. Sales and services have the codes 71 and 72 of the SNC, as quotas do too. */
const ofTreasury = (first: number) => sql`
  SELECT extract(year FROM t.date)::integer AS year, sum(t.effect)::bigint AS income,
    coalesce(sum(t.effect) FILTER (WHERE k.code ~ '^7[12]' AND NOT k.charge_types && ARRAY['quota', 'joia'] AND k.purpose IS NULL), 0)::bigint AS turnover
  FROM transactions_by_day t JOIN transaction_categories k ON k.id = t.category_id
  WHERE t.kind = 'income' AND k.purpose IS DISTINCT FROM 'capital' AND t.date >= make_date(${first}::integer, 1, 1)
  GROUP BY 1 ORDER BY 1 DESC`

/** SQL of the same from what members paid. Reads the lines of the payments only when they may be near a limit. */
const ofPayments = (first: number) => sql`
  WITH near AS (
    SELECT extract(year FROM p.date)::integer AS year FROM payments_by_day p
    WHERE ${isReceived} AND p.method <> 'offset' AND p.date >= make_date(${first}::integer, 1, 1) GROUP BY 1 HAVING sum(p.amount) >= ${leastIncome})
  SELECT extract(year FROM p.date)::integer AS year, coalesce(sum(i.amount) FILTER (WHERE c.type IS DISTINCT FROM 'capital'), 0)::bigint AS income,
    coalesce(sum(i.amount) FILTER (WHERE c.type IN ('activity', 'card')), 0)::bigint AS turnover
  FROM payments p JOIN payment_items i ON i.payment_id = p.id LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
  WHERE ${isReceived} AND p.method <> 'offset' AND p.date >= make_date((SELECT min(year) FROM near), 1, 1) GROUP BY 1 ORDER BY 1 DESC`

/** The legal limits that the income of this year or of the last one is near or over, by the treasury, or without it by payments. */
export async function readIncomeWarnings({
  organisation,
  database,
}: Pick<World, 'organisation' | 'database'>) {
  const [today, { orgType, hasTreasury }] = await Promise.all([organisation.today(), organisation.settings()])
  const { pool } = database
  const isInTreasury = hasTreasury === 'true' && (await exists(pool, sql`SELECT FROM treasury_accounts`))
  const first = Number(today.slice(0, 4)) - 1
  const incomes = await many(pool, isInTreasury ? ofTreasury(first) : ofPayments(first), {
    year: 'integer',
    income: 'cents',
    turnover: 'cents',
  })
  return incomes.flatMap(({ year, ...sums }) =>
    incomeWarnings(year, sums, orgType).map((warning) => ({ ...warning, year })),
  )
}

/** `GET /income_warnings`. */
export function incomeWarningsRoute(app: FastifyInstance, world: World): void {
  app.get('/income_warnings', { config: { scope: 'payments:read', api: warningsApi } }, async (request) => {
    checkReader(request.caller)
    return { data: await readIncomeWarnings(world) }
  })
}
