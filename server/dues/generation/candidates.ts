import { daysToPay } from '../../limits.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { periodWords } from '@agremia/resources/rules/quota-periods.ts'
import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, inline, raw, sql } from '../../database/sql.ts'
import { isExemptOn } from '../terms/in-force.ts'
import { monthsOf, shareMonths, isNotCancelled } from '../ledger/conditions.ts'

/** Which quotas to generate: of a year and of periods, plans, categories and members; empty lists do not filter. */
export interface Selection {
  year: number
  /** Period codes; `ano` is the whole year. */
  periods: string[]
  planIds: string[]
  categoryIds: string[]
  /** Also as a query of their ids; null: all members. */
  memberIds?: readonly string[] | Sql | null
  /** A member that is not stored yet; null or absent: stored ones. */
  entered?: EnteredMember | null
  today: string
  terminology: Terminology
}

/** What decides the charges of a new member; `customQuota` in cents. */
export interface EnteredMember {
  id: string
  admissionDate: string
  categoryId: string
  quotaPlanId: string | null
  customQuota: number | null
  exemptFrom: string | null
  exemptUntil: string | null
}

/** SQL of the members, their history of terms and their times of membership: stored ones, or those of a member that is being entered. */
function sourcesOf(entered: EnteredMember | null): Record<'members' | 'terms' | 'spans' | 'exemptions', Sql> {
  if (!entered)
    return {
      members: sql`members`,
      terms: sql`quota_terms`,
      spans: sql`membership_spans`,
      exemptions: sql`member_exemptions`,
    }
  const { id, admissionDate, categoryId, quotaPlanId, customQuota, exemptFrom, exemptUntil } = entered
  return {
    members: sql`(SELECT ${id}::uuid AS id, NULL::uuid AS person_id, ${admissionDate}::date AS admission_date)`,
    terms: sql`(SELECT ${id}::uuid AS member_id, ${categoryId}::uuid AS category_id, ${quotaPlanId}::uuid AS quota_plan_id, ${customQuota}::bigint AS custom_quota,
      '-infinity'::date AS from_day, 'infinity'::date AS to_day)`,
    spans: sql`(SELECT ${id}::uuid AS member_id, ${admissionDate}::date AS from_day, 'infinity'::date AS to_day, true AS charges_quota, '-infinity'::date AS previous_to,
      ${admissionDate}::date AS since, ${admissionDate}::date AS last_back, 'infinity'::date AS last_day)`,
    exemptions: sql`(SELECT ${id}::uuid AS member_id, ${exemptFrom}::date AS start_date, ${exemptUntil}::date AS end_date)`,
  }
}

/** All that is charged of a year, or only that of some members or periods. */
export function wholeSelection(
  fields: Pick<Selection, 'year' | 'today' | 'terminology' | 'memberIds' | 'entered'> & {
    periods?: string[]
  },
): Selection {
  return { periods: [], planIds: [], categoryIds: [], ...fields }
}

/** Raises `work_mem` until the transaction ends, so that sorts and joins over all members do not spill to disk. */
export async function raiseWorkMem(db: Querying): Promise<void> {
  await execute(db, sql`SELECT set_config('work_mem', '64MB', true)`)
}

/**
 * SQL: a condition that most rows fulfil. PostgreSQL estimates half of them; for comparisons it estimates a third for each, and would join all
 * members with all, one by one.
 */
const mostly = (condition: Sql): Sql => sql`CASE WHEN ${condition} THEN true ELSE false END`

/** SQL: whether the rules charge the candidate with this alias, whether or not that is charged already. */
export const isChargedFor = (alias: string): Sql =>
  sql`(coalesce(${raw(alias)}.reason, 'exists') IN ('exists', 'cancelled'))`

const daysIn = (month: Sql) =>
  sql`extract(day FROM ${month} + interval '1 month' - interval '1 day')::integer`

/** SQL: whether the quota `c` covers a month of the candidate with this alias. */
function hasMonthsOf(alias: string): Sql {
  const candidate = raw(alias)
  return shareMonths(monthsOf('c'), { starts: sql`${candidate}.starts`, months: sql`${candidate}.months` })
}

const quotasSql = (condition: Sql): Sql =>
  sql`SELECT FROM unsettled_payments c WHERE c.type = 'quota' AND ${condition}`

/** SQL: whether the member id is among those of the selection. */
function isChosen({ memberIds = null }: Pick<Selection, 'memberIds'>, memberId: Sql): Sql {
  if (memberIds === null) return sql`true`
  return 'text' in memberIds
    ? sql`${memberId} IN (${memberIds})`
    : sql`${memberId} = ANY(${memberIds}::uuid[])`
}

