import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { Querying } from '../database/querying.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { noticeSteps } from './notice-filter.ts'

const skipReasons = {
  ended: 'Já saiu',
  deceased: 'Faleceu',
  agreement: 'Tem um acordo de pagamento em curso',
  switchedOff: 'A mensagem está desligada nas configurações',
  noAddress: 'Sem contacto para onde enviar',
} as const
export type SkipReason = keyof typeof skipReasons

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

interface Found {
  alike: Alike[]
  /** The first of each reason. */
  skipped: Skipped[]
  /** Those of the portion, in the order of their numbers. */
  debtors: Debtor[]
}

/** People are named up to so many for each reason. */
const mostSkippedNamed = 50

interface Portion {
  limit: number
  /** Only members with higher numbers. */
  after?: number
  offset?: number
}

/** Who owes something of which the next step is due, after the portion before. One statement, whatever is asked of it. */
export async function findDebtors(
  db: Querying,
  filter: NoticeFilter,
  given: { settings: Settings; today: string; portion: Portion },
): Promise<Found> {
  const { settings, today, portion } = given
  const { rows } = await db.query({
    text: statement,
    values: [
      today,
      filter.olderThanDays,
      filter.categoryIds,
      filter.memberIds,
      settings.reminderDays.split(',').map(Number),
      filter.step === undefined ? null : noticeSteps.indexOf(filter.step) + 1,
      filter.includeEnded,
      filter.minimum,
      noticeSteps,
      filter.stateIds,
      filter.chargeIds,
      portion.after ?? 0,
      portion.limit,
      portion.offset ?? 0,
    ],
  })
  const { alike, skipped, debtors } = rows[0] as Found
  return {
    alike,
    debtors,
    skipped: skipped.map((one) => ({ ...one, reasonLabel: skipReasons[one.reason] })),
  }
}

/** How many are passed over, by reason. */
export function skippedByReason(alike: readonly Alike[]) {
  return Object.entries(skipReasons).flatMap(([reason, reasonLabel]) => {
    const count = alike.reduce((sum, one) => sum + (one.skip === reason ? one.count : 0), 0)
    return count > 0 ? [{ reason: reason as SkipReason, reasonLabel, count }] : []
  })
}

const statement = `
  WITH reached AS (
    SELECT c.*, CASE WHEN $6::integer IS NOT NULL THEN $6::integer
      ELSE (SELECT count(*)::integer FROM unnest($5::integer[]) AS d (days) WHERE c.due_date + d.days <= $1::date) END AS step
    FROM unsettled_payments c WHERE c.status IN ('open', 'partial') AND ($2::integer IS NULL OR c.due_date <= $1::date - $2::integer)
      AND (cardinality($3::uuid[]) = 0 OR c.category_id = ANY($3::uuid[])) AND (cardinality($4::uuid[]) = 0 OR c.member_id = ANY($4::uuid[]))
      AND (cardinality($11::uuid[]) = 0 OR c.id = ANY($11::uuid[]))
      AND ($12::integer = 0 OR EXISTS (SELECT FROM members m WHERE m.id = c.member_id AND m.member_number > $12))),
  owing AS (
    SELECT member_id, array_agg(id ORDER BY due_date, id) AS ids, array_agg(step ORDER BY due_date, id) AS steps, sum(open_amount)::bigint AS total, max(step) AS step,
      bool_or(agreement_id IS NOT NULL) AS has_agreement
    FROM reached WHERE step > reminder_count GROUP BY member_id HAVING sum(open_amount) >= $8),
  judged AS MATERIALIZED (
    SELECT o.member_id, o.ids, o.steps, o.total, o.step, m.person_id, p.name, m.member_number, t.channel AS wanted, m.message_channel AS preferred,
      p.email IS NOT NULL AS has_email, p.mobile IS NOT NULL AS has_mobile, p.address IS NOT NULL AS has_address,
      CASE WHEN p.death_date IS NOT NULL OR lower(s.name) LIKE 'falecid%' THEN 'deceased'
        WHEN s.marks_end AND NOT $7 AND NOT s.id = ANY($10::uuid[]) THEN 'ended'
        WHEN o.has_agreement AND EXISTS (SELECT FROM payment_agreements a WHERE a.member_id = m.id AND a.state = 'active') THEN 'agreement'
        WHEN NOT t.enabled THEN 'switchedOff'
        WHEN CASE t.channel WHEN 'email' THEN p.email WHEN 'sms' THEN p.mobile WHEN 'letter' THEN p.address
          ELSE coalesce(p.email, p.mobile, p.address) END IS NULL THEN 'noAddress' END AS skip
    FROM owing o JOIN members m ON m.id = o.member_id JOIN people p ON p.id = m.person_id
      JOIN member_state_names s ON s.id = m.current_state_id JOIN message_settings t ON t.name = ($9::text[])[o.step]
    WHERE cardinality($10::uuid[]) = 0 OR s.id = ANY($10::uuid[])),
  alike AS (
    SELECT step, wanted, preferred, has_email AS "hasEmail", has_mobile AS "hasMobile", has_address AS "hasAddress", skip,
      count(*)::integer AS count, sum(total)::bigint AS total
    FROM judged GROUP BY 1, 2, 3, 4, 5, 6, 7),
  named AS (
    SELECT member_id AS "memberId", member_number AS "memberNumber", name, skip AS reason FROM (
      SELECT *, row_number() OVER (PARTITION BY skip ORDER BY member_number) AS place FROM judged WHERE skip IS NOT NULL) j
    WHERE place <= ${mostSkippedNamed} ORDER BY member_number),
  portion AS (
    SELECT member_id AS "memberId", person_id AS "personId", name, member_number AS "memberNumber", total, step,
      (SELECT json_agg(json_build_object('id', c.id, 'step', c.step)) FROM unnest(ids, steps) AS c (id, step)) AS charges
    FROM judged WHERE skip IS NULL ORDER BY member_number LIMIT $13 OFFSET $14)
  SELECT (SELECT coalesce(json_agg(alike), '[]') FROM alike) AS alike, (SELECT coalesce(json_agg(named), '[]') FROM named) AS skipped,
    (SELECT coalesce(json_agg(portion ORDER BY "memberNumber"), '[]') FROM portion) AS debtors`
