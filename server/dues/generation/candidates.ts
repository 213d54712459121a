import { daysToPay } from '../../limits.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { periodWords } from '@agremia/resources/rules/quota-periods.ts'
import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, inline, raw, sql } from '../../database/sql.ts'
import { monthsOf, shareMonths, isNotCancelled } from '../ledger/conditions.ts'

/** Which quotas to generate: of a year and of periods, plans, categories and members; empty lists do not filter. */
export interface Selection {
  year: number
  /** Period codes; `ano` is the whole year. */
  periods: string[]
  planIds: string[]
  categoryIds: string[]
  /** Null: all members. */
  memberIds?: string[] | null
  today: string
  terminology: Terminology
}

/** Raises `work_mem` until the transaction ends, so that sorts and joins over all members do not spill to disk. */
export async function raiseWorkMem(db: Querying): Promise<void> {
  await execute(db, sql`SELECT set_config('work_mem', '64MB', true)`)
}

const daysIn = (month: Sql) =>
  sql`extract(day FROM ${month} + interval '1 month' - interval '1 day')::integer`

/** SQL: whether the quota `c` covers a month of the candidate with this alias. */
export function hasMonthsOf(alias: string): Sql {
  const candidate = raw(alias)
  return shareMonths(monthsOf('c'), { starts: sql`${candidate}.starts`, months: sql`${candidate}.months` })
}

const quotasSql = (condition: Sql): Sql =>
  sql`SELECT FROM unsettled_payments c WHERE c.type = 'quota' AND ${condition}`

/** SQL of the members that have a quota of the year for which `condition` holds, so that only these are searched for their periods. */
function membersWithQuota({ year, memberIds = null }: Selection, condition: Sql): Sql {
  const chosen = memberIds === null ? sql`true` : sql`c.member_id = ANY(${memberIds}::uuid[])`
  return sql`(SELECT DISTINCT c.member_id FROM unsettled_payments c WHERE c.type = 'quota' AND c.year = ${year}::integer AND ${condition} AND ${chosen})`
}

/**
 * SQL: whether the member of the candidate `v` has a quota for which `condition` holds: of the year and period (`ofPeriod`), or of
 * any year when the plan is paid once. `among` are the members that have one of the year.
 */
function hasQuota(
  year: number,
  { among, condition, ofPeriod }: Record<'among' | 'condition' | 'ofPeriod', Sql>,
): Sql {
  const own = sql`c.member_id = v.member_id AND ${condition}`
  return sql`(${among} IS NOT NULL AND EXISTS (${quotasSql(sql`${own} AND c.year = ${year}::integer AND ${ofPeriod}`)})
    OR v.periodicity = 'once' AND EXISTS (${quotasSql(own)}))`
}

const wasDropped = sql`c.cancelled_by = 'person'`

/**
 * SQL of common table expressions that end with `candidates`: each member with each period of its plan, the amount and due date,
 * or `reason`, why nothing is charged. No month is charged twice, even when the member's plan or its periodicity changed within
 * the year. A member who left and came back is not charged for the periods in between; the period of the return is charged like
 * that of an admission.
 */
