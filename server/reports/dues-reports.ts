import { enteredStates } from '@agremia/resources/payment-states.ts'
import { paymentMethods } from '@agremia/resources/payment-methods.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import type { Sql } from '../database/sql.ts'
import { inline, join, literals, raw, sql } from '../database/sql.ts'
import {
  ageSql,
  categoryOn,
  chargesOwedOn,
  type DebtAge,
  debtAges,
  forecastSql,
  isOwed,
  wasReceived,
} from '../dues/index.ts'
import { euros } from '../rest/euros.ts'
import type { Asked, Report, ReportRow } from './declare.ts'
import { daysOf, isPast, listOf, listOfNow, owed, ownDay } from './lists.ts'

const ofCategory = ({ categoryId }: Asked): Sql =>
  categoryId === undefined ? sql`true` : sql`c.category_id = ${categoryId}::uuid`

/** SQL of the charges owed on the day of the report, as a table. */
const chargesOf = (asked: Asked): Sql =>
  isPast(asked)
    ? sql`(${chargesOwedOn(ownDay(asked))})`
    : sql`(SELECT c.member_id, c.year, c.due_date, c.category_id, c.open_amount FROM unsettled_payments c WHERE ${isOwed})`

/** Note of debts of a past day. */
const pastDebts = (asked: Asked): string[] =>
  isPast(asked)
    ? [
        `São as dívidas de ${formatDate(ownDay(asked))}, como eram nesse dia: o que só depois foi pago, anulado ou isento ainda conta. As listas só têm as de hoje.`,
      ]
    : []

/** Filters of the charges of a year, or of all years that were asked for. */
const yearFilters = (row: ReportRow | null, { from, to, categoryId }: Asked) => ({
  ...(row ? { year: row.key } : { year_from: from, year_to: to }),
  categoryId,
  ...owed,
})

export const owedPerYear: Report = {
  name: 'owedPerYear',
  question: 'Quanto falta receber das {membershipPayments} e das outras cobranças de cada ano?',
  reads: ['unsettledPayments'],
  parameters: ['from', 'to', 'day', 'categoryId'],
  rowLabel: 'Ano',
  statement: (asked) => sql`
    SELECT year::text AS key, year::text AS label, sum(charges)::integer AS charges, count(*)::integer AS members, ${euros('sum(owed)')} AS owed,
      ${euros('sum(overdue)')} AS overdue
    FROM (
      SELECT year, member_id, count(*) AS charges, sum(open_amount) AS owed, sum(open_amount) FILTER (WHERE due_date < ${ownDay(asked)}::date) AS overdue
      FROM ${chargesOf(asked)} c WHERE year BETWEEN ${asked.from}::integer AND ${asked.to}::integer AND ${ofCategory(asked)}
      GROUP BY year, member_id) by_member
    GROUP BY year ORDER BY year`,
  columns: [
    {
      name: 'charges',
      label: 'Dívidas',
      type: 'integer',
      list: (row, asked) => listOfNow(asked, 'unsettledPayments', yearFilters(row, asked)),
    },
    {
      name: 'members',
      label: '{MemberPlural}',
      type: 'integer',
      isNotSummed: true,
      list: (row, asked) => listOfNow(asked, 'chargesByMember', yearFilters(row, asked)),
    },
    {
      name: 'owed',
      label: 'Em dívida',
      type: 'euros',
      list: (row, asked) => listOfNow(asked, 'unsettledPayments', yearFilters(row, asked), 'openAmount'),
    },
    {
      name: 'overdue',
      label: 'Destas, vencido',
      type: 'euros',
      list: (row, asked) =>
        listOfNow(
          asked,
          'unsettledPayments',
          { ...yearFilters(row, asked), dueDate_to: addDays(ownDay(asked), -1) },
          'openAmount',
        ),
    },
  ],
  compared: 'owed',
  chart: { kind: 'bars', columns: ['owed', 'overdue'] },
  notes: pastDebts,
}