/** SQL of the members that have a quota of the year for which `condition` holds, so that only these are searched for their periods. */
function membersWithQuota(selection: Selection, condition: Sql): Sql {
  return sql`(SELECT DISTINCT c.member_id FROM unsettled_payments c WHERE c.type = 'quota' AND c.year = ${selection.year}::integer AND ${condition}
    AND ${isChosen(selection, sql`c.member_id`)})`
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

/** SQL: whether the member of the row with this alias is exempt on a day. Few members have exemptions: only these are searched for theirs. */
const isExempt = (alias: string, { day, selection }: { day: Sql; selection: Selection }): Sql => {
  const memberId = sql`${raw(alias)}.member_id`
  return sql`(${memberId} IN (SELECT member_id FROM with_exemption) AND ${isExemptOn(memberId, day, sourcesOf(selection.entered ?? null).exemptions)})`
}

/** SQL: whether a person cancelled the charge `c`: a generation does not charge it again. */
export const wasDropped = sql`c.cancelled_by = 'person'`

/** SQL: the key of a plan with the periodicity that the row `r` of `plan_spans` gives it. */
const planKey = sql`(r.plan_id || r.periodicity)`

/** SQL: the key of members without a plan in use, so that they are joined like others. */
const noPlan = sql`'none'`

/**
 * SQL of the members of `scope` with each period of the plan that was in force on the first day of the period, and what was in force
 * on that day: the category, the amount, the state, the exemption and the price. In the period of an admission or a return that day
 * (`basis`) is the day of it. `reason` says why nothing is charged.
 */
function assessedSql(selection: Selection, scope: Sql): Sql {
  const { year, today, terminology } = selection
  return sql`
    SELECT v.*, ${fillTerms(chargeTypes.quota, terminology)}::text || ' ' || ${year}::integer || coalesce(', ' || (${JSON.stringify(periodWords)}::jsonb ->> v.period), '') AS description,
      CASE WHEN NOT v.is_member THEN CASE WHEN v.admission_date >= v.ends THEN 'beforeAdmission' WHEN v.last_back >= v.ends THEN 'away'
          WHEN v.last_day > ${today}::date THEN 'afterLeaving' ELSE 'ended' END
        WHEN NOT v.charges_quota THEN 'stateExempt' WHEN NOT v.pays_quota THEN 'categoryExempt'
        WHEN v.plan_id IS NULL THEN 'noPlan'
        WHEN ${isExempt('v', { day: sql`v.basis`, selection })} THEN 'exempt'
        WHEN v.amount IS NULL THEN 'noPrice'
        WHEN v.amount = 0 THEN 'exempt'
        WHEN ${hasQuota(year, { among: sql`charged.member_id`, condition: isNotCancelled, ofPeriod: hasMonthsOf('v') })} THEN 'exists'
        WHEN ${hasQuota(year, { among: sql`dropped.member_id`, condition: wasDropped, ofPeriod: sql`c.period IS NOT DISTINCT FROM v.period` })} THEN 'cancelled' END AS reason
    FROM (
      SELECT t.*, p.plan_id, p.periodicity, p.period, p.starts, p.ends, p.months, d.basis, s.member_id IS NOT NULL AS is_member, s.charges_quota,
        CASE WHEN p.pro_rata AND p.periodicity <> 'once' AND d.basis >= (p.starts + interval '1 month')::date
          THEN (2 * coalesce(t.custom_quota, p.price) * left_months.count + p.months) / (2 * p.months)
          ELSE coalesce(t.custom_quota, p.price) END AS amount,
        -- The next period is not due before that of the admission, whose first day is the only one that changes nothing.
        CASE WHEN s.since > p.starts OR extract(day FROM s.since) > 1
          THEN greatest(p.due_date, s.since + ${inline(daysToPay)}) ELSE p.due_date END AS due_date
      FROM ${scope} t JOIN priced p ON p.plan_key = t.plan_key AND p.category_id = t.category_id
      LEFT JOIN memberships s ON s.member_id = t.member_id
        AND ${mostly(sql`s.from_day < p.ends AND s.to_day > p.starts AND s.previous_to <= p.starts`)}
      CROSS JOIN LATERAL (SELECT greatest(s.from_day, p.starts) AS basis) d
      CROSS JOIN LATERAL (SELECT p.months - (extract(year FROM d.basis)::integer * 12 + extract(month FROM d.basis)::integer
        - extract(year FROM p.starts)::integer * 12 - extract(month FROM p.starts)::integer) AS count) left_months
      WHERE ${mostly(sql`d.basis >= t.from_day AND d.basis < t.to_day AND d.basis >= p.priced_from AND d.basis < p.priced_to`)}) v
    LEFT JOIN ${membersWithQuota(selection, isNotCancelled)} charged ON charged.member_id = v.member_id
    LEFT JOIN ${membersWithQuota(selection, wasDropped)} dropped ON dropped.member_id = v.member_id`
}

/**
 * SQL of the periods, as candidates, whose last months nothing charges: on their first day a plan with shorter periods was in force, the
 * last of which ends before them. A period is not charged in part, so the generation names the members.
 */
const lostMonthsSql = (selection: Selection, from: Sql): Sql => sql`
  SELECT t.member_id, t.person_id, t.category_id, t.category_name, pp.plan_id, pp.period, pp.starts, pp.months, NULL, NULL, NULL, 'changed'
  FROM in_scope t JOIN plan_periods pp ON pp.plan_key = t.plan_key AND pp.starts < t.from_day AND pp.ends > t.from_day
  JOIN memberships s ON s.member_id = t.member_id AND s.from_day <= t.from_day AND s.to_day > t.from_day AND s.charges_quota
  JOIN rules first ON first.member_id = t.member_id AND first.from_day <= pp.starts AND first.to_day > pp.starts AND first.charged_months < pp.months
  JOIN rules earlier ON earlier.member_id = t.member_id AND earlier.to_day = t.from_day
  WHERE t.from_day > ${from} AND t.to_day >= pp.ends AND t.pays_quota AND pp.periodicity <> 'once'
    AND NOT ${isExempt('t', { day: sql`t.from_day`, selection })}
    AND ${from} + make_interval(months => earlier.charged_months * (1 + (extract(month FROM t.from_day - 1)::integer - 1) / earlier.charged_months)) < pp.ends
    AND NOT EXISTS (${quotasSql(sql`c.member_id = t.member_id AND ${isNotCancelled}
      AND ${shareMonths(monthsOf('c'), { starts: sql`(pp.ends - interval '1 month')`, months: sql`1` })}`)})`

/**
 * SQL of common table expressions that end with `candidates`: each member with each period of its plan, the amount and due date,
 * or `reason`, why nothing is charged. What decides is what was in force on the first day of the period, in the period of an
 * admission or a return on the day of it, whenever this runs. No month is charged twice, even when the member's plan or its
 * periodicity changed within the year: the longer period that began earlier has it. A member who left and came back is not charged
 * for the periods in between, nor for one on whose first day the member had left.
 */
export function candidatesSql(selection: Selection): Sql {
  const { year, periods, planIds, categoryIds, entered = null } = selection
  const sources = sourcesOf(entered)
  const [from, to] = [sql`make_date(${year}::integer, 1, 1)`, sql`make_date(${year}::integer + 1, 1, 1)`]
  return sql`
    plan_periods AS (
      SELECT ${planKey} AS plan_key, p.id AS plan_id, r.periodicity, p.pro_rata, x.period, period_start(${year}::integer, x.period) AS starts,
        (period_start(${year}::integer, x.period) + make_interval(months => period_months(x.period)))::date AS ends,
        period_months(x.period) AS months, p.due_day,
        (period_start(${year}::integer, x.period) + make_interval(months => least(p.due_month, period_months(x.period)) - 1))::date AS due_month
      FROM quota_plans p JOIN (SELECT DISTINCT plan_id, periodicity FROM plan_spans WHERE active) r ON r.plan_id = p.id
      CROSS JOIN LATERAL unnest(CASE r.periodicity WHEN 'halfYearly' THEN ARRAY['S1', 'S2']
        WHEN 'quarterly' THEN ARRAY['T1', 'T2', 'T3', 'T4']
        WHEN 'monthly' THEN ARRAY['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
        ELSE ARRAY[NULL]::text[] END) AS x (period)
      WHERE (cardinality(${periods}::text[]) = 0 OR coalesce(x.period, 'ano') = ANY(${periods}::text[]))
      UNION ALL SELECT ${noPlan}, NULL, NULL, false, NULL, ${from}, ${to}, 12, 31, ${from} WHERE cardinality(${periods}::text[]) = 0),
    priced AS MATERIALIZED (
      SELECT pp.*, c.id AS category_id, part.priced_from, part.priced_to, price.amount AS price,
        (pp.due_month + (least(pp.due_day, ${daysIn(sql`pp.due_month`)}) - 1))::date AS due_date
      FROM plan_periods pp CROSS JOIN member_categories c
      CROSS JOIN LATERAL (SELECT b.day AS priced_from, coalesce(lead(b.day) OVER (ORDER BY b.day), pp.ends) AS priced_to FROM (
        SELECT pp.starts AS day UNION SELECT q.valid_from FROM quota_prices q WHERE q.quota_plan_id = pp.plan_id
          AND (q.category_id = c.id OR q.category_id IS NULL) AND q.valid_from > pp.starts AND q.valid_from < pp.ends) b) part
      LEFT JOIN LATERAL (
        SELECT q.amount FROM quota_prices q WHERE q.quota_plan_id = pp.plan_id AND q.valid_from <= part.priced_from
          AND (q.category_id = c.id OR q.category_id IS NULL)
        ORDER BY q.category_id IS NULL, q.valid_from DESC LIMIT 1) price ON true),
    memberships AS MATERIALIZED (SELECT * FROM ${sources.spans} s WHERE ${isChosen(selection, sql`s.member_id`)}),
    with_exemption AS MATERIALIZED (SELECT member_id FROM ${sources.exemptions} e WHERE ${isChosen(selection, sql`e.member_id`)}),
    -- The terms of each member with the rules of their category and plan; another of any of them begins another row.
    rules AS (
      SELECT t.member_id, t.category_id, t.custom_quota, k.pays_quota, coalesce(t.quota_plan_id, k.quota_plan_id) AS own_plan_id,
        greatest(t.from_day, k.from_day, r.from_day) AS from_day, least(t.to_day, k.to_day, r.to_day) AS to_day,
        CASE WHEN r.active THEN ${planKey} ELSE ${noPlan} END AS plan_key,
        CASE WHEN r.active AND k.pays_quota THEN CASE r.periodicity WHEN 'monthly' THEN 1 WHEN 'quarterly' THEN 3 WHEN 'halfYearly' THEN 6
          WHEN 'yearly' THEN 12 END END AS charged_months
      FROM ${sources.terms} t JOIN category_spans k ON k.category_id = t.category_id AND ${mostly(sql`k.from_day < t.to_day AND k.to_day > t.from_day`)}
      LEFT JOIN plan_spans r ON r.plan_id = coalesce(t.quota_plan_id, k.quota_plan_id)
        AND ${mostly(sql`r.from_day < least(t.to_day, k.to_day) AND r.to_day > greatest(t.from_day, k.from_day)`)}
      WHERE ${isChosen(selection, sql`t.member_id`)} AND ${mostly(sql`t.from_day < ${to} AND t.to_day > ${from}`)}),
    in_scope AS (
      SELECT m.id AS member_id, m.person_id, m.admission_date, t.from_day, t.to_day, t.category_id, t.custom_quota,
        k.name AS category_name, t.pays_quota, t.plan_key, l.last_back, l.last_day
      FROM ${sources.members} m JOIN rules t ON t.member_id = m.id AND ${mostly(sql`t.from_day < ${to} AND t.to_day > ${from}`)}
      JOIN member_categories k ON k.id = t.category_id
      LEFT JOIN (SELECT member_id, last_back, last_day FROM memberships WHERE ${mostly(sql`previous_to = '-infinity'`)}) l ON l.member_id = m.id
      WHERE (cardinality(${planIds}::uuid[]) = 0 OR t.own_plan_id = ANY(${planIds}::uuid[]))
        AND (cardinality(${categoryIds}::uuid[]) = 0 OR t.category_id = ANY(${categoryIds}::uuid[]))
        AND ${isChosen(selection, sql`m.id`)}),
    -- The end of the periods of the year that terms before others charge.
    covered AS MATERIALIZED (
      SELECT t.member_id, t.from_day, max(a.ends) AS until
      FROM in_scope t JOIN (${assessedSql(selection, sql`(SELECT * FROM in_scope WHERE to_day < ${to})`)}) a ON a.member_id = t.member_id AND a.from_day < t.from_day
      WHERE t.from_day > ${from} AND a.reason IS NULL GROUP BY t.member_id, t.from_day),
    candidates AS (
      SELECT a.member_id, a.person_id, a.category_id, a.category_name, a.plan_id, a.period, a.starts, a.months, a.description, a.amount, a.due_date,
        coalesce(a.reason, CASE WHEN covered.until > a.starts THEN 'exists' END) AS reason
      FROM (${assessedSql(selection, sql`in_scope`)}) a
      LEFT JOIN covered ON covered.member_id = a.member_id AND covered.from_day = a.from_day
      UNION ALL ${lostMonthsSql(selection, from)})`
}
