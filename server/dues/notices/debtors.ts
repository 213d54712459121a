import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Querying } from '../../database/querying.ts'
import { inline, many, sql, jsonOf, one } from '../../database/sql.ts'
import type { NoticeFilter } from './notice-filter.ts'
import type { Sql, RowOf } from '../../database/sql.ts'
import { isDeceased } from '../../deceased.ts'
import { isOwed } from '../ledger/conditions.ts'
import { pendingNoticesSql } from './charge-notices.ts'
import { noticeSteps, readNoticeFilter } from './notice-filter.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { World } from '../../context.ts'

const mostListed = 500

/** The next ones after a member number who are passed over for a reason, by number. */
export async function skippedFor(
  db: Querying,
  filter: NoticeFilter,
  given: { reason: SkipReason; settings: Settings; today: string; after: number },
): Promise<{ memberId: string; memberNumber: number; name: string }[]> {
  return many(
    db,
    sql`WITH ${judgedSql(filter, given)}
           SELECT member_id AS "memberId", member_number AS "memberNumber", name FROM judged
           WHERE skip = ${given.reason} ORDER BY member_number LIMIT ${inline(mostListed)}`,
    { memberId: 'uuid', memberNumber: 'integer', name: 'text' },
  )
}

/** Why somebody of whom a step is due is told nothing. */
export const skipReasons = {
  ended: 'Já saiu',
  deceased: 'Faleceu',
  doNotContact: 'Pediu para não ser contactado',
  agreement: 'Tem um acordo de pagamento em curso',
  switchedOff: 'A mensagem está desligada nas configurações',
  noAddress: 'Sem contacto para onde enviar',
} as const
export type SkipReason = keyof typeof skipReasons

export function isSkipReason(reason: unknown): reason is SkipReason {
  return typeof reason === 'string' && Object.hasOwn(skipReasons, reason)
}

interface Judging {
  settings: Settings
  today: string
  /** Member number: only members with higher ones. */
  after: number
}

/** Common table expressions that end with `judged`: the members of whom a step is due, each with `skip`, the reason or null. */
export function judgedSql(filter: NoticeFilter, { settings, today, after }: Judging): Sql {
  const { olderThanDays, categoryIds, memberIds, chargeIds, stateIds } = filter
  const reminderDays = settings.reminderDays.split(',').map(Number)
  const step = filter.step === undefined ? null : noticeSteps.indexOf(filter.step) + 1
  return sql`${pendingNoticesSql(memberIds)},
    reached AS (
      SELECT c.*, greatest(c.reminder_count, pending.step) AS told_step, CASE WHEN ${step}::integer IS NOT NULL THEN ${step}::integer
        ELSE (SELECT count(*)::integer FROM unnest(${reminderDays}::integer[]) AS d (days) WHERE c.due_date + d.days <= ${today}::date) END AS step
      FROM unsettled_payments c LEFT JOIN pending ON pending.id = c.id WHERE ${isOwed} AND (${olderThanDays}::integer IS NULL OR c.due_date <= ${today}::date - ${olderThanDays}::integer)
        AND (cardinality(${categoryIds}::uuid[]) = 0 OR c.category_id = ANY(${categoryIds}::uuid[])) AND (cardinality(${memberIds}::uuid[]) = 0 OR c.member_id = ANY(${memberIds}::uuid[]))
        AND (cardinality(${chargeIds}::uuid[]) = 0 OR c.id = ANY(${chargeIds}::uuid[]))
        AND (${after}::integer = 0 OR EXISTS (SELECT FROM members m WHERE m.id = c.member_id AND m.member_number > ${after}::integer))),
    owing AS (
      SELECT member_id, array_agg(id ORDER BY due_date, id) AS ids, array_agg(step ORDER BY due_date, id) AS steps, sum(open_amount)::bigint AS total, max(step) AS step,
        bool_or(agreement_id IS NOT NULL) AS has_agreement
      FROM reached WHERE step > told_step GROUP BY member_id HAVING sum(open_amount) >= ${filter.minimum}),
    judged AS MATERIALIZED (
      SELECT o.member_id, o.ids, o.steps, o.total, o.step, m.person_id, p.name, m.member_number, t.channel AS wanted, m.message_channel AS preferred,
        p.email IS NOT NULL AS has_email, p.mobile IS NOT NULL AS has_mobile, p.address IS NOT NULL AS has_address,
        CASE WHEN ${isDeceased} THEN 'deceased'
          WHEN p.do_not_contact THEN 'doNotContact'
          WHEN s.marks_end AND NOT ${filter.includeEnded}::boolean AND NOT s.id = ANY(${stateIds}::uuid[]) THEN 'ended'
          WHEN o.has_agreement AND EXISTS (SELECT FROM payment_agreements a WHERE a.member_id = m.id AND a.state = 'active') THEN 'agreement'
          WHEN NOT t.enabled THEN 'switchedOff'
          WHEN CASE t.channel WHEN 'email' THEN p.email WHEN 'sms' THEN p.mobile WHEN 'letter' THEN p.address
            ELSE coalesce(p.email, p.mobile, p.address) END IS NULL THEN 'noAddress' END AS skip
      FROM owing o JOIN members m ON m.id = o.member_id JOIN people p ON p.id = m.person_id
        JOIN member_state_names s ON s.id = m.current_state_id JOIN message_settings t ON t.name = (${noticeSteps}::text[])[o.step]
      WHERE cardinality(${stateIds}::uuid[]) = 0 OR s.id = ANY(${stateIds}::uuid[]))`
}

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

/** How many members the next notices would go to, were they sent now. */
export async function countDueNotices({ database, organisation }: World): Promise<number> {
  const { alike } = await findDebtors(database.pool, readNoticeFilter({}), {
    settings: await organisation.settings(),
    today: await organisation.today(),
    portion: { limit: 0 },
  })
  return alike.reduce((sum, { skip, count }) => (skip === null ? sum + count : sum), 0)
}
