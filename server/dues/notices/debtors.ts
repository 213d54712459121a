import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Querying } from '../../database/querying.ts'
import { inline, many, sql, jsonOf, one } from '../../database/sql.ts'
import type { NoticeFilter } from './notice-filter.ts'
import type { Sql, RowOf } from '../../database/sql.ts'
import { isDeceased } from '../../deceased.ts'
import { isAgreed, isOwed } from '../ledger/conditions.ts'
import { pendingNoticesSql } from './charge-notices.ts'
import { moneyUnderWay } from './under-way.ts'
import { noticeSteps, readNoticeFilter } from './notice-filter.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { LeftOutGroup, LeftOutMember } from '../../left-out.ts'
import { namedInPreview } from '../../left-out.ts'
import type { World } from '../../rest/modules.ts'
import type { ReachedCharge } from './charge-notices.ts'

/** Why a member with a due step gets no notice. */
export const skipReasons = {
  ended: 'Já saiu',
  deceased: 'Faleceu',
  doNotContact: 'Pediu para não ser contactado',
  toReconcile: 'Tem um pagamento por conciliar',
  mbway: 'Tem um pedido MB WAY à espera',
  debit: 'Tem um débito direto no banco',
  agreement: 'Só deve o que está num acordo de pagamento em curso',
  switchedOff: 'A mensagem está desligada nas configurações',
  noAddress: 'Sem contacto para onde enviar',
} as const
export type SkipReason = keyof typeof skipReasons

interface NoticeContext {
  settings: Settings
  today: string
}

/**
 * Common table expressions that end with `assessed`: the members with a due step, each with `skip`, the skip reason or null. Charges in
 * an active agreement get no notice; a member who has no others is skipped.
 */
export function assessedSql(filter: NoticeFilter, { settings, today }: NoticeContext): Sql {
  const { olderThanDays, categoryIds, memberIds, chargeIds, stateIds } = filter
  const reminderDays = settings.reminderDays.split(',').map(Number)
  const step = filter.step === undefined ? null : noticeSteps.indexOf(filter.step) + 1
  return sql`${pendingNoticesSql(memberIds)},
    reached AS (
      SELECT c.*, greatest(c.reminder_count, pending.step) AS noticed_step, ${isAgreed()} AS is_agreed, CASE WHEN ${step}::integer IS NOT NULL THEN ${step}::integer
        ELSE (SELECT count(*)::integer FROM unnest(${reminderDays}::integer[]) AS d (days) WHERE c.due_date + d.days <= ${today}::date) END AS step
      FROM unsettled_payments c LEFT JOIN pending ON pending.id = c.id
      WHERE ${isOwed} AND (${olderThanDays}::integer IS NULL OR c.due_date <= ${today}::date - ${olderThanDays}::integer)
        AND (cardinality(${categoryIds}::uuid[]) = 0 OR c.category_id = ANY(${categoryIds}::uuid[])) AND (cardinality(${memberIds}::uuid[]) = 0 OR c.member_id = ANY(${memberIds}::uuid[]))
        AND (cardinality(${chargeIds}::uuid[]) = 0 OR c.id = ANY(${chargeIds}::uuid[]))),
    owing AS (
      SELECT member_id, array_agg(id ORDER BY due_date, id) AS ids, array_agg(step ORDER BY due_date, id) AS steps, sum(open_amount)::bigint AS total, max(step) AS step,
        is_agreed
      FROM (SELECT *, bool_and(is_agreed) OVER (PARTITION BY member_id) AS is_all_agreed FROM reached WHERE step > noticed_step) r
      WHERE is_agreed = is_all_agreed GROUP BY member_id, is_agreed HAVING sum(open_amount) >= ${filter.minimum}),
    assessed AS MATERIALIZED (
      SELECT o.member_id, o.ids, o.steps, o.total, o.step, m.person_id, p.name, m.member_number, s.marks_end AS has_ended, t.channel AS event_channel, m.message_channel AS preferred,
        p.email IS NOT NULL AS has_email, p.mobile IS NOT NULL AS has_mobile, p.address IS NOT NULL AS has_address,
        CASE WHEN ${isDeceased} THEN 'deceased'
          WHEN p.do_not_contact THEN 'doNotContact'
          WHEN s.marks_end AND NOT ${filter.includeEnded}::boolean AND NOT s.id = ANY(${stateIds}::uuid[]) THEN 'ended'
          WHEN ${moneyUnderWay} IS NOT NULL THEN ${moneyUnderWay}
          WHEN o.is_agreed THEN 'agreement'
          WHEN NOT t.enabled THEN 'switchedOff'
          WHEN CASE t.channel WHEN 'email' THEN p.email WHEN 'sms' THEN p.mobile WHEN 'letter' THEN p.address
            ELSE coalesce(p.email, p.mobile, p.address) END IS NULL THEN 'noAddress' END AS skip
      FROM owing o JOIN members m ON m.id = o.member_id JOIN people p ON p.id = m.person_id
        JOIN member_state_names s ON s.id = m.current_state_id JOIN message_settings t ON t.name = (${noticeSteps}::text[])[o.step]
      WHERE cardinality(${stateIds}::uuid[]) = 0 OR s.id = ANY(${stateIds}::uuid[]))`
}

