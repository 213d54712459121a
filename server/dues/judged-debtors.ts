import type { Settings } from '@agremia/resources/definitions/settings.ts'
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

/** `judged`: those with a higher number than `after` of whom a step is due, each with `skip`, the reason or null. 12 values. */
export const judgedSql = `${pendingNoticesSql},
  reached AS (
    SELECT c.*, greatest(c.reminder_count, pending.step) AS told_step, CASE WHEN $6::integer IS NOT NULL THEN $6::integer
      ELSE (SELECT count(*)::integer FROM unnest($5::integer[]) AS d (days) WHERE c.due_date + d.days <= $1::date) END AS step
    FROM unsettled_payments c LEFT JOIN pending ON pending.id = c.id WHERE ${isOwed} AND ($2::integer IS NULL OR c.due_date <= $1::date - $2::integer)
      AND (cardinality($3::uuid[]) = 0 OR c.category_id = ANY($3::uuid[])) AND (cardinality($4::uuid[]) = 0 OR c.member_id = ANY($4::uuid[]))
      AND (cardinality($11::uuid[]) = 0 OR c.id = ANY($11::uuid[]))
      AND ($12::integer = 0 OR EXISTS (SELECT FROM members m WHERE m.id = c.member_id AND m.member_number > $12))),
  owing AS (
    SELECT member_id, array_agg(id ORDER BY due_date, id) AS ids, array_agg(step ORDER BY due_date, id) AS steps, sum(open_amount)::bigint AS total, max(step) AS step,
      bool_or(agreement_id IS NOT NULL) AS has_agreement
    FROM reached WHERE step > told_step GROUP BY member_id HAVING sum(open_amount) >= $8),
  judged AS MATERIALIZED (
    SELECT o.member_id, o.ids, o.steps, o.total, o.step, m.person_id, p.name, m.member_number, t.channel AS wanted, m.message_channel AS preferred,
      p.email IS NOT NULL AS has_email, p.mobile IS NOT NULL AS has_mobile, p.address IS NOT NULL AS has_address,
      CASE WHEN ${isDeceased} THEN 'deceased'
        WHEN p.do_not_contact THEN 'doNotContact'
        WHEN s.marks_end AND NOT $7 AND NOT s.id = ANY($10::uuid[]) THEN 'ended'
        WHEN o.has_agreement AND EXISTS (SELECT FROM payment_agreements a WHERE a.member_id = m.id AND a.state = 'active') THEN 'agreement'
        WHEN NOT t.enabled THEN 'switchedOff'
        WHEN CASE t.channel WHEN 'email' THEN p.email WHEN 'sms' THEN p.mobile WHEN 'letter' THEN p.address
          ELSE coalesce(p.email, p.mobile, p.address) END IS NULL THEN 'noAddress' END AS skip
    FROM owing o JOIN members m ON m.id = o.member_id JOIN people p ON p.id = m.person_id
      JOIN member_state_names s ON s.id = m.current_state_id JOIN message_settings t ON t.name = ($9::text[])[o.step]
    WHERE cardinality($10::uuid[]) = 0 OR s.id = ANY($10::uuid[]))`

export function judgedValues(
  filter: NoticeFilter,
  { settings, today, after }: { settings: Settings; today: string; after: number },
): unknown[] {
  return [
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
    after,
  ]
}
