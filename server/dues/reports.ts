import { staff } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Shape, Sql } from '../database/sql.ts'
import { many, sql } from '../database/sql.ts'
import type { Querying } from '../database/querying.ts'
import { euros } from '../rest/euros.ts'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { candidatesSql, hasMonthsOf } from './candidates.ts'
import { counts, isOwed, isReceived } from './conditions.ts'
import { readOverview } from './overview.ts'

/** What is owed of each year; amounts in euros, as in all reports. */
const owedPerYear = (today: string) => sql`
  SELECT year, count(*)::integer AS charges, count(DISTINCT member_id)::integer AS members,
    ${euros('sum(open_amount)')} AS owed,
    ${euros(sql`sum(open_amount) FILTER (WHERE due_date < ${today}::date)`)} AS overdue
  FROM unsettled_payments c WHERE ${isOwed} GROUP BY year ORDER BY year`

/** What came in each year, by means of payment. */
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

/** Who came in each year: for the first time, by category, and again. */
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

/** Who left in each year, by the state in which they did. */
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

/** Numbers of the years for the staff, each in one statement, and how the payments of this year go. */
export function reportRoutes(app: FastifyInstance, engine: Engine): void {
  const { world } = engine
  for (const [name, { statement, shape }] of Object.entries(reports)) {
    app.get(`/reports/${name}`, async (request) => {
      constraintOf(staff(request.caller), request.caller)
      const today = await world.organisation.today()
      return { data: await many(world.database.pool, statement(today), shape) }
    })
  }
  app.get('/reports/nextYearQuotaExpectations', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    return { data: await expectNextYear(engine) }
  })
  app.get('/payments_overview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    return { data: await readOverview(world.database.pool, await world.organisation.today()) }
  })
}

interface Expectation {
  year: number
  rows: { category: string; members: number; amount: number }[]
  total: number
}

/** What the quotas of next year are to bring: what is charged already and not waived, and what a generation would charge today. */
async function expectNextYear({ world }: Engine): Promise<Expectation> {
  const today = await world.organisation.today()
  const terminology = await world.organisation.terminology()
  const year = Number(today.slice(0, 4)) + 1
  const db: Querying = world.database.pool
  const selection = { year, periods: [], planIds: [], categoryIds: [], today, terminology }
  const found = await many(
    db,
    sql`
      WITH ${candidatesSql(selection)},
      expected AS (
        SELECT DISTINCT n.member_id, n.category_name, coalesce(c.id::text, n.period) AS quota, coalesce(c.amount, n.amount) AS amount
        FROM candidates n LEFT JOIN unsettled_payments c ON n.reason = 'exists' AND c.member_id = n.member_id AND c.type = 'quota'
          AND c.year = ${year}::integer AND ${hasMonthsOf('n')} AND ${counts}
        WHERE n.reason IS NULL OR c.id IS NOT NULL)
      SELECT category_name AS category, count(DISTINCT member_id)::integer AS members, ${euros('sum(amount)')} AS amount,
        sum(amount)::bigint AS cents FROM expected GROUP BY category_name ORDER BY category_name`,
    { category: 'text', members: 'integer', amount: 'euros', cents: 'cents' },
  )
  return {
    year,
    rows: found.map(({ category, members, amount }) => ({ category, members, amount })),
    total: found.reduce((sum, { cents }) => sum + cents, 0) / 100,
  }
}
