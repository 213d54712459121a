import type { Cents } from '@agremia/resources/rules/amount.ts'
import assert from 'node:assert/strict'
import { stripYears } from '@agremia/resources/rules/quota-years.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { assertStoredTotals } from '../../testing/stored-totals.ts'
import { overviewFromRowsSql } from '../../testing/overview-from-rows.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { volume } from '../../testing/volume.ts'
import fc from 'fast-check'
import { overviewSql } from '../overview.ts'

type App = Pick<TestApp, 'sql' | 'today' | 'database'>

/** A charge with the amount that settles it. Amounts in cents. */
interface Charge {
  id: string
  member: string
  type: string
  year: number
  due: string
  amount: Cents
  status: string
  agreement: string | null
  settled: number
}

interface Membership {
  id: string
  exempt: { from: string | null; until: string }[] | null
  /** In the order of time. `first` is the first day of each, `last` the day after its last; null without one. */
  states: { first: string; last: string | null; charges: boolean; ends: boolean }[]
  /** The categories of the member, each with whether it pays now, and paid until earlier days. */
  terms: { first: string | null; pays: boolean; paid: { until: string; pays: boolean }[] | null }[]
}

interface Agreement {
  id: string
  amount: Cents
  stored: { state: string; open: Cents; paid: Cents[]; waived: Cents[] }
  /** The paid amount of its charges when it was made. */
  paid_before: number
  parts: { due: string; amount: Cents }[]
}

/** Asserts the invariants of the ledger and compares stored values with recomputed ones, without using the program's code. */
export async function assertSound(app: App, members: readonly string[], graceDays = 15): Promise<void> {
  assert.deepEqual(await app.sql(inconsistentSql), [])
  const today = await app.today()
  const charges = await app.sql<Charge & Record<string, unknown>>(chargesSql, [members])
  const memberships = await app.sql<Membership & Record<string, unknown>>(membershipsSql, [members])
  const agreements = await app.sql<Agreement & Record<string, unknown>>(agreementsSql, [members])
  const kept = new Set(agreements.filter(({ stored }) => stored.state === 'active').map(({ id }) => id))
  for (const membership of memberships) {
    const own = charges.filter(({ member }) => member === membership.id)
    const [row] = await app.sql<{ stored: object }>(storedSql, [membership.id])
    assert.deepEqual(
      row?.stored,
      expectedOf(membership, own, { kept, today }),
      'stored values equal recomputed ones',
    )
  }
  for (const agreement of agreements) {
    const own = charges.filter((charge) => charge.agreement === agreement.id)
    const lateBefore = addDays(today, -graceDays)
    assert.deepEqual(agreement.stored, expectedOfAgreement(agreement, own, lateBefore))
  }
  await assertStoredTotals(app)
  await assertOverview(app)
}

/** The overview adds up totals that triggers keep: it is what the rows themselves come to. */
async function assertOverview({ sql, today }: App): Promise<void> {
  const day = await today()
  const [kept, counted] = await Promise.all(
    [overviewSql(day), overviewFromRowsSql(day)].map(({ text, values }) => sql(text, values)),
  )
  assert.deepEqual(kept, counted)
}

const isOwed = ({ status }: Charge) => status !== 'cancelled' && status !== 'exempt'
const openOf = (charge: Charge) => (isOwed(charge) ? charge.amount - charge.settled : 0)
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

function expectedOf(
  membership: Membership,
  charges: readonly Charge[],
  { kept, today }: { kept: ReadonlySet<string>; today: string },
): object {
  const late = charges.filter(
    (charge) => openOf(charge) > 0 && charge.due < today && !kept.has(charge.agreement ?? ''),
  )
  const lateQuotas = late.filter(({ type }) => type === 'quota')
  const lateYears = new Set(lateQuotas.map(({ year }) => year))
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: stripYears }, (_, ago) => thisYear - ago)
  return {
    balance: sum(charges.map(openOf)),
    overdue: sum(late.map(openOf)),
    oldest: late.map(({ due }) => due).toSorted()[0] ?? null,
    oldestQuota: lateQuotas.map(({ due }) => due).toSorted()[0] ?? null,
    years: lateYears.size,
    upToDate: lateYears.size === 0,
    strip: Object.fromEntries(years.map((year) => [year, tileOf(membership, charges, year)])),
  }
}

