import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import { isOwed } from './conditions.ts'
import { pendingNoticesSql } from './keep-notice.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { noticeSteps } from './notice-filter.ts'

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