/** SQL: codes with their labels and places, as a table `words (code, label, place)`. */
const wordsSql = (words: Readonly<Record<string, string>>): Sql =>
  sql`(VALUES ${join(
    Object.entries(words).map(
      ([code, label], place) => sql`(${literals([code])}, ${label}, ${inline(place)})`,
    ),
    ', ',
  )}) AS words (code, label, place)`

/** Filters of the payments of a year whose money came in, although it may have gone back since. */
const receivedIn = (row: ReportRow | null, asked: Asked) => ({
  ...daysOf('date', row, asked),
  status: [...enteredStates],
  method: asked.method,
  categoryId: asked.categoryId,
})

/** SQL condition: the member of the row with this alias had the category on its day. */
const isOfCategory = ({ categoryId }: Asked, alias: string): Sql =>
  categoryId === undefined
    ? sql`true`
    : sql`${categoryOn(sql`${raw(alias)}.member_id`, sql`${raw(alias)}.date`)} = ${categoryId}::uuid`
const isOfMethod = ({ method }: Asked, alias: string): Sql =>
  method === undefined ? sql`true` : sql`${raw(alias)}.method = ${method}`

/** As many years as a bigint has bits, but for the sign. */
const yearsAtOnce = 63

/** SQL of the members who paid in each year: `year`, `members`. Adds up the years of each member as bits, in the order of an index, without sorting. */
function payersSql(asked: Asked): Sql {
  const starts = Array.from(
    { length: Math.ceil((asked.to - asked.from + 1) / yearsAtOnce) },
    (_, index) => asked.from + index * yearsAtOnce,
  )
  const parts = starts.map((first) => {
    const last = Math.min(first + yearsAtOnce - 1, asked.to)
    return sql`SELECT y.year, sum(b.members)::integer AS members FROM (
        SELECT years, count(*) AS members FROM (
          SELECT p.member_id, bit_or(1::bigint << date_part('year', p.date)::integer - ${first}::integer) AS years FROM payments p
          WHERE ${wasReceived} AND p.date BETWEEN make_date(${first}::integer, 1, 1) AND least(make_date(${last}::integer, 12, 31), ${asked.today}::date)
            AND ${isOfMethod(asked, 'p')} AND ${isOfCategory(asked, 'p')} GROUP BY p.member_id) own GROUP BY years) b
      JOIN generate_series(${first}::integer, ${last}::integer) AS y (year) ON b.years >> y.year - ${first}::integer & 1 = 1 GROUP BY y.year`
  })
  return join(parts, ' UNION ALL ')
}