/** The state of a year in the strip. */
function tileOf(membership: Membership, charges: readonly Charge[], year: number): string {
  const quotas = charges.filter(
    (charge) => charge.type === 'quota' && charge.year === year && charge.status !== 'cancelled',
  )
  if (quotas.length === 0) return tileWithout(membership, year)
  if (quotas.every(({ status }) => status === 'exempt')) return 'exempt'
  if (quotas.every((quota) => openOf(quota) === 0)) return 'paid'
  return quotas.some(({ settled }) => settled > 0) ? 'partial' : 'owed'
}

/** What was in force on the first day of the year on which the member belonged decides. */
function tileWithout({ exempt, states, terms }: Membership, year: number): string {
  const [first, next] = [`${year}-01-01`, `${year + 1}-01-01`]
  const state = states.find((one) => !one.ends && one.first < next && (one.last === null || one.last > first))
  if (!state) return 'none'
  const day = state.first > first ? state.first : first
  const term = terms.findLast((one) => one.first === null || one.first <= day)
  const pays = (term?.paid?.find(({ until }) => until > day) ?? term)?.pays
  const isExempt = exempt?.some(({ from, until }) => until >= day && (from === null || from <= day))
  return pays && state.charges && !isExempt ? 'none' : 'exempt'
}

function expectedOfAgreement(agreement: Agreement, charges: readonly Charge[], lateBefore: string) {
  const { amount, parts } = agreement
  const open = sum(charges.map(openOf))
  const less = Math.max(0, amount - open)
  const settled = sum(charges.map((charge) => charge.settled)) - agreement.paid_before
  const kept = Math.min(less, Math.max(0, settled))
  const amounts = parts.map((part) => part.amount)
  const paid = distribute(kept, amounts)
  const waived = distribute(less - kept, amounts.toReversed()).toReversed()
  const isMissing = (index: number) => (paid[index] ?? 0) + (waived[index] ?? 0) < (amounts[index] ?? 0)
  const isLate = parts.some((part, index) => isMissing(index) && part.due < lateBefore)
  return { state: open === 0 ? 'fulfilled' : isLate ? 'broken' : 'active', open, paid, waived }
}

/** Distributes `whole` over the amounts, in order. */
function distribute(whole: number, amounts: readonly number[]): number[] {
  let left = whole
  return amounts.map((amount) => {
    const share = Math.min(left, amount)
    left -= share
    return share
  })
}

