import type { Sql } from '../../database/sql.ts'
import { sql } from '../../database/sql.ts'
import { isNotCancelled, isOwedOrPaid } from '../ledger/conditions.ts'
import { termsJoin } from '../terms/in-force.ts'
import { type Selection, candidatesSql, wasDropped, wholeSelection } from './candidates.ts'

/**
 * SQL of common table expressions that end with `forecast (category_id, members, amount)`: the quotas of a year that exist, and those that a
 * generation would create today. Groups the members by the values that decide their quotas of the year, and applies the rules to one member of
 * each group. A member whose values change within the year is a group alone (`own_id`).
 */
export function forecastSql(fields: Pick<Selection, 'year' | 'today' | 'terminology'>): Sql {
  const { year } = fields
  const [from, to] = [sql`make_date(${year}::integer, 1, 1)`, sql`make_date(${year}::integer + 1, 1, 1)`]
  const selection = wholeSelection({ ...fields, memberIds: sql`SELECT member_id FROM chosen` })
  const ofYear = sql`c.type = 'quota' AND c.year = ${year}::integer`
  return sql`
    -- Whether a plan is paid once depends on the quotas of all years.
    once AS MATERIALIZED (SELECT DISTINCT plan_id FROM plan_spans WHERE periodicity = 'once'),
    facts AS MATERIALIZED (
      SELECT own_id, (array_agg(member_id))[1] AS member_id, count(*) AS members
      FROM (
        SELECT t.member_id, t.category_id, t.quota_plan_id, t.custom_quota, s.state_name_id, e.member_id IS NOT NULL AS is_exempt, q.quotas,
          CASE WHEN s.start_date > ${from} OR s.end_date < ${to} OR e.is_of_a_part
            OR t.member_id IN (SELECT x.member_id FROM member_quota_terms x WHERE x.start_date > ${from} AND x.start_date < ${to})
            OR coalesce(t.quota_plan_id IN (SELECT plan_id FROM once),
              t.category_id IN (SELECT k.category_id FROM category_spans k JOIN once ON once.plan_id = k.quota_plan_id)) THEN t.member_id END AS own_id
        FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id
        ${termsJoin(from, sql`s.member_id`)}
        LEFT JOIN (SELECT x.member_id, bool_or(x.start_date > ${from} OR x.end_date < ${to} - 1) AS is_of_a_part FROM member_exemptions x
          WHERE x.end_date >= ${from} AND (x.start_date IS NULL OR x.start_date < ${to}) GROUP BY x.member_id) e ON e.member_id = s.member_id
        LEFT JOIN (SELECT member_id, string_agg(quota, ',' ORDER BY quota) AS quotas FROM (
            SELECT c.member_id, concat_ws(' ', c.period, ${isOwedOrPaid}, c.category_id) AS quota FROM unsettled_payments c WHERE ${ofYear} AND ${isNotCancelled}
            UNION ALL SELECT c.member_id, concat_ws(' ', c.period, 'dropped') FROM unsettled_payments c WHERE ${ofYear} AND c.status = 'cancelled' AND ${wasDropped}) x
          GROUP BY member_id) q ON q.member_id = s.member_id
        WHERE NOT n.marks_end AND s.start_date < ${to} AND (s.end_date IS NULL OR s.end_date > greatest(s.start_date, ${from}))) each_one
      GROUP BY own_id, category_id, quota_plan_id, custom_quota, state_name_id, is_exempt, quotas),
    chosen AS MATERIALIZED (
      SELECT member_id, members FROM facts WHERE own_id IS NULL UNION SELECT own_id, 1 FROM facts WHERE own_id IS NOT NULL),
    ${candidatesSql(selection)},
    expected AS (
      SELECT k.category_id, k.member_id, g.members, sum(k.amount) AS amount FROM candidates k JOIN chosen g USING (member_id)
      WHERE k.reason IS NULL GROUP BY 1, 2, 3),
    forecast AS (
      SELECT category_id, sum(members)::integer AS members, sum(amount) AS amount FROM (
        SELECT e.category_id, e.members * e.amount AS amount, CASE WHEN EXISTS (
          SELECT FROM unsettled_payments c WHERE c.member_id = e.member_id AND ${ofYear} AND ${isOwedOrPaid} AND c.category_id = e.category_id)
          THEN 0 ELSE e.members END AS members FROM expected e
        UNION ALL SELECT category_id, sum(amount), count(*) FROM (
          SELECT c.category_id, c.member_id, sum(c.amount) AS amount FROM unsettled_payments c WHERE ${ofYear} AND ${isOwedOrPaid} GROUP BY 1, 2) charged
        GROUP BY 1) each_one
      GROUP BY 1)`
}
