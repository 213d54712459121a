import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { inline, jsonOf, many, one, sql } from '../database/sql.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { judgedSql, skipReasons } from './judged-debtors.ts'
import type { SkipReason } from './judged-debtors.ts'
import { isOwed } from './conditions.ts'
import { lockLedger } from './ledger.ts'

/** Somebody who is to be told, once, of all of which a step is due. */
export interface Debtor {
  memberId: string
  personId: string
  name: string
  memberNumber: number
  /** Each with the step that it has itself reached. */
  charges: ReachedCharge[]
  /** Cents. */
  total: number
  /** The highest that any of them has reached, by which the message goes. */
  step: number
}

export interface ReachedCharge {
  id: string
  /** Place in `noticeSteps`, from 1. */
  step: number
}

/** How many are alike in what decides how they are told. */
interface Alike {
  step: number
  wanted: EventChannel
  preferred: 'email' | 'sms' | 'letter' | null
  hasEmail: boolean
  hasMobile: boolean
  hasAddress: boolean
  skip: SkipReason | null
  count: number
  total: number
}

export interface Skipped {
  memberId: string
  memberNumber: number
  name: string
  reason: SkipReason
  reasonLabel: string
}

type FoundDebtors = RowOf<typeof foundDebtorsShape>
const foundDebtorsShape = {
  alike: jsonOf<Alike[]>(),
  /** The first of each reason. */
  skipped: jsonOf<Skipped[]>(),
  /** Those of the portion, in the order of their numbers. */
  debtors: jsonOf<Debtor[]>(),
} as const

/** People are named up to so many for each reason. */
const mostSkippedNamed = 50

interface Portion {
  limit: number
  offset?: number
}

/** Who owes something of which the next step is due. One statement, whatever is asked of it. */
export async function findDebtors(
  db: Querying,
  filter: NoticeFilter,
  given: { settings: Settings; today: string; portion: Portion },
): Promise<FoundDebtors> {
  const { settings, today, portion } = given
  const { limit, offset = 0 } = portion
  const { alike, skipped, debtors } = await one(
    db,
    sql`
  WITH ${judgedSql(filter, { settings, today, after: 0 })},
  alike AS (
    SELECT step, wanted, preferred, has_email AS "hasEmail", has_mobile AS "hasMobile", has_address AS "hasAddress", skip,
      count(*)::integer AS count, sum(total)::bigint AS total
    FROM judged GROUP BY 1, 2, 3, 4, 5, 6, 7),
  named AS (
    SELECT member_id AS "memberId", member_number AS "memberNumber", name, skip AS reason FROM (
      SELECT *, row_number() OVER (PARTITION BY skip ORDER BY member_number) AS place FROM judged WHERE skip IS NOT NULL) j
    WHERE place <= ${inline(mostSkippedNamed)} ORDER BY member_number),
  portion AS (
    SELECT member_id AS "memberId", person_id AS "personId", name, member_number AS "memberNumber", total, step,
      (SELECT json_agg(json_build_object('id', c.id, 'step', c.step)) FROM unnest(ids, steps) AS c (id, step)) AS charges
    FROM judged WHERE skip IS NULL ORDER BY member_number LIMIT ${limit} OFFSET ${offset})
  SELECT (SELECT coalesce(json_agg(alike), '[]') FROM alike) AS alike, (SELECT coalesce(json_agg(named), '[]') FROM named) AS skipped,
    (SELECT coalesce(json_agg(portion ORDER BY "memberNumber"), '[]') FROM portion) AS debtors`,
    foundDebtorsShape,
  )
  return {
    alike,
    debtors,
    skipped: skipped.map((one) => ({ ...one, reasonLabel: skipReasons[one.reason] })),
  }
}

/**
 * Those who still owe something once nobody is writing it any more, each with the charges that are left. Locks what they owe,
 * of all at once, in the order in which everybody asks for it.
 */
export async function stillOwing(db: Querying, debtors: readonly Debtor[]): Promise<Debtor[]> {
  await lockLedger(
    db,
    debtors.map(({ memberId }) => memberId),
  )
  const rows = await many(
    db,
    sql`SELECT c.id, c.open_amount AS open FROM unsettled_payments c WHERE c.id = ANY(${debtors.flatMap(({ charges }) => charges.map(({ id }) => id))}::uuid[]) AND ${isOwed}`,
    { id: 'uuid', open: 'cents' },
  )
  const openOf = new Map(rows.map(({ id, open }) => [id, open]))
  return debtors.flatMap((debtor) => {
    const charges = debtor.charges.filter(({ id }) => openOf.has(id))
    if (charges.length === 0) return []
    const step = Math.max(...charges.map((charge) => charge.step))
    const total = charges.reduce((sum, { id }) => sum + (openOf.get(id) ?? 0), 0)
    return [{ ...debtor, charges, step, total }]
  })
}

/** How many are passed over, by reason. */
export function skippedByReason(alike: readonly Alike[]) {
  return Object.entries(skipReasons).flatMap(([reason, reasonLabel]) => {
    const count = alike.reduce((sum, one) => sum + (one.skip === reason ? one.count : 0), 0)
    return count > 0 ? [{ reason: reason as SkipReason, reasonLabel, count }] : []
  })
}
