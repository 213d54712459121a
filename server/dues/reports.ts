import type { Euros } from '@agremia/resources/rules/amount.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import type { RowOf, Shape, Sql } from '../database/sql.ts'
import { jsonOf, many, one, sql } from '../database/sql.ts'
import type { Querying } from '../database/querying.ts'
import { euros } from '../rest/euros.ts'
import { isOwedOrPaid, isOwed, isReceived } from './ledger/conditions.ts'
import type { DebtAge } from './ledger/debt-ages.ts'
import { ageRowsSql, ageSql } from './ledger/debt-ages.ts'
import { staffReaders } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { candidatesSql, hasMonthsOf } from './generation/candidates.ts'

/** Overview of the payments of a year; amounts in euros. */
type Overview = RowOf<typeof overviewShape>
const overviewShape = {
  year: 'integer',
  /** The last day that this overview includes. */
  today: 'day',
  /** Payments of this year until today, of the same days of last year, and of all of last year. */
  paid: jsonOf<{ thisYear: Euros; lastYearSoFar: Euros; lastYear: Euros }>(),
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
    FROM ${payments} p, day WHERE ${isReceived} AND p.date >= make_date(day.year - 1, 1, 1) AND p.date <= make_date(day.year, 12, 31)
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

export async function readOverview(db: Querying, today: string): Promise<Overview> {
  return one(db, overviewSql(today), overviewShape)
}

/** SQL: open amounts by year of the charge, in euros. */
const owedPerYear = (today: string) => sql`
  SELECT year, count(*)::integer AS charges, count(DISTINCT member_id)::integer AS members,
    ${euros('sum(open_amount)')} AS owed,
    ${euros(sql`sum(open_amount) FILTER (WHERE due_date < ${today}::date)`)} AS overdue
  FROM unsettled_payments c WHERE ${isOwed} GROUP BY year ORDER BY year`

/** SQL: payments by year and method. */
const paymentsPerYear = (today: string) => sql`
  WITH by_method AS (
    SELECT extract(year FROM date)::integer AS year, method, count(*) AS payments, sum(amount) AS amount
    FROM payments p WHERE ${isReceived} AND date <= ${today}::date GROUP BY 1, 2),
  payers AS (
    SELECT extract(year FROM date)::integer AS year, count(DISTINCT member_id)::integer AS members
    FROM payments p WHERE ${isReceived} GROUP BY 1)
  SELECT b.year, sum(b.payments)::integer AS payments, p.members, ${euros('sum(b.amount)')} AS amount,
    json_object_agg(b.method, ${euros('b.amount')}) AS "byMethod"
  FROM by_method b JOIN payers p ON p.year = b.year GROUP BY b.year, p.members ORDER BY b.year`

/** SQL: admissions by year and category, and readmissions by year. */
const membershipsPerYear = (today: string) => sql`
  WITH admitted AS (
    SELECT extract(year FROM m.admission_date)::integer AS year, k.name AS category, count(*) AS count
    FROM members m JOIN member_categories k ON k.id = m.category_id WHERE m.admission_date <= ${today}::date GROUP BY 1, 2),
  followed AS (
    SELECT h.start_date, n.marks_end, lag(n.marks_end) OVER (PARTITION BY h.member_id ORDER BY h.start_date, h.end_date NULLS LAST, h.id) AS had_ended
    FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id WHERE h.start_date <= ${today}::date),
  readmitted AS (
    SELECT extract(year FROM start_date)::integer AS year, count(*)::integer AS count FROM followed WHERE had_ended AND NOT marks_end GROUP BY 1),
  years AS (SELECT year FROM admitted UNION SELECT year FROM readmitted)
  SELECT y.year, coalesce(sum(a.count), 0)::integer AS admitted, coalesce(max(r.count), 0) AS readmitted,
    coalesce(json_object_agg(a.category, a.count) FILTER (WHERE a.category IS NOT NULL), '{}') AS "byCategory"
  FROM years y LEFT JOIN admitted a ON a.year = y.year LEFT JOIN readmitted r ON r.year = y.year GROUP BY y.year ORDER BY y.year`

/** SQL: members who left, by year and state. */
const cancelationsPerYear = (today: string) => sql`
  WITH ended AS (
    SELECT extract(year FROM h.start_date)::integer AS year, n.name AS state, count(*) AS count
    FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
    WHERE n.marks_end AND h.start_date <= ${today}::date GROUP BY 1, 2)
  SELECT year, sum(count)::integer AS ended, json_object_agg(state, count) AS "byState" FROM ended GROUP BY year ORDER BY year`

interface Report {
  statement: (today: string) => Sql
  shape: Shape
}

const reports: Record<string, Report> = {
  owedPerYear: {
    statement: owedPerYear,
    shape: { year: 'integer?', charges: 'integer', members: 'integer', owed: 'euros', overdue: 'euros' },
  },
  paymentsPerYear: {
    statement: paymentsPerYear,
    shape: { year: 'integer', payments: 'integer', members: 'integer', amount: 'euros', byMethod: 'json' },
  },
  membershipsPerYear: {
    statement: membershipsPerYear,
    shape: { year: 'integer', admitted: 'integer', readmitted: 'integer', byCategory: 'json' },
  },
  cancelationsPerYear: {
    statement: cancelationsPerYear,
    shape: { year: 'integer', ended: 'integer', byState: 'json' },
  },
}

/** Reports for the staff: `GET /reports/…`, one statement each, and `GET /payments_overview`. */
export function reportRoutes(app: FastifyInstance, engine: Engine): void {
  const { world } = engine
  for (const [name, { statement, shape }] of Object.entries(reports)) {
    app.get(`/reports/${name}`, async (request) => {
      constraintOf(staffReaders(request.caller), request.caller)
      const today = await world.organisation.today()
      return { data: await many(world.database.pool, statement(today), shape) }
    })
  }
  app.get('/reports/nextYearQuotaExpectations', async (request) => {
    constraintOf(staffReaders(request.caller), request.caller)
    return { data: await expectNextYear(engine) }
  })
  app.get('/payments_overview', async (request) => {
    constraintOf(staffReaders(request.caller), request.caller)
    return { data: await readOverview(world.database.pool, await world.organisation.today()) }
  })
}

interface Expectation {
  year: number
  rows: { category: string; members: number; amount: Euros }[]
  total: Euros
}

/** Expected quota income of next year: charges that exist and are not waived, and what a generation would charge today. */
async function expectNextYear({ world }: Engine): Promise<Expectation> {
  const today = await world.organisation.today()
  const terminology = await world.organisation.terminology()
  const year = Number(today.slice(0, 4)) + 1
  const db: Querying = world.database.pool
  const selection = { year, periods: [], planIds: [], categoryIds: [], today, terminology }
  const rows = await many(
    db,
    sql`
      WITH ${candidatesSql(selection)},
      expected AS (
        SELECT DISTINCT n.member_id, n.category_name, coalesce(c.id::text, n.period) AS quota, coalesce(c.amount, n.amount) AS amount
        FROM candidates n LEFT JOIN unsettled_payments c ON n.reason = 'exists' AND c.member_id = n.member_id AND c.type = 'quota'
          AND c.year = ${year}::integer AND ${hasMonthsOf('n')} AND ${isOwedOrPaid}
        WHERE n.reason IS NULL OR c.id IS NOT NULL)
      SELECT category_name AS category, count(DISTINCT member_id)::integer AS members, ${euros('sum(amount)')} AS amount,
        sum(amount)::bigint AS cents FROM expected GROUP BY category_name ORDER BY category_name`,
    { category: 'text', members: 'integer', amount: 'euros', cents: 'cents' },
  )
  return {
    year,
    rows: rows.map(({ category, members, amount }) => ({ category, members, amount })),
    total: toEuros(rows.reduce((sum, { cents }) => sum + cents, 0)),
  }
}