export const paymentsPerYear: Report = {
  name: 'paymentsPerYear',
  question: 'Quanto se recebeu em cada ano, e por que meios?',
  reads: ['payments', 'paymentReturns', 'creditRefunds'],
  parameters: ['from', 'to', 'method', 'categoryId'],
  rowLabel: 'Ano',
  statement: (asked) => sql`
    WITH days AS (SELECT make_date(${asked.from}::integer, 1, 1) AS first, least(make_date(${asked.to}::integer, 12, 31), ${asked.today}::date) AS last),
    by_method AS (
      SELECT extract(year FROM p.date)::integer AS year, p.method, sum(p.records) AS payments, sum(p.amount) AS amount
      FROM ${asked.categoryId === undefined ? sql`payments_by_day p` : sql`(SELECT *, 1 AS records FROM payments) p`}, days
      WHERE ${wasReceived} AND p.date BETWEEN days.first AND days.last AND ${isOfMethod(asked, 'p')} AND ${isOfCategory(asked, 'p')}
      GROUP BY 1, 2 HAVING sum(p.records) > 0),
    back AS (
      SELECT extract(year FROM date)::integer AS year, sum(returned) AS returned, sum(refunded) AS refunded FROM (
        SELECT r.date, r.amount AS returned, 0 AS refunded FROM payment_returns r JOIN payments p ON p.id = r.payment_id
        WHERE r.status = 'active' AND ${isOfMethod(asked, 'p')} AND ${isOfCategory(asked, 'r')}
        UNION ALL SELECT c.date, 0, c.amount FROM credit_refunds c
        WHERE c.status = 'registered' AND ${isOfMethod(asked, 'c')} AND ${isOfCategory(asked, 'c')}) moved, days
      WHERE date BETWEEN days.first AND days.last GROUP BY 1),
    payers AS (${payersSql(asked)})
    SELECT y.year::text AS key, y.year::text AS label, coalesce(sum(b.payments), 0)::integer AS payments, coalesce(max(p.members), 0) AS members,
      coalesce(json_agg(json_build_object('key', b.method, 'label', words.label, 'value', ${euros('b.amount')}, 'place', words.place)) FILTER (WHERE b.method IS NOT NULL), '[]') AS "byMethod",
      ${euros('sum(b.amount)')} AS amount, ${euros('max(k.returned)')} AS returned, ${euros('max(k.refunded)')} AS refunded
    FROM (SELECT year FROM by_method UNION SELECT year FROM back) y LEFT JOIN by_method b USING (year) LEFT JOIN payers p USING (year)
    LEFT JOIN back k USING (year) LEFT JOIN ${wordsSql(paymentMethods)} ON words.code = b.method
    GROUP BY y.year ORDER BY y.year`,
  columns: [
    {
      name: 'payments',
      label: 'Pagamentos',
      type: 'integer',
      list: (row, asked) => listOf('payments', receivedIn(row, asked)),
    },
    { name: 'members', label: '{MemberPlural}', type: 'integer', isNotSummed: true },
    {
      spread: 'byMethod',
      type: 'euros',
      list: (row, asked, { part }) =>
        listOf('payments', { ...receivedIn(row, asked), method: part }, 'amount'),
    },
    {
      name: 'amount',
      label: 'Recebido',
      type: 'euros',
      list: (row, asked) => listOf('payments', receivedIn(row, asked), 'amount'),
    },
    {
      name: 'returned',
      label: 'Devolvido',
      type: 'euros',
      list: (row, asked) =>
        // Returns do not have the means of their payment.
        asked.method === undefined
          ? listOf(
              'paymentReturns',
              { ...daysOf('date', row, asked), status: 'active', categoryId: asked.categoryId },
              'amount',
            )
          : undefined,
    },
    {
      name: 'refunded',
      label: 'Crédito pago',
      type: 'euros',
      list: (row, asked) =>
        listOf(
          'creditRefunds',
          {
            ...daysOf('date', row, asked),
            status: 'registered',
            method: asked.method,
            categoryId: asked.categoryId,
          },
          'amount',
        ),
    },
  ],
  compared: 'amount',
  chart: { kind: 'stacked', columns: ['byMethod'] },
}

/** The charges that exist for a year and are not waived, and what a generation would charge today. */
function expectedSql(asked: Asked): Sql {
  const { today, terminology } = asked
  const year = nextYear(asked)
  return sql`
    WITH ${forecastSql({ year, today, terminology })}
    SELECT k.name AS key, k.name AS label, f.members, ${euros('f.amount')} AS amount
    FROM forecast f JOIN member_categories k ON k.id = f.category_id ${isOver(year, asked) ? sql`WHERE false` : sql``} ORDER BY k.name`
}

/** The year after that of the report. */
export function nextYear({ year }: Pick<Asked, 'year'>): number {
  return year + 1
}
/** Whether the year is over, so that nothing can be expected of it. */
const isOver = (year: number, { today }: Asked) => year < Number(today.slice(0, 4))

export const nextYearQuotaExpectations: Report = {
  name: 'nextYearQuotaExpectations',
  question: 'Quanto se espera cobrar em {membershipPayments} no ano que vem?',
  onlyFor: 'association',
  reads: ['unsettledPayments', 'quotaPlans'],
  parameters: [],
  period: (asked) => String(nextYear(asked)),
  rowLabel: 'Categoria',
  statement: expectedSql,
  columns: [
    { name: 'members', label: '{MemberPlural}', type: 'integer' },
    { name: 'amount', label: 'Esperado', type: 'euros' },
  ],
  chart: { kind: 'rows', columns: ['amount'] },
  notes: (asked) => [
    isOver(nextYear(asked), asked)
      ? `O ano de ${nextYear(asked)} já passou: só naquela altura se podia fazer a sua previsão.`
      : 'É uma previsão com {os} {memberPlural}, os planos e os preços de hoje, a que nenhuma lista corresponde.',
  ],
}