/** All inconsistent rows: amounts that do not add up, or duplicates. */
const inconsistentSql = `
  SELECT 'payment' AS what, p.id FROM payments p WHERE p.amount <> (SELECT sum(amount) FROM payment_items WHERE payment_id = p.id)
  UNION ALL
  SELECT 'line', i.id FROM payment_items i JOIN payments p ON p.id = i.payment_id WHERE i.status <> p.status
  UNION ALL
  SELECT 'charge', c.id FROM unsettled_payments c WHERE c.paid_amount <> coalesce((SELECT sum(i.amount) FROM payment_items i
    JOIN payments p ON p.id = i.payment_id WHERE i.unsettled_payment_id = c.id AND p.status IN ('registered', 'confirmed')), 0)
    + coalesce((SELECT sum(amount) FROM credit_uses WHERE unsettled_payment_id = c.id AND status = 'active'), 0)
    OR c.paid_amount > c.amount
  UNION ALL
  SELECT 'last day paid', c.id FROM unsettled_payments c JOIN payment_items i ON i.unsettled_payment_id = c.id JOIN payments p ON p.id = i.payment_id
    WHERE p.date > coalesce(c.last_paid_on, '-infinity')
  UNION ALL
  SELECT 'credit', p.id FROM payments p WHERE coalesce((SELECT sum(amount) FROM credit_uses WHERE payment_id = p.id AND status = 'active'), 0)
    > coalesce((SELECT sum(amount) FROM payment_items WHERE payment_id = p.id AND unsettled_payment_id IS NULL), 0)
  UNION ALL
  SELECT 'kept credit', b.member_id FROM member_balances b WHERE b.credit <> coalesce((SELECT sum(i.amount) FROM payment_items i
    JOIN payments p ON p.id = i.payment_id WHERE i.member_id = b.member_id AND i.unsettled_payment_id IS NULL AND p.status IN ('registered', 'confirmed')), 0)
    - coalesce((SELECT sum(amount) FROM credit_uses WHERE member_id = b.member_id AND status = 'active'), 0)
  UNION ALL
  SELECT 'twice', (array_agg(id))[1] FROM unsettled_payments WHERE type IN ('quota', 'joia') AND status <> 'cancelled'
    GROUP BY member_id, type, year, period HAVING count(*) > 1
  UNION ALL
  SELECT 'months twice', c.id FROM unsettled_payments c JOIN unsettled_payments o ON o.member_id = c.member_id AND o.year = c.year
    AND o.id <> c.id WHERE c.type = 'quota' AND o.type = 'quota' AND c.status <> 'cancelled' AND o.status <> 'cancelled'
    AND daterange(period_start(c.year, c.period), (period_start(c.year, c.period) + make_interval(months => period_months(c.period)))::date)
      && daterange(period_start(o.year, o.period), (period_start(o.year, o.period) + make_interval(months => period_months(o.period)))::date)
  UNION ALL
  SELECT 'credit of a generation', r.id FROM quota_runs r WHERE r.credit_used <> coalesce((SELECT sum(u.amount) FROM credit_uses u
    JOIN unsettled_payments c ON c.id = u.unsettled_payment_id WHERE u.quota_run_id = r.id AND c.quota_run_id = r.id), 0)
  UNION ALL
  SELECT 'who cancelled', id FROM unsettled_payments WHERE (status = 'cancelled') <> (cancelled_by IS NOT NULL)
  UNION ALL
  SELECT 'receipts', (SELECT id FROM payments LIMIT 1) FROM receipt_counters k
    WHERE k.last <> (SELECT count(*) FROM payments WHERE receipt_series = k.series)
      + (SELECT count(*) FROM credit_refunds WHERE 'credit_refunds/' || extract(year FROM date) = k.series)
      + (SELECT count(*) FROM debit_batches WHERE 'debit_batches/' || split_part(number, '/', 2) = k.series)
  UNION ALL
  SELECT 'returned', p.id FROM payments p WHERE (p.status = 'returned') <> EXISTS (SELECT FROM payment_returns r
    WHERE r.payment_id = p.id AND r.status = 'active' AND r.amount = p.amount AND r.date >= p.date)
  UNION ALL
  SELECT 'credit of returned payments', u.id FROM credit_uses u JOIN payments p ON p.id = u.payment_id
    WHERE u.status = 'active' AND p.status NOT IN ('registered', 'confirmed')
  UNION ALL
  SELECT 'refunds', f.id FROM credit_refunds f WHERE coalesce((SELECT sum(amount) FROM credit_uses WHERE refund_id = f.id AND status = 'active'), 0)
    <> CASE WHEN f.status = 'cancelled' THEN 0 ELSE f.amount - coalesce((SELECT sum(u.amount) FROM credit_uses u JOIN payments p ON p.id = u.payment_id
      WHERE u.refund_id = f.id AND u.undone_by = 'return' AND p.status = 'returned'), 0) END`

const chargesSql = `
  SELECT c.id, c.member_id AS member, c.type, c.year, c.due_date AS due, c.amount::integer, c.status, c.agreement_id AS agreement,
    (coalesce((SELECT sum(i.amount) FROM payment_items i JOIN payments p ON p.id = i.payment_id
      WHERE i.unsettled_payment_id = c.id AND p.status IN ('registered', 'confirmed')), 0)
    + coalesce((SELECT sum(u.amount) FROM credit_uses u WHERE u.unsettled_payment_id = c.id AND u.status = 'active'), 0))::integer AS settled
  FROM unsettled_payments c WHERE c.member_id = ANY($1::uuid[])`

