import { raw, sql } from '../server/database/sql.ts'
import type { Sql } from '../server/database/sql.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import type { Asked } from '../server/reports/declare.ts'
import { type Given, readParameters } from '../server/reports/parameters.ts'
import { reports } from '../server/reports/reports.ts'
import { get } from './requests.ts'
import type { Organisation } from './organisation.ts'
import { measurePayment } from './dues.ts'
import { today, vacuum } from './organisation.ts'
import { milliseconds, print, report } from './report.ts'
import { alternate, time } from './timing.ts'
import { insertDocuments, insertTransactions, transactionCount } from './treasury.ts'

/** At most this many milliseconds on the machine of development. */
const limit = 300

const lastYear = Number(today.slice(0, 4)) - 1

/** Reports of a day or year that is over, which are computed from what happened until then and since. */
const ofThePast: readonly [name: string, given: Given][] = [
  ['owedPerYear', { day: `${lastYear}-12-31` }],
  ['debtsByAge', { day: `${lastYear}-12-31` }],
  ['debtsByAge', { day: `${lastYear}-12-31`, by: 'year' }],
  ['membersAt', { day: `${lastYear}-12-31` }],
  ['cashMap', { year: String(lastYear) }],
]

/** The open amounts of a past day: what is charged until then minus what is paid until then. */
const openOn = (day: string) => sql`(
  SELECT c.year, c.category_id, c.due_date, c.member_id, c.amount - coalesce(s.paid, 0) AS open FROM unsettled_payments c LEFT JOIN (
    SELECT i.unsettled_payment_id AS id, sum(i.amount) AS paid FROM payment_items i JOIN payments p ON p.id = i.payment_id
    WHERE p.status <> 'cancelled' AND p.date <= ${day}::date GROUP BY 1) s USING (id)
  WHERE c.status NOT IN ('cancelled', 'exempt') AND least(c.created_at::date, c.due_date) <= ${day}::date AND c.amount > coalesce(s.paid, 0)) c`

const cashOf = (year: number) =>
  sql`SELECT account_id, category_id, kind, sum(effect) FILTER (WHERE date < make_date(${year}::integer, 1, 1)), sum(effect)
    FROM transactions WHERE date <= make_date(${year}::integer, 12, 31) GROUP BY 1, 2, 3`

/** The same as `fromRows`, for a day or year that is over. */
const fromPastRows: Record<string, (asked: Asked) => Sql> = {
  owedPerYear: ({ day }) =>
    sql`SELECT year, count(*), count(DISTINCT member_id), sum(open) FROM ${openOn(day)} GROUP BY 1`,
  debtsByAge: ({ day, by }) =>
    sql`SELECT ${raw(by === 'year' ? 'year' : 'category_id')}, due_date >= ${day}::date - 365, sum(open) FROM ${openOn(day)} GROUP BY 1, 2`,
  cashMap: ({ year }) => sql`WITH cash AS MATERIALIZED (${cashOf(year)}),
      rights AS MATERIALIZED (SELECT sum(open) FROM ${openOn(`${year}-12-31`)}),
      commitments AS MATERIALIZED (SELECT sum(d.total_amount - coalesce(s.paid, 0)) FROM treasury_docs d LEFT JOIN (
        SELECT document_ids[1] AS id, sum(amount) AS paid FROM transactions
        WHERE document_ids <> '{}' AND date <= make_date(${year}::integer, 12, 31) GROUP BY 1) s ON s.id = d.id::text
        WHERE d.date <= make_date(${year}::integer, 12, 31))
    SELECT * FROM cash, rights, commitments`,
}

/** Reports that add up stored totals, from the rows themselves. */
const fromRows: Record<string, (asked: Asked) => Sql> = {
  paymentsPerYear: ({
    from,
  }) => sql`SELECT extract(year FROM date), method, count(*), sum(amount), count(DISTINCT member_id)
    FROM payments WHERE status = 'registered' AND date >= make_date(${from}::integer, 1, 1) GROUP BY 1, 2`,
  debtsByAge:
    () => sql`SELECT category_id, CASE WHEN due_date >= ${today}::date THEN 0 WHEN due_date >= ${today}::date - 91 THEN 1
      WHEN due_date >= ${today}::date - 365 THEN 2 WHEN due_date >= ${today}::date - 1096 THEN 3 ELSE 4 END, sum(open_amount)
    FROM unsettled_payments WHERE status IN ('open', 'partial') GROUP BY 1, 2`,
  cashMap: ({ year }) => cashOf(year),
}

/** Measures each report against plain SQL: of its rows, or its own statement where that reads the rows. */
export async function measureReports(organisation: Organisation): Promise<void> {
  const { api, control, headers, pool, size } = organisation
  await insertTransactions(organisation)
  await insertDocuments(organisation)
  await endSomeCharges(organisation)
  await measurePayment(organisation, 'as dívidas, o recibo e o lançamento na tesouraria')
  print(`Relatórios de ${size} membros e ${transactionCount} transações:`)
  const context = { today, terminology: terminologyOf('club', { name: 'Clube' }), fiscalYearStart: '1' }
  const asked = [
    ...reports.flatMap(({ name, onlyFor }): [string, Given][] =>
      onlyFor === 'cooperative' ? [] : [[name, {}]],
    ),
    ...ofThePast,
  ]
  for (const [name, given] of asked) {
    const one = reports.find((report) => report.name === name)
    if (!one) throw new Error(`There is no report ${name}.`)
    const isOfThePast = Object.keys(given).length > 0
    const read = readParameters(one, given, context)
    const { text, values } = ((isOfThePast ? fromPastRows : fromRows)[name] ?? one.statement)(read)
    const path = `${name}/table?${new URLSearchParams(given).toString()}`
    const contenders = {
      ours: () => time(() => get(`${api}/reports/${path}`, headers)),
      // With a request of a bare program, since some statements take no longer than one.
      bare: () =>
        time(async () => {
          await pool.query(text, values)
          await get(`${control.url}/`, {})
        }),
    }
    await alternate(2, contenders)
    const medians = await alternate(5, contenders)
    const what = `Relatório ${name}${isOfThePast ? ` (${Object.values(given).join(', ')})` : ''}`
    report({
      what: `${what}: tempo face a SQL simples`,
      ratio: medians.ours / medians.bare,
      target: { max: 2 },
      detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
    })
    report({
      what: `${what}: tempo face a ${limit} ms`,
      ratio: medians.ours / limit,
      target: { max: 1 },
      detail: milliseconds(medians.ours),
    })
  }
}

/** Cancels a few charges and changes a few more, so that past days differ from today. */
async function endSomeCharges({ pool }: Organisation): Promise<void> {
  await pool.query(
    `UPDATE unsettled_payments SET status = 'cancelled', cancelled_by = 'person', cancel_reason = 'Engano' WHERE status = 'open' AND hashtext(id::text) % 50 = 0`,
  )
  await pool.query(
    `UPDATE unsettled_payments SET amount = amount + 100 WHERE status = 'open' AND hashtext(id::text) % 50 = 1`,
  )
  await vacuum(pool)
}