const ageLabels: Record<DebtAge, string> = {
  notDue: 'Por vencer',
  upTo3Months: 'Até 3 meses',
  upTo1Year: '3 a 12 meses',
  upTo3Years: '1 a 3 anos',
  older: 'Mais de 3 anos',
}

/** Filters of the due dates of an age. */
function dueDaysOf(age: DebtAge, today: string) {
  const [first, last] = debtAges[age]
  return {
    dueDate_from: first === null ? undefined : addDays(today, first),
    dueDate_to: last === null ? undefined : addDays(today, last),
  }
}

/** Filters of the row of a category or year. */
const groupOf = (row: ReportRow | null, { by, categoryId }: Asked) => ({
  categoryId,
  ...(row && { [by === 'category' ? 'categoryId' : 'year']: row.key }),
})

/** SQL of the open amounts of the day of the report by category and due date, as a table. */
export const chargesByDay = (asked: Asked): Sql =>
  isPast(asked)
    ? chargesOf(asked)
    : sql`(SELECT c.due_date, c.category_id, c.open_amount FROM charges_by_day c WHERE ${isOwed})`

/** SQL of the open amounts by day, with `key`, `label` and `place` of the row. */
const openByDay = (asked: Asked): Sql => {
  const byDay = (column: Sql, charges: Sql) =>
    sql`(SELECT ${column}, c.due_date, sum(c.open_amount) AS open_amount FROM ${charges} c WHERE ${ofCategory(asked)} GROUP BY 1, 2) c`
  return asked.by === 'category'
    ? sql`SELECT k.id::text AS key, k.name AS label, k."order" AS place, c.due_date, c.open_amount
        FROM ${byDay(sql`c.category_id`, chargesByDay(asked))} JOIN member_categories k ON k.id = c.category_id`
    : sql`SELECT c.year::text AS key, c.year::text AS label, -c.year AS place, c.due_date, c.open_amount
        FROM ${byDay(sql`c.year`, chargesOf(asked))}`
}

export const debtsByAge: Report = {
  name: 'debtsByAge',
  question: 'Há quanto tempo está por pagar o que se deve?',
  reads: ['unsettledPayments'],
  parameters: ['by', 'day', 'categoryId'],
  groupings: { category: 'Categoria', year: 'Ano da cobrança' },
  period: (asked) => formatDate(ownDay(asked)),
  rowLabel: ({ by }) => (by === 'category' ? 'Categoria' : 'Ano'),
  statement: (asked) => sql`
    WITH aged AS (
      SELECT o.key, o.label, o.place, ${ageSql(sql`o.due_date`, sql`${ownDay(asked)}::date`)} AS age, sum(o.open_amount) AS open
      FROM (${openByDay(asked)}) o GROUP BY 1, 2, 3, 4 HAVING sum(o.open_amount) <> 0)
    SELECT a.key, a.label, json_agg(json_build_object('key', a.age, 'label', words.label, 'value', ${euros('a.open')}, 'place', words.place)) AS "byAge",
      ${euros('sum(a.open)')} AS owed
    FROM aged a JOIN ${wordsSql(ageLabels)} ON words.code = a.age GROUP BY a.key, a.label, a.place ORDER BY a.place, a.key`,
  columns: [
    {
      spread: 'byAge',
      type: 'euros',
      list: (row, asked, { part }) =>
        listOfNow(
          asked,
          'unsettledPayments',
          { ...groupOf(row, asked), ...dueDaysOf(part as DebtAge, ownDay(asked)), ...owed },
          'openAmount',
        ),
    },
    {
      name: 'owed',
      label: 'Em dívida',
      type: 'euros',
      list: (row, asked) =>
        listOfNow(asked, 'unsettledPayments', { ...groupOf(row, asked), ...owed }, 'openAmount'),
    },
  ],
  chart: { kind: 'rows', columns: ['byAge'] },
  notes: pastDebts,
}