/** A member with due notice steps, who gets one message about all of them. */
export interface Debtor {
  memberId: string
  personId: string
  name: string
  memberNumber: number
  /** Whether the member has left. */
  hasEnded: boolean
  /** Each with its own due step. */
  charges: ReachedCharge[]
  total: Cents
  /** The highest step of the charges; it decides which message is sent. */
  step: number
}

/** Number and total of the debtors with the same step, channels and skip reason. */
interface DebtorGroup {
  step: number
  eventChannel: EventChannel
  preferred: 'email' | 'sms' | 'letter' | null
  hasEmail: boolean
  hasMobile: boolean
  hasAddress: boolean
  skip: SkipReason | null
  count: number
  total: Cents
}

interface Skipped extends LeftOutMember {
  reason: SkipReason
  reasonLabel: string
}

type Debtors = RowOf<typeof debtorsShape>
const debtorsShape = {
  groups: jsonOf<DebtorGroup[]>(),
  /** The first members of each skip reason. */
  skipped: jsonOf<Skipped[]>(),
  /** The debtors of the page, by member number. */
  debtors: jsonOf<Debtor[]>(),
} as const

interface Page {
  limit: number
  offset?: number
}

/** Finds the members with a due notice step, in one statement: a page of them, groups of all, and skipped members. */
export async function findDebtors(
  db: Querying,
  filter: NoticeFilter,
  options: { settings: Settings; today: string; page: Page },
): Promise<Debtors> {
  const { settings, today, page } = options
  const { limit, offset = 0 } = page
  const { groups, skipped, debtors } = await one(
    db,
    sql`
  WITH ${assessedSql(filter, { settings, today })},
  groups AS (
    SELECT step, event_channel AS "eventChannel", preferred, has_email AS "hasEmail", has_mobile AS "hasMobile", has_address AS "hasAddress", skip,
      count(*)::integer AS count, sum(total)::bigint AS total
    FROM assessed GROUP BY 1, 2, 3, 4, 5, 6, 7),
  named AS (
    SELECT member_id AS "memberId", member_number AS "memberNumber", name, skip AS reason FROM (
      SELECT *, row_number() OVER (PARTITION BY skip ORDER BY member_number) AS place FROM assessed WHERE skip IS NOT NULL) j
    WHERE place <= ${inline(namedInPreview)} ORDER BY member_number),
  page AS (
    SELECT member_id AS "memberId", person_id AS "personId", name, member_number AS "memberNumber", has_ended AS "hasEnded", total, step,
      (SELECT json_agg(json_build_object('id', c.id, 'step', c.step)) FROM unnest(ids, steps) AS c (id, step)) AS charges
    FROM assessed WHERE skip IS NULL ORDER BY member_number LIMIT ${limit} OFFSET ${offset})
  SELECT (SELECT coalesce(json_agg(groups), '[]') FROM groups) AS groups, (SELECT coalesce(json_agg(named), '[]') FROM named) AS skipped,
    (SELECT coalesce(json_agg(page ORDER BY "memberNumber"), '[]') FROM page) AS debtors`,
    debtorsShape,
  )
  return {
    groups,
    debtors,
    skipped: skipped.map((one) => ({ ...one, reasonLabel: skipReasons[one.reason] })),
  }
}

/**
 * Locks the ledgers of the debtors, in one statement (ordered, to avoid deadlocks), and returns those who still owe, with the
 * charges that are still open.
 */
export async function lockDebtors(db: Tx, debtors: readonly Debtor[]): Promise<Debtor[]> {
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

/** The skipped members by reason. */
export function leftOutGroups(groups: readonly DebtorGroup[], skipped: readonly Skipped[]): LeftOutGroup[] {
  return Object.entries(skipReasons).flatMap(([reason, reasonLabel]) => {
    const count = groups.reduce((sum, one) => sum + (one.skip === reason ? one.count : 0), 0)
    const first = skipped
      .filter((one) => one.reason === reason)
      .map(({ memberId, memberNumber, name }) => ({ memberId, memberNumber, name }))
    return count > 0 ? [{ reason, reasonLabel, count, first }] : []
  })
}

/** Returns how many members the notices would go to if they were sent now. */
export async function countDueNotices({ database, organisation }: World): Promise<number> {
  const { groups } = await findDebtors(database.pool, readNoticeFilter({}), {
    settings: await organisation.settings(),
    today: await organisation.today(),
    page: { limit: 0 },
  })
  return groups.reduce((sum, { skip, count }) => (skip === null ? sum + count : sum), 0)
}
