import { staffReaders } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fiscalYearSql } from '../database/fiscal-year.ts'
import type { Sql } from '../database/sql.ts'
import { exists, many, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { data, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { euros } from '../rest/euros.ts'
import { requireAccess } from '../rest/scope.ts'
import type { World } from '../rest/modules.ts'

type YearsRequest = FastifyRequest<WithId>

const centerShape = {
  year: 'integer',
  income: 'euros',
  expense: 'euros',
  /** Null without a budget of the year. */
  budgetIncome: 'euros?',
  budgetExpense: 'euros?',
} as const

const entityShape = { year: 'integer', income: 'euros', expense: 'euros' } as const

const centerApi: Api = {
  name: 'readCostCenterYears',
  summary: 'Comparar o orçamento de um centro de custos com o que aconteceu',
  tag: 'Tesouraria',
  answers: { 200: data([centerShape]) },
}

const entityApi: Api = {
  name: 'readExternalEntityYears',
  summary: 'Ler quanto se pagou e recebeu de uma entidade externa em cada ano',
  tag: 'Tesouraria',
  answers: { 200: data([entityShape]) },
}

/** `GET /cost_centers/:id/years` and `GET /external_entities/:id/years`: totals of each accounting year, the latest first. */
export function yearRoutes(app: FastifyInstance, world: World): void {
  const { pool } = world.database
  const idOf = async ({ caller, params }: YearsRequest, table: Sql): Promise<string> => {
    requireAccess(staffReaders(caller), caller)
    const id = isId(params.id) ? params.id : null
    if (id === null || !(await exists(pool, sql`SELECT FROM ${table} WHERE id = ${id}`))) throw notFound()
    return id
  }
  app.get(
    '/cost_centers/:id/years',
    route(centerApi, 'transactions:read'),
    async (request: YearsRequest) => ({
      data: await many(pool, centerSql(await idOf(request, sql`cost_centers`)), centerShape),
    }),
  )
  app.get(
    '/external_entities/:id/years',
    route(entityApi, 'transactions:read'),
    async (request: YearsRequest) => ({
      data: await many(pool, entitySql(await idOf(request, sql`external_entities`)), entityShape),
    }),
  )
}

/** Years with transactions or with a budget. */
const centerSql = (id: string) => sql`
  WITH moved AS (
    SELECT ${fiscalYearSql(sql`month`)} AS year, sum(income) AS income, sum(expense) AS expense FROM transaction_splits_totals WHERE cost_center_id = ${id} GROUP BY 1),
  budgets AS (SELECT year, income, expense FROM cost_center_budgets WHERE cost_center_id = ${id})
  SELECT year, ${euros('coalesce(moved.income, 0)')} AS income, ${euros('coalesce(moved.expense, 0)')} AS expense,
    round(budgets.income / 100.0, 2) AS "budgetIncome", round(budgets.expense / 100.0, 2) AS "budgetExpense"
  FROM moved FULL JOIN budgets USING (year) ORDER BY year DESC`

const entitySql = (id: string) => sql`
  SELECT ${fiscalYearSql(sql`date`)} AS year, ${euros('sum(income)')} AS income, ${euros('sum(expense)')} AS expense
  FROM transactions WHERE external_entity_id = ${id} GROUP BY 1 ORDER BY 1 DESC`
