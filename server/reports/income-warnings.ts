import { incomeWarnings } from '@agremia/resources/rules/income-limits.ts'
import type { FastifyInstance } from 'fastify'
import { many, sql } from '../database/sql.ts'
import { data } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { checkReader } from './access.ts'
import type { World } from '../rest/modules.ts'

const warningsApi: Api = {
  name: 'readIncomeWarnings',
  summary: 'Ler os avisos sobre os limites das receitas',
  tag: 'Relatórios',
  answers: { 200: data([{ name: 'text', isOver: 'boolean', year: 'integer', text: 'text' }]) },
}

/** `GET /income_warnings`: the legal limits that the income of this year or of the last one is near or over. */
export function incomeWarningsRoute(app: FastifyInstance, world: World): void {
  app.get('/income_warnings', { config: { scope: 'payments:read', api: warningsApi } }, async (request) => {
    checkReader(request.caller)
    const [today, { orgType, hasTreasury }] = await Promise.all([
      world.organisation.today(),
      world.organisation.settings(),
    ])
    if (hasTreasury !== 'true') return { data: [] }
    const year = Number(today.slice(0, 4))
    // Capital is no income of the year.
    const incomes = await many(
      world.database.pool,
      sql`SELECT extract(year FROM t.date)::integer AS year, sum(t.effect)::bigint AS income
        FROM transactions_by_day t JOIN transaction_categories k ON k.id = t.category_id
        WHERE t.kind = 'income' AND k.purpose IS DISTINCT FROM 'capital'
          AND t.date BETWEEN make_date(${year}::integer - 1, 1, 1) AND make_date(${year}::integer, 12, 31)
        GROUP BY 1 ORDER BY 1 DESC`,
      { year: 'integer', income: 'cents' },
    )
    return {
      data: incomes.flatMap((one) =>
        incomeWarnings(one.year, one.income, orgType).map((warning) => ({ ...warning, year: one.year })),
      ),
    }
  })
}
