import { each } from '@agremia/resources/json-shape.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { jsonOf, one, sql } from '../database/sql.ts'
import type { Querying } from '../database/querying.ts'
import { data } from '../rest/api.ts'
import { euros } from '../rest/euros.ts'
import { isOwedOrPaid, isOwed, wasReceived } from './ledger/conditions.ts'
import type { DebtAge } from './ledger/debt-ages.ts'
import { ageRowsSql, ageSql } from './ledger/debt-ages.ts'
import { staffReaders } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { requireAccess } from '../rest/scope.ts'
import type { World } from '../rest/modules.ts'

/** Overview of the payments of a year; amounts in euros. */
type Overview = RowOf<typeof overviewShape>
const overviewShape = {
  year: 'integer',
  /** The last day that this overview includes. */
  today: 'day',
  /** Payments of this year until today, of the same days of last year, and of all of last year. */
  paid: jsonOf<{ thisYear: Euros; lastYearSoFar: Euros; lastYear: Euros }>(),
  /** What went back this year: payments that were returned, and credit that was given back. */
  back: 'euros',
  owed: 'euros',
  overdue: 'euros',
  credit: 'euros',
  /** Open amount of the charges that fall due between today and the end of the year. */
  expectedUntilDecember: 'euros',
  /** `due` is the amount of the charges that fall due in the month, `owed` the open part of it. */
  byMonth: jsonOf<{ month: number; paid: Euros; paidLastYear: Euros; due: Euros; owed: Euros }[]>(),
  byCategory: jsonOf<{ categoryId: string; category: string; charged: Euros; paid: Euros; owed: Euros }[]>(),
  /** Each age with the range of its due dates; null where there is no limit. */
  debtAge:
    jsonOf<{ age: DebtAge; from: string | null; to: string | null; members: number; amount: Euros }[]>(),
  largestDebts: jsonOf<
    {
      memberId: string
      memberNumber: number
      name: string
      balance: Euros
      oldestDebt: string | null
    }[]
  >(),
} as const

/** The tables that the overview sums. */
interface OverviewSources {
  /** Payments with `date`, `amount` and `status`. */
  payments: Sql
  /** Charges with `records`, the number of charges that a row stands for. */
  charges: Sql
  /** SELECT of the number of members and their credit by the bits of the ages of their debts. */
  balances: Sql
  /** Number of members with charges of an age, where `balances` does not have it. */
  debtors: Sql
}

/** Totals that triggers maintain. */
const storedTotals: OverviewSources = {
  payments: sql`payments_by_day`,
  charges: sql`charges_by_day`,
  balances: sql`SELECT debt_ages, sum(records) AS members, sum(credit) AS credit FROM member_balances_by_age GROUP BY 1`,
  debtors: sql`NULL::bigint`,
}

