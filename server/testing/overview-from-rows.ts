import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import { isOwedOrPaid, isOwed, isReceived } from '../dues/ledger/conditions.ts'
import { ageRowsSql, ageSql } from '../dues/ledger/debt-ages.ts'
import { euros } from '../rest/euros.ts'

/** SQL of the overview without stored totals: the oracle of their tests, and the baseline of the bench. */
export const overviewFromRowsSql = (today: string): Sql => sql`
  WITH day AS (SELECT ${today}::date AS today, extract(year FROM ${today}::date)::integer AS year),
  came AS MATERIALIZED (
    SELECT extract(year FROM p.date)::integer AS year, extract(month FROM p.date)::integer AS month, sum(p.amount) AS amount,
      sum(p.amount) FILTER (WHERE p.date <= (day.today - interval '1 year')::date) AS so_far
    FROM payments p, day WHERE ${isReceived} AND p.date >= make_date(day.year - 1, 1, 1) AND p.date <= make_date(day.year, 12, 31)
    GROUP BY 1, 2),
  charged AS MATERIALIZED (
    SELECT c.category_id, extract(month FROM c.due_date)::integer AS month, sum(c.amount) AS amount, sum(c.paid_amount) AS paid, sum(c.open_amount) AS open
    FROM unsettled_payments c, day WHERE c.due_date BETWEEN make_date(day.year, 1, 1) AND make_date(day.year, 12, 31)
      AND ${isOwedOrPaid} GROUP BY 1, 2),
  aged AS MATERIALIZED (
    SELECT ${ageSql(sql`c.due_date`, sql`day.today`)} AS age,
      count(DISTINCT c.member_id)::integer AS members, sum(c.open_amount) AS amount,
      sum(c.open_amount) FILTER (WHERE c.due_date <= make_date(day.year, 12, 31)) AS this_year
    FROM unsettled_payments c, day WHERE ${isOwed} GROUP BY 1),
  most AS (
    SELECT b.member_id, b.balance, b.oldest_debt FROM member_balances b WHERE b.balance > 0 ORDER BY b.balance DESC, b.id DESC LIMIT 10)
  SELECT day.year, day.today,
    json_build_object('thisYear', (SELECT ${euros('sum(amount)')} FROM came WHERE came.year = day.year),
      'lastYearSoFar', (SELECT ${euros('sum(so_far)')} FROM came WHERE came.year = day.year - 1),
      'lastYear', (SELECT ${euros('sum(amount)')} FROM came WHERE came.year = day.year - 1)) AS paid,
    (SELECT ${euros('sum(amount)')} FROM aged) AS owed,
    (SELECT ${euros('sum(amount)')} FROM aged WHERE age <> 'notDue') AS overdue,
    (SELECT ${euros('sum(credit)')} FROM member_balances WHERE credit > 0) AS credit,
    (SELECT ${euros('sum(this_year)')} FROM aged WHERE age = 'notDue') AS "expectedUntilDecember",
    (SELECT json_agg(json_build_object('month', m, 'paid', (SELECT ${euros('sum(amount)')} FROM came WHERE came.month = m AND came.year = day.year),
      'paidLastYear', (SELECT ${euros('sum(amount)')} FROM came WHERE came.month = m AND came.year = day.year - 1),
      'due', (SELECT ${euros('sum(amount)')} FROM charged WHERE charged.month = m),
      'owed', (SELECT ${euros('sum(open)')} FROM charged WHERE charged.month = m)) ORDER BY m) FROM generate_series(1, 12) AS m) AS "byMonth",
    (SELECT coalesce(json_agg(json_build_object('categoryId', k.id, 'category', k.name, 'charged', x.amount, 'paid', x.paid, 'owed', x.open)
      ORDER BY k."order", k.id), '[]') FROM (SELECT category_id, ${euros('sum(amount)')} AS amount, ${euros('sum(paid)')} AS paid,
      ${euros('sum(open)')} AS open FROM charged GROUP BY category_id) x JOIN member_categories k ON k.id = x.category_id) AS "byCategory",
    (SELECT json_agg(json_build_object('age', ages.age, 'from', day.today + ages.first, 'to', day.today + ages.last,
      'members', coalesce(aged.members, 0), 'amount', ${euros('aged.amount')}) ORDER BY ages.place)
      FROM ${ageRowsSql} LEFT JOIN aged ON aged.age = ages.age) AS "debtAge",
    (SELECT coalesce(json_agg(json_build_object('memberId', m.id, 'memberNumber', m.member_number, 'name', p.name, 'balance', ${euros('most.balance')},
      'oldestDebt', most.oldest_debt) ORDER BY most.balance DESC, m.id DESC), '[]') FROM most JOIN members m ON m.id = most.member_id
      JOIN people p ON p.id = m.person_id) AS "mostOwed"
  FROM day`
