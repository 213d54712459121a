import { staffReaders } from '@agremia/resources/access.ts'
import { transactionKinds } from '@agremia/resources/definitions/transaction-categories.ts'
import { each, oneOf } from '@agremia/resources/json-shape.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { fiscalYearOf } from '@agremia/resources/rules/fiscal-year.ts'
import type { FastifyInstance } from 'fastify'
import { fiscalYearStartSql } from '../database/fiscal-year.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { jsonOf, one, sql } from '../database/sql.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { euros } from '../rest/euros.ts'
import { requireAccess } from '../rest/scope.ts'
import { balanceSql } from './accounts.ts'
import type { World } from '../rest/modules.ts'

export const countShape = { count: 'integer', amount: 'euros' } as const
const months = ['income', 'expense', 'incomeLastYear', 'expenseLastYear'] as const

/** The treasury at a glance; amounts in euros. */
type Overview = RowOf<typeof overviewShape>
const overviewShape = {
  year: 'integer',
  accounts: jsonOf<{ _id: string; name: string; kind: string; balance: Euros; active: boolean }[]>(),
  /** The balance of all accounts. */
  total: 'euros',
  byMonth: jsonOf<({ month: number } & Record<(typeof months)[number], Euros>)[]>(),
  /** The last movements, without arrivals of transfers. */
  latest: jsonOf<object[]>(),
  documentsWithoutTransaction: jsonOf<{ count: number; amount: Euros }>(),
  transactionsWithoutDocument: jsonOf<{ count: number; amount: Euros }>(),
} as const

const latestShape = {
  _id: 'uuid',
  number: 'text',
  date: 'day',
  kind: oneOf(Object.keys(transactionKinds)),
  description: 'text',
  effect: 'euros',
  amount: 'euros',
  accountLabel: 'text',
  toAccountLabel: 'text?',
  status: 'text',
} as const

const overviewApi: Api = {
  name: 'readTreasuryOverview',
  summary: 'Ler o resumo da tesouraria',
  tag: 'Tesouraria',
  answers: {
    200: data({
      ...overviewShape,
      accounts: [{ _id: 'uuid', name: 'text', kind: 'text', balance: 'euros', active: 'boolean' }],
      byMonth: [{ month: 'integer', ...each(months, 'euros') }],
      latest: [latestShape],
      documentsWithoutTransaction: countShape,
      transactionsWithoutDocument: countShape,
      closedUntil: 'day?',
    }),
  },
}

/** `GET /treasury_overview`: balances, the months of this and last year, the last movements, and what lacks a paper. */
export function overviewRoutes(app: FastifyInstance, world: World): void {
  app.get('/treasury_overview', route(overviewApi, 'transactions:read'), async ({ caller }) => {
    requireAccess(staffReaders(caller), caller)
    const settings = await world.organisation.settings()
    const { closedUntil } = settings
    const year = fiscalYearOf(settings, await world.organisation.today())
    const overview = await readOverview(world.database.pool, year)
    return { data: { ...overview, closedUntil: closedUntil === '' ? null : closedUntil } }
  })
}

/** Documents that ask for a transaction: of an amount, in an open state, and in none. */
export const isLoose = sql`d.status IN ('unpaid', 'partial', 'paid') AND d.total_amount > 0
  AND NOT EXISTS (SELECT FROM transactions x WHERE x.document_ids @> ARRAY[d.id::text] AND x.status = 'registered')`

/** Expenses without a document; those of payments have their receipts. */
export const lacksDocument = sql`x.kind = 'expense' AND x.document_ids = '{}' AND x.payment_id IS NULL
  AND x.status = 'registered'`

export const overviewSql = (year: number): Sql => sql`
  WITH year AS (SELECT ${fiscalYearStartSql(year)} AS first, ${fiscalYearStartSql(year + 1)} - 1 AS last, ${fiscalYearStartSql(year - 1)} AS before),
  months AS (SELECT n, (year.first + make_interval(months => n))::date AS month FROM year, generate_series(0, 11) AS n),
  moved AS MATERIALIZED (
    SELECT date_trunc('month', m.date)::date AS month, m.kind, sum(CASE m.kind WHEN 'expense' THEN -m.effect ELSE m.effect END) AS amount
    FROM transactions_by_day m, year WHERE m.kind <> 'transfer' AND m.date BETWEEN year.before AND year.last GROUP BY 1, 2),
  accounts AS MATERIALIZED (
    SELECT a.id, a.name, a.kind, a.active, a."order", ${balanceSql(sql`a`)} AS balance FROM treasury_accounts a)
  SELECT ${year}::integer AS year,
    (SELECT coalesce(json_agg(json_build_object('_id', id, 'name', name, 'kind', kind, 'active', active, 'balance', ${euros('balance')})
      ORDER BY "order", id), '[]') FROM accounts) AS accounts,
    (SELECT ${euros('sum(balance)')} FROM accounts) AS total,
    (SELECT json_agg(json_build_object('month', extract(month FROM month)::integer,
      ${monthSql('income', 'income', 0)}, ${monthSql('expense', 'expense', 0)},
      ${monthSql('incomeLastYear', 'income', 1)}, ${monthSql('expenseLastYear', 'expense', 1)}) ORDER BY n)
      FROM months) AS "byMonth",
    (SELECT coalesce(json_agg(json_build_object('_id', x.id, 'number', x.number, 'date', x.date, 'kind', x.kind, 'description', x.description,
      'effect', ${euros('x.effect')}, 'amount', ${euros('x.amount')}, 'accountLabel', a.name, 'toAccountLabel', o.name, 'status', x.status)
      ORDER BY x.date DESC, x.id DESC), '[]')
      FROM (SELECT * FROM transactions WHERE transfer_id IS NULL ORDER BY date DESC, id DESC LIMIT 8) x
      JOIN treasury_accounts a ON a.id = x.account_id LEFT JOIN treasury_accounts o ON o.id = x.to_account_id) AS latest,
    (SELECT json_build_object('count', count(*), 'amount', ${euros('sum(d.total_amount)')}) FROM treasury_docs d WHERE ${isLoose}) AS "documentsWithoutTransaction",
    (SELECT json_build_object('count', count(*), 'amount', ${euros('sum(x.amount)')}) FROM transactions x
      WHERE ${lacksDocument} AND x.date BETWEEN year.first AND year.last) AS "transactionsWithoutDocument"
  FROM year`

/** A property of a month: what was received or spent in it, `before` years ago. Reversals make it less. */
function monthSql(name: (typeof months)[number], kind: 'income' | 'expense', before: 0 | 1): Sql {
  const month = sql`months.month - make_interval(years => ${before})`
  return sql`${name}::text, (SELECT ${euros('sum(amount)')} FROM moved WHERE moved.kind = ${kind} AND moved.month = ${month})`
}

async function readOverview(db: Querying, year: number): Promise<Overview> {
  return one(db, overviewSql(year), overviewShape)
}
