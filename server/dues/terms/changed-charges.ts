import type { Cents } from '@agremia/resources/rules/amount.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { wholeYear } from '@agremia/resources/rules/quota-periods.ts'
import type { Querying } from '../../database/querying.ts'
import type { RowOf } from '../../database/sql.ts'
import { many, raiseVersion, sql } from '../../database/sql.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import { candidatesSql, isChargedFor, wholeSelection } from '../generation/candidates.ts'
import { insertQuotas } from '../generation/insert-quotas.ts'
import { isNotCancelled } from '../ledger/conditions.ts'
import { holdFromPeriods } from '../ledger/charges-on.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'
import type { Context } from '../../rest/modules.ts'

/** What a generation would charge for a period; an amount of null charges nothing. */
type Expected = RowOf<typeof expectedShape>
const expectedShape = {
  member_id: 'uuid',
  year: 'integer',
  period: 'text?',
  starts: 'day',
  plan_id: 'uuid?',
  amount: 'cents?',
  category_id: 'uuid?',
  due_date: 'day?',
} as const

export type Writing = Pick<Context, 'db' | 'today' | 'settings' | 'changes' | 'world'>

/** SQL: whether the charge `c` is a quota that the program charged. */
export const isGenerated = sql`c.type = 'quota' AND c.origin IN ('generation', 'admission') AND ${isNotCancelled}`

/** SQL: whether the charge `c` is a quota that a leaving or a correction cancelled. */
const isEnded = sql`c.type = 'quota' AND (c.cancelled_by = 'leaving' OR c.cancelled_by = 'undoing' AND c.cancel_reason = 'Correção')`

/** The years of an admission that is corrected: the earlier and the later one. */
export interface MovedYears {
  from: number
  to: number
}

/**
 * What the rules charge these members in the years in which each, or others by a generation, was charged, whether or not that is charged already.
 * When an admission is corrected, from its earlier year on, unless the charges begin after its later one: what is before them comes from
 * earlier records.
 */
export async function expectedQuotas(
  { db, today, world }: Writing,
  memberIds: readonly string[],
  moved: MovedYears | null = null,
): Promise<Expected[]> {
  const years = await many(
    db,
    sql`WITH charged AS (
          SELECT DISTINCT c.member_id, c.year FROM unsettled_payments c WHERE c.member_id = ANY(${memberIds}::uuid[]) AND (${isGenerated} OR ${isEnded})),
        ends AS (SELECT member_id, min(year) AS first, max(year) AS last FROM charged GROUP BY member_id),
        compared AS (
          SELECT member_id, year FROM charged
          UNION SELECT m.id, r.year FROM quota_runs r JOIN members m ON m.id = ANY(${memberIds}::uuid[]) AND r.year >= extract(year FROM m.admission_date)
          WHERE r.state = 'done'
          UNION SELECT member_id, y FROM ends, generate_series(${moved?.from ?? null}::integer, last) y WHERE first <= ${moved?.to ?? null}::integer)
        SELECT year, array_agg(member_id) AS "memberIds" FROM compared GROUP BY year ORDER BY year`,
    { year: 'integer', memberIds: 'uuid[]' },
  )
  const terminology = await world.organisation.terminology()
  const all: Expected[] = []
  for (const { year, memberIds: charged } of years) {
    const selection = wholeSelection({ year, memberIds: charged, today, terminology })
    const rows = await many(
      db,
      sql`WITH ${candidatesSql(selection)}
          SELECT member_id, ${year}::integer AS year, period, starts, plan_id, CASE WHEN is_charged THEN amount END AS amount,
            CASE WHEN is_charged THEN category_id END AS category_id, CASE WHEN is_charged THEN due_date END AS due_date
          FROM candidates k CROSS JOIN LATERAL (SELECT ${isChargedFor('k')} AS is_charged) x
          WHERE plan_id IS NOT NULL`,
      expectedShape,
    )
    all.push(...rows)
  }
  return all
}