/** SQL of the overview. Sums stored totals; only the largest debtors are read one by one. Tests and the bench sum the rows themselves. */
export const overviewSql = (
  today: string,
  { payments, charges, balances, debtors } = storedTotals,
): Sql => sql`
  WITH day AS (SELECT ${today}::date AS today, extract(year FROM ${today}::date)::integer AS year),
  received AS MATERIALIZED (
    SELECT extract(year FROM p.date)::integer AS year, extract(month FROM p.date)::integer AS month, sum(p.amount) AS amount,
      sum(p.amount) FILTER (WHERE p.date <= (day.today - interval '1 year')::date) AS so_far
    FROM ${payments} p, day WHERE ${wasReceived} AND p.date >= make_date(day.year - 1, 1, 1) AND p.date <= make_date(day.year, 12, 31)
    GROUP BY 1, 2),
  charged AS MATERIALIZED (
    SELECT c.category_id, extract(month FROM c.due_date)::integer AS month, sum(c.amount) AS amount, sum(c.paid_amount) AS paid, sum(c.open_amount) AS open
    FROM ${charges} c, day WHERE c.due_date BETWEEN make_date(day.year, 1, 1) AND make_date(day.year, 12, 31)
      AND ${isOwedOrPaid} GROUP BY 1, 2 HAVING sum(c.records) > 0),
  aged AS MATERIALIZED (
    SELECT ${ageSql(sql`c.due_date`, sql`day.today`)} AS age, ${debtors} AS members, sum(c.open_amount) AS amount,
      sum(c.open_amount) FILTER (WHERE c.due_date <= make_date(day.year, 12, 31)) AS this_year
    FROM ${charges} c, day WHERE ${isOwed} GROUP BY 1),
  balances AS MATERIALIZED (${balances}),
  largest AS (
    SELECT b.member_id, b.balance, b.oldest_debt FROM member_balances b WHERE b.balance > 0 ORDER BY b.balance DESC, b.id DESC LIMIT 10)
  SELECT day.year, day.today,
    json_build_object('thisYear', (SELECT ${euros('sum(amount)')} FROM received WHERE received.year = day.year),
      'lastYearSoFar', (SELECT ${euros('sum(so_far)')} FROM received WHERE received.year = day.year - 1),
      'lastYear', (SELECT ${euros('sum(amount)')} FROM received WHERE received.year = day.year - 1)) AS paid,
    (SELECT ${euros('sum(amount)')} FROM (SELECT date, amount FROM payment_returns WHERE status = 'active'
      UNION ALL SELECT date, amount FROM credit_refunds WHERE status = 'registered') b
      WHERE b.date BETWEEN make_date(day.year, 1, 1) AND make_date(day.year, 12, 31)) AS back,
    (SELECT ${euros('sum(amount)')} FROM aged) AS owed,
    (SELECT ${euros('sum(amount)')} FROM aged WHERE age <> 'notDue') AS overdue,
    (SELECT ${euros('sum(credit)')} FROM balances) AS credit,
    (SELECT ${euros('sum(this_year)')} FROM aged WHERE age = 'notDue') AS "expectedUntilDecember",
    (SELECT json_agg(json_build_object('month', m, 'paid', (SELECT ${euros('sum(amount)')} FROM received WHERE received.month = m AND received.year = day.year),
      'paidLastYear', (SELECT ${euros('sum(amount)')} FROM received WHERE received.month = m AND received.year = day.year - 1),
      'due', (SELECT ${euros('sum(amount)')} FROM charged WHERE charged.month = m),
      'owed', (SELECT ${euros('sum(open)')} FROM charged WHERE charged.month = m)) ORDER BY m) FROM generate_series(1, 12) AS m) AS "byMonth",
    (SELECT coalesce(json_agg(json_build_object('categoryId', k.id, 'category', k.name, 'charged', x.amount, 'paid', x.paid, 'owed', x.open)
      ORDER BY k."order", k.id), '[]') FROM (SELECT category_id, ${euros('sum(amount)')} AS amount, ${euros('sum(paid)')} AS paid,
      ${euros('sum(open)')} AS open FROM charged GROUP BY category_id) x JOIN member_categories k ON k.id = x.category_id) AS "byCategory",
    (SELECT json_agg(json_build_object('age', ages.age, 'from', day.today + ages.first, 'to', day.today + ages.last,
      'members', coalesce(aged.members, (SELECT sum(members) FROM balances WHERE debt_ages & ages.bit > 0), 0), 'amount', ${euros('aged.amount')}) ORDER BY ages.place)
      FROM ${ageRowsSql} LEFT JOIN aged ON aged.age = ages.age) AS "debtAge",
    (SELECT coalesce(json_agg(json_build_object('memberId', m.id, 'memberNumber', m.member_number, 'name', p.name, 'balance', ${euros('largest.balance')},
      'oldestDebt', largest.oldest_debt) ORDER BY largest.balance DESC, m.id DESC), '[]') FROM largest JOIN members m ON m.id = largest.member_id
      JOIN people p ON p.id = m.person_id) AS "largestDebts"
  FROM day`

async function readOverview(db: Querying, today: string): Promise<Overview> {
  return one(db, overviewSql(today), overviewShape)
}

const overviewApi = {
  name: 'readPaymentsOverview',
  summary: 'Ler o resumo dos pagamentos do ano',
  answers: {
    200: data({
      ...overviewShape,
      paid: each(['thisYear', 'lastYearSoFar', 'lastYear'], 'euros'),
      byMonth: [{ month: 'integer', ...each(['paid', 'paidLastYear', 'due', 'owed'], 'euros') }],
      byCategory: [{ categoryId: 'uuid', category: 'text', ...each(['charged', 'paid', 'owed'], 'euros') }],
      debtAge: [{ age: 'text', from: 'day?', to: 'day?', members: 'integer', amount: 'euros' }],
      largestDebts: [
        { memberId: 'uuid', memberNumber: 'integer', name: 'text', balance: 'euros', oldestDebt: 'day?' },
      ],
    }),
  },
} as const

/** `GET /payments_overview`, for the staff. */
export function overviewRoute(app: FastifyInstance, world: World): void {
  const config = { scope: 'payments:read', api: { ...overviewApi, tag: 'Pagamentos' } }
  app.get('/payments_overview', { config }, async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    return { data: await readOverview(world.database.pool, await world.organisation.today()) }
  })
}
