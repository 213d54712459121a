import type { Sql } from '../../database/sql.ts'
import { raw, sql } from '../../database/sql.ts'
import { toJson } from '../../rest/codec.ts'
import type { ComputedColumn } from '../../rest/plan.ts'

/**
 * SQL: whether the row of the history with this alias is in force on `day`: it has begun, and no later one of its member has. Faster for all
 * members than the view `quota_terms`, which sorts the history.
 */
const isInForce = (alias: string, day: Sql): Sql => {
  const terms = raw(alias)
  return sql`(${terms}.start_date IS NULL OR ${terms}.start_date <= ${day}) AND NOT EXISTS (
    SELECT FROM member_quota_terms later WHERE later.member_id = ${terms}.member_id AND later.start_date <= ${day}
      AND (${terms}.start_date IS NULL OR later.start_date > ${terms}.start_date))`
}

/** SQL that joins to a member, by default the row `m`, the terms `t` in force on `day`. */
export const termsJoin = (day: Sql, memberId: Sql = sql`m.id`): Sql =>
  sql`JOIN member_quota_terms t ON t.member_id = ${memberId} AND ${isInForce('t', day)}`

/** SQL that joins to the terms with this alias the rules `k` of their category on `day`. */
export const categoryJoin = (alias: string, day: Sql): Sql =>
  sql`JOIN category_spans k ON k.category_id = ${raw(alias)}.category_id AND k.from_day <= ${day} AND k.to_day > ${day}`

/** SQL: the id of the category of a member on `day`; every member has one on each day. */
export const categoryOn = (memberId: Sql, day: Sql): Sql =>
  sql`(SELECT terms.category_id FROM member_quota_terms terms WHERE terms.member_id = ${memberId} AND ${isInForce('terms', day)})`

/** The category of the member of a row on the day of the row. */
export const payerCategoryColumn: ComputedColumn = {
  sql: (alias) => categoryOn(sql`${raw(alias)}.member_id`, sql`${raw(alias)}.date`),
  toJson: toJson.uuid,
}

/** SQL: the id of the plan of a member on `day`, its own or the one of its category. */
export const planOn = (memberId: Sql, day: Sql): Sql =>
  sql`(SELECT coalesce(terms.quota_plan_id, k.quota_plan_id) FROM member_quota_terms terms ${categoryJoin('terms', day)}
    WHERE terms.member_id = ${memberId} AND ${isInForce('terms', day)})`

/** SQL: whether the member has an exemption of `exemptions` (default: the stored ones) that is in force on `day`; without a beginning, since the admission. */
export const isExemptOn = (memberId: Sql, day: Sql, exemptions: Sql = sql`member_exemptions`): Sql =>
  sql`EXISTS (SELECT FROM ${exemptions} e WHERE e.member_id = ${memberId} AND e.end_date >= ${day} AND (e.start_date IS NULL OR e.start_date <= ${day}))`