export function candidatesSql(selection: Selection): Sql {
  const { year, periods, planIds, categoryIds, memberIds = null, today, terminology } = selection
  return sql`
    plan_periods AS (
      SELECT p.id AS plan_id, p.periodicity, p.pro_rata, x.period, period_start(${year}::integer, x.period) AS starts,
        period_months(x.period) AS months, p.due_day,
        (period_start(${year}::integer, x.period) + make_interval(months => least(p.due_month, period_months(x.period)) - 1))::date AS due_month
      FROM quota_plans p CROSS JOIN LATERAL unnest(CASE p.periodicity WHEN 'halfYearly' THEN ARRAY['S1', 'S2']
        WHEN 'quarterly' THEN ARRAY['T1', 'T2', 'T3', 'T4']
        WHEN 'monthly' THEN ARRAY['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
        ELSE ARRAY[NULL]::text[] END) AS x (period)
      WHERE p.active AND (cardinality(${periods}::text[]) = 0 OR coalesce(x.period, 'ano') = ANY(${periods}::text[]))),
    priced AS MATERIALIZED (
      SELECT pp.*, c.id AS category_id, price.amount AS price,
        (pp.due_month + (least(pp.due_day, ${daysIn(sql`pp.due_month`)}) - 1))::date AS due_date
      FROM plan_periods pp CROSS JOIN member_categories c LEFT JOIN LATERAL (
        SELECT q.amount FROM quota_prices q WHERE q.quota_plan_id = pp.plan_id AND q.valid_from <= pp.starts
          AND (q.category_id = c.id OR q.category_id IS NULL)
        ORDER BY q.category_id IS NULL, q.valid_from DESC LIMIT 1) price ON true),
    leaving AS (
      SELECT h.member_id, min(h.start_date) AS on_day FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
      WHERE n.marks_end AND h.start_date > ${today}::date GROUP BY h.member_id),
    back AS (
      SELECT r.member_id, r.start_date AS on_day FROM member_states r JOIN member_state_names n ON n.id = r.state_name_id
      WHERE NOT n.marks_end AND (r.end_date IS NULL OR r.end_date > r.start_date)),
    away AS MATERIALIZED (
      SELECT h.member_id, h.start_date, h.end_date FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
      WHERE n.marks_end AND h.end_date > h.start_date),
    absences AS (
      SELECT member_id, min(left_on) AS left_on, back_on FROM (
        SELECT a.member_id, a.start_date AS left_on,
          (SELECT min(b.on_day) FROM back b WHERE b.member_id = a.member_id AND b.on_day >= a.end_date) AS back_on FROM away a) each
      WHERE back_on IS NOT NULL GROUP BY member_id, back_on),
    in_scope AS (
      SELECT m.*, k.pays_quota, k.name AS category_name, coalesce(m.quota_plan_id, k.quota_plan_id) AS plan_id,
        s.marks_end, s.charges_quota
      FROM members m JOIN member_categories k ON k.id = m.category_id JOIN member_state_names s ON s.id = m.current_state_id
      WHERE (cardinality(${planIds}::uuid[]) = 0 OR coalesce(m.quota_plan_id, k.quota_plan_id) = ANY(${planIds}::uuid[]))
        AND (cardinality(${categoryIds}::uuid[]) = 0 OR m.category_id = ANY(${categoryIds}::uuid[]))
        AND (${memberIds}::uuid[] IS NULL OR m.id = ANY(${memberIds}::uuid[]))),
    valued AS (
      SELECT m.id AS member_id, m.person_id, m.category_id, m.category_name, m.marks_end, m.charges_quota, m.pays_quota,
        m.exempt_until, m.admission_date, a.back_on, p.plan_id, p.periodicity, p.period, p.starts, p.months, l.on_day AS leaves,
        CASE WHEN p.pro_rata AND p.periodicity <> 'once' AND since.day >= (p.starts + interval '1 month')::date
            AND since.day < (p.starts + make_interval(months => p.months))::date
          THEN (2 * coalesce(m.custom_quota, p.price) * left_months.count + p.months) / (2 * p.months)
          ELSE coalesce(m.custom_quota, p.price) END AS amount,
        -- The next period is not due before that of the admission, whose first day is the only one that changes nothing.
        CASE WHEN since.day > p.starts OR extract(day FROM since.day) > 1
          THEN greatest(p.due_date, since.day + ${inline(daysToPay)}) ELSE p.due_date END AS due_date
      FROM in_scope m LEFT JOIN priced p ON p.plan_id = m.plan_id AND p.category_id = m.category_id
      LEFT JOIN leaving l ON l.member_id = m.id
      LEFT JOIN absences a ON a.member_id = m.id AND a.left_on <= p.starts AND a.back_on > p.starts
      CROSS JOIN LATERAL (SELECT coalesce(a.back_on, m.admission_date) AS day) since
      CROSS JOIN LATERAL (SELECT p.months - (extract(year FROM since.day)::integer * 12 + extract(month FROM since.day)::integer
        - extract(year FROM p.starts)::integer * 12 - extract(month FROM p.starts)::integer) AS count) left_months
      WHERE p.plan_id IS NOT NULL OR cardinality(${periods}::text[]) = 0),
    candidates AS (
      SELECT v.*, ${fillTerms(chargeTypes.quota, terminology)}::text || ' ' || ${year}::integer || coalesce(', ' || (${JSON.stringify(periodWords)}::jsonb ->> v.period), '') AS description,
        CASE WHEN v.marks_end THEN 'ended' WHEN NOT v.charges_quota THEN 'stateExempt' WHEN NOT v.pays_quota THEN 'categoryExempt'
          WHEN v.plan_id IS NULL THEN 'noPlan'
          WHEN v.admission_date >= (v.starts + make_interval(months => v.months))::date THEN 'beforeAdmission'
          WHEN v.back_on >= (v.starts + make_interval(months => v.months))::date THEN 'away'
          WHEN v.leaves <= v.starts THEN 'afterLeaving'
          WHEN v.exempt_until >= v.starts THEN 'exempt'
          WHEN v.amount IS NULL THEN 'noPrice'
          WHEN v.amount = 0 THEN 'exempt'
          WHEN ${hasQuota(year, { among: sql`charged.member_id`, condition: isNotCancelled, ofPeriod: hasMonthsOf('v') })} THEN 'exists'
          WHEN ${hasQuota(year, { among: sql`dropped.member_id`, condition: wasDropped, ofPeriod: sql`c.period IS NOT DISTINCT FROM v.period` })} THEN 'cancelled' END AS reason
      FROM valued v LEFT JOIN ${membersWithQuota(selection, isNotCancelled)} charged ON charged.member_id = v.member_id
        LEFT JOIN ${membersWithQuota(selection, wasDropped)} dropped ON dropped.member_id = v.member_id)`
}
