import type { Sql } from '../../database/sql.ts'
import { raw, sql } from '../../database/sql.ts'

/** SQL that joins to members `m` the terms `t` in force on `day`. */
export const termsJoin = (day: Sql): Sql =>
  sql`JOIN quota_terms t ON t.member_id = m.id AND t.from_day <= ${day} AND t.to_day > ${day}`

/** SQL: the id of the category of a member on `day`; every member has one on each day. */
export const categoryOn = (memberId: Sql, day: Sql): Sql =>
  sql`(SELECT terms.category_id FROM quota_terms terms WHERE terms.member_id = ${memberId} AND terms.from_day <= ${day} AND terms.to_day > ${day})`

/** SQL: whether the exemption of the row with this alias is in force on `day`; without a beginning, since the admission. */
export const isExemptOn = (alias: string, day: Sql): Sql =>
  sql`(${raw(alias)}.exempt_until >= ${day} AND (${raw(alias)}.exempt_from IS NULL OR ${raw(alias)}.exempt_from <= ${day}))`