const membershipsSql = `
  SELECT m.id, (SELECT jsonb_agg(jsonb_build_object('from', e.start_date, 'until', e.end_date)) FROM member_exemptions e WHERE e.member_id = m.id) AS exempt,
    (SELECT jsonb_agg(jsonb_build_object('first', h.start_date, 'last', h.end_date, 'charges', s.charges_quota, 'ends', s.marks_end) ORDER BY h.start_date)
      FROM member_states h JOIN member_state_names s ON s.id = h.state_name_id
      WHERE h.member_id = m.id AND (h.end_date IS NULL OR h.end_date > h.start_date)) AS states,
    (SELECT jsonb_agg(jsonb_build_object('first', t.start_date, 'pays', k.pays_quota, 'paid',
        (SELECT jsonb_agg(jsonb_build_object('until', f.until_day, 'pays', f.rules -> 'paysQuota') ORDER BY f.until_day) FROM former_rules f WHERE f.record_id = k.id)) ORDER BY t.start_date NULLS FIRST)
      FROM member_quota_terms t JOIN member_categories k ON k.id = t.category_id WHERE t.member_id = m.id) AS terms
  FROM members m WHERE m.id = ANY($1::uuid[])`

const storedSql = `
  SELECT jsonb_build_object('balance', balance, 'overdue', overdue_amount, 'oldest', oldest_debt, 'oldestQuota', oldest_quota, 'years', debt_years,
    'upToDate', quotas_up_to_date, 'strip', quota_strip) AS stored
  FROM member_balances WHERE member_id = $1`

const agreementsSql = `
  SELECT a.id, a.amount::integer, a.paid_before::integer,
    jsonb_build_object('state', a.state, 'open', a.open_amount, 'paid', jsonb_agg(i.paid_amount ORDER BY i.number),
      'waived', jsonb_agg(i.waived_amount ORDER BY i.number)) AS stored,
    jsonb_agg(jsonb_build_object('due', i.due_date, 'amount', i.amount) ORDER BY i.number) AS parts
  FROM payment_agreements a JOIN agreement_instalments i ON i.agreement_id = a.id
  WHERE a.member_id = ANY($1::uuid[]) AND a.state <> 'cancelled' GROUP BY a.id`

/** Total number of operations of the long random histories. */
const operations = volume({ short: undefined, long: 2000 })
/** Operations per comparison in a long run: comparing reads the whole history. */
const perHistory = 200

interface Length {
  minLength: number
  maxLength: number
  numRuns: number
}

/** Checks random histories of one writer: of the given length, or enough of them for a long run. */
export async function checkHistories<Event>(
  event: fc.Arbitrary<Event>,
  { numRuns, ...normal }: Length,
  check: (history: Event[]) => Promise<void>,
): Promise<void> {
  const length =
    operations === undefined ? normal : { minLength: perHistory, maxLength: perHistory, size: 'max' as const }
  await fc.assert(fc.asyncProperty(fc.array(event, length), check), {
    numRuns: operations === undefined ? numRuns : Math.ceil(operations / perHistory),
    // Shrinking a history takes hours; the error names seed and path.
    endOnFailure: true,
  })
}

/**
 * Checks one random history of concurrent writers, with `normal` operations or those of a long run. Does not shrink a failing
 * history, since concurrent runs are not reproducible.
 */
export async function checkCrowd<Event>(
  event: fc.Arbitrary<Event>,
  normal: number,
  check: (history: Event[]) => Promise<void>,
): Promise<void> {
  const length = operations ?? normal
  const history = fc.array(event, { minLength: length, maxLength: length, size: 'max' })
  await fc.assert(fc.asyncProperty(history, check), { numRuns: 1, endOnFailure: true })
}