/** The quotas among these charges that are not cancelled, as they are charged. */
export function chargedQuotas(db: Querying, chargeIds: readonly string[]): Promise<Expected[]> {
  return many(
    db,
    sql`SELECT c.member_id, c.year, c.period, period_start(c.year, c.period) AS starts, NULL::uuid AS plan_id, c.amount, c.category_id, c.due_date
        FROM unsettled_payments c WHERE c.id = ANY(${chargeIds}::uuid[]) AND ${isGenerated}`,
    expectedShape,
  )
}

const keyOf = ({ member_id, year, period }: Pick<Expected, 'member_id' | 'year' | 'period'>) =>
  `${member_id}/${year}/${period ?? wholeYear}`

/**
 * Makes the unpaid quotas of these members agree with what the rules charge after a change, where that differs from what they charged before
 * it (`before`): amounts, categories and due dates change, quotas that nothing charges are cancelled, and missing ones are added between
 * those that exist and where a generation charged others. Charges with payments or in an agreement stay.
 */
export async function changeQuotas(
  context: Writing,
  memberIds: readonly string[],
  before: readonly Expected[],
  moved: MovedYears | null = null,
): Promise<void> {
  const { db, today, world, changes } = context
  await lockLedger(db, memberIds)
  const after = await expectedQuotas(context, memberIds, moved)
  const earlier = new Map(before.map((one) => [keyOf(one), one]))
  const later = new Map(after.map((one) => [keyOf(one), one]))
  const changed = [...new Set([...earlier.keys(), ...later.keys()])]
    .map((key) => ({ was: earlier.get(key), is: later.get(key) }))
    .filter(({ was, is }) => signatureOf(was) !== signatureOf(is))
  if (changed.length === 0) return
  const wanted = changed.map(({ was, is }) => {
    const { member_id, year, period } = (is ?? was) as Expected
    const isDueChanged = is?.due_date !== was?.due_date
    return {
      member_id,
      year,
      period,
      amount: is?.amount ?? null,
      category_id: is?.category_id ?? null,
      due_date: isDueChanged ? is?.due_date : null,
    }
  })
  const written = await many(
    db,
    sql`UPDATE unsettled_payments c SET amount = coalesce(w.amount, c.amount), category_id = coalesce(w.category_id, c.category_id),
          due_date = coalesce(w.due_date, c.due_date),
          status = CASE WHEN w.amount IS NULL THEN 'cancelled' ELSE c.status END,
          cancelled_by = CASE WHEN w.amount IS NULL THEN 'undoing' END,
          cancel_reason = CASE WHEN w.amount IS NULL THEN 'Correção' END, ${raiseVersion('c')}
        FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w (member_id uuid, year integer, period text, amount bigint, category_id uuid, due_date date)
        WHERE c.member_id = w.member_id AND ${isGenerated} AND c.year = w.year AND c.period IS NOT DISTINCT FROM w.period
          AND c.status = 'open' AND c.agreement_id IS NULL
        RETURNING c.id, c.version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', written))
  await holdFromPeriods(
    db,
    written.map(({ id }) => id),
  )
  const charged = changed.flatMap(({ was, is }) =>
    is?.amount == null ? [] : [{ ...is, is_new: was?.amount == null }],
  )
  const missing = await many(
    db,
    sql`SELECT w.member_id, w.year, w.period FROM jsonb_to_recordset(${JSON.stringify(charged)}::jsonb)
          AS w (member_id uuid, year integer, period text, starts date, plan_id text, category_id text, is_new boolean)
        WHERE w.starts <= (SELECT max(period_start(c.year, c.period)) FROM unsettled_payments c
            WHERE c.member_id = w.member_id AND c.type = 'quota' AND c.origin IN ('generation', 'admission'))
          OR w.is_new AND EXISTS (SELECT FROM quota_runs r WHERE r.state = 'done' AND r.year = w.year
            AND (r.periods = '{}' OR coalesce(w.period, ${wholeYear}::text) = ANY(r.periods))
            AND (r.plan_ids = '{}' OR w.plan_id = ANY(r.plan_ids)) AND (r.category_ids = '{}' OR w.category_id = ANY(r.category_ids)))`,
    { member_id: 'uuid', year: 'integer', period: 'text?' },
  )
  const ofYears = [...Map.groupBy(missing, (one) => `${one.member_id}/${one.year}`).values()].map((all) => ({
    ...all[0]!,
    periods: all.map(({ period }) => period ?? wholeYear),
  }))
  const terminology = await world.organisation.terminology()
  // All periods of a year at once: which of those that overlap is charged depends on the others.
  for (const same of Map.groupBy(ofYears, ({ year, periods }) => `${year}/${periods.join()}`).values()) {
    const { year, periods } = same[0]!
    const selection = wholeSelection({
      year,
      periods,
      memberIds: same.map((one) => one.member_id),
      today,
      terminology,
    })
    await insertQuotas(db, selection, { origin: 'generation' })
  }
  await refreshLedger(context, memberIds)
}

const signatureOf = (one: Expected | undefined): string =>
  one?.amount == null ? '' : [one.amount, one.category_id, one.due_date].join()

/** Cancels the unpaid quotas of the period under way, which began before the member moved to a category that does not pay. */
export async function cancelUnderWay(context: Writing, memberId: string): Promise<void> {
  const { db, today, changes } = context
  await lockLedger(db, [memberId])
  const rows = await many(
    db,
    sql`UPDATE unsettled_payments c SET status = 'cancelled', cancelled_by = 'person', cancel_reason = 'Mudança de categoria', ${raiseVersion('c')}
        FROM members m JOIN member_categories k ON k.id = m.category_id
        WHERE m.id = ${memberId} AND NOT k.pays_quota AND c.member_id = m.id AND ${isGenerated} AND c.status = 'open' AND c.agreement_id IS NULL
          AND period_start(c.year, c.period) + make_interval(months => period_months(c.period)) > ${today}::date
        RETURNING c.id, c.version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
  if (rows.length > 0) await refreshLedger(context, [memberId])
}

/** A charge before and after a change; null where there is none that is owed or paid. */
interface ChangedCharge {
  description: string
  year: number
  period: string | null
  from: number | null
  to: number | null
}
export const changedChargeShape = {
  description: 'text',
  year: 'integer',
  period: 'text?',
  from: 'euros?',
  to: 'euros?',
} as const

type Snapshot = Map<
  string,
  { description: string; year: number; period: string | null; amount: Cents | null; mark: string }
>

/** The member's quotas and joias, to compare them after a change. */
async function chargesOf(db: Querying, memberId: string): Promise<Snapshot> {
  const rows = await many(
    db,
    sql`SELECT c.id, c.description, coalesce(c.year, 0) AS year, c.period, CASE WHEN ${isNotCancelled} THEN c.amount END AS amount,
          concat_ws('|', c.status = 'cancelled', c.amount, c.category_id, c.due_date, c.year) AS mark
        FROM unsettled_payments c WHERE c.member_id = ${memberId} AND c.type IN ('quota', 'joia') ORDER BY c.year, c.type, period_start(c.year, c.period), c.id`,
    { id: 'uuid', description: 'text', year: 'integer', period: 'text?', amount: 'cents?', mark: 'text' },
  )
  return new Map(rows.map(({ id, ...charge }) => [id, charge]))
}

/** Runs a change and returns the charges that it makes different. */
export async function compareCharges(
  db: Querying,
  memberId: string,
  change: () => Promise<unknown>,
): Promise<ChangedCharge[]> {
  const before = await chargesOf(db, memberId)
  await change()
  const after = await chargesOf(db, memberId)
  const inEuros = (amount: Cents | null | undefined) => (amount == null ? null : toEuros(amount))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    const charge = is ?? was
    if (!charge || was?.mark === is?.mark) return []
    const { description, year, period } = charge
    return [{ description, year, period, from: inEuros(was?.amount), to: inEuros(is?.amount) }]
  })
}
