import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Querying } from '../../database/querying.ts'
import { empty, inline, many, sql, jsonOf, one } from '../../database/sql.ts'
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

/** Why a member gets no notice. The last four are only of chosen members and charges. */
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
  notYet: 'Ainda não é altura',
  waiting: 'Tem um aviso por sair',
  noticed: 'Já recebeu este aviso',
  belowMinimum: 'Deve menos do que a dívida mínima',
  settled: 'Já nada deve do que foi escolhido',
} as const
export type SkipReason = keyof typeof skipReasons

interface NoticeContext {
  settings: Settings
  today: string
  /** SQL of the charges that the filter's `debts` selects (`selectedCharges`). */
  selected?: Sql | undefined
}

/** SQL: what else is known about why a row of `assessed` is skipped. */
export const skipNote = sql`'próximo aviso a ' || to_char(next_on, 'DD/MM/YYYY')`

/**
 * Common table expressions that end with `assessed`: the members with a due step, and all who were chosen, each with `skip`, the skip reason
 * or null. Charges in an active agreement get no notice; a member who has no others is skipped.
 */
export function assessedSql(filter: NoticeFilter, { settings, today, selected }: NoticeContext): Sql {
  const { memberIds, chargeIds } = filter
  const isNamed = memberIds.length + chargeIds.length > 0
  const reminderDays = settings.reminderDays.split(',').map(Number)
  const step = filter.step === undefined ? null : noticeSteps.indexOf(filter.step) + 1
  return sql`${pendingNoticesSql(memberIds)},
    reached AS (
      SELECT c.*, pending.step AS pending_step, greatest(c.reminder_count, pending.step) AS noticed_step, ${isAgreed()} AS is_agreed, CASE WHEN ${step}::integer IS NOT NULL THEN ${step}::integer
        ELSE (SELECT count(*)::integer FROM unnest(${reminderDays}::integer[]) AS d (days) WHERE c.due_date + d.days <= ${today}::date) END AS step
      FROM unsettled_payments c LEFT JOIN pending ON pending.id = c.id
      WHERE ${isOwed} ${selected ? sql`AND c.id IN (${selected})` : empty}
        AND (cardinality(${memberIds}::uuid[]) = 0 OR c.member_id = ANY(${memberIds}::uuid[]))
        AND (cardinality(${chargeIds}::uuid[]) = 0 OR c.id = ANY(${chargeIds}::uuid[]))),
    due AS (
      SELECT member_id, array_agg(id ORDER BY due_date, id) AS ids, array_agg(step ORDER BY due_date, id) AS steps, sum(open_amount)::bigint AS total, max(step) AS step,
        is_agreed
      FROM (SELECT *, bool_and(is_agreed) OVER (PARTITION BY member_id) AS is_all_agreed FROM reached WHERE step > noticed_step) r
      WHERE is_agreed = is_all_agreed GROUP BY member_id, is_agreed),
    owing AS (
      SELECT *, NULL::text AS hindrance, NULL::date AS next_on FROM due WHERE total >= ${filter.minimum}
      ${isNamed || selected ? sql`UNION ALL ${hinderedSql(filter, { reminderDays, isSelected: selected !== undefined })}` : empty}),
    assessed AS MATERIALIZED (
      SELECT o.member_id, o.ids, o.steps, o.total, o.step, m.person_id, p.name, m.member_number, s.marks_end AS has_ended, t.channel AS event_channel, m.message_channel AS preferred,
        p.email IS NOT NULL AS has_email, p.mobile IS NOT NULL AS has_mobile, p.address IS NOT NULL AS has_address, o.next_on,
        CASE WHEN ${isDeceased} THEN 'deceased'
          WHEN p.do_not_contact THEN 'doNotContact'
          WHEN s.marks_end AND NOT ${filter.includeEnded}::boolean AND NOT s.id = ANY(${filter.stateIds}::uuid[]) THEN 'ended'
          WHEN o.hindrance IS NOT NULL THEN o.hindrance
          WHEN ${moneyUnderWay} IS NOT NULL THEN ${moneyUnderWay}
          WHEN o.is_agreed THEN 'agreement'
          WHEN NOT t.enabled THEN 'switchedOff'
          WHEN CASE t.channel WHEN 'email' THEN p.email WHEN 'sms' THEN p.mobile WHEN 'letter' THEN p.address
            ELSE coalesce(p.email, p.mobile, p.address) END IS NULL THEN 'noAddress' END AS skip
      FROM owing o JOIN members m ON m.id = o.member_id JOIN people p ON p.id = m.person_id
        JOIN member_state_names s ON s.id = m.current_state_id JOIN message_settings t ON t.name = (${noticeSteps}::text[])[o.step])`
}

/** SQL of the chosen members without a due step, or who owe too little, as rows of `owing` with the reason. */
function hinderedSql(
  { memberIds, chargeIds, minimum, step }: NoticeFilter,
  { reminderDays, isSelected }: { reminderDays: readonly number[]; isSelected: boolean },
): Sql {
  const nextDay =
    step === undefined
      ? sql`(${reminderDays}::integer[])[greatest(r.step, r.noticed_step) + 1]`
      : sql`NULL::integer`
  // A selection also has charges that were paid long ago: only who was named is said to owe nothing.
  const named = isSelected
    ? empty
    : sql`UNION SELECT member_id FROM unsettled_payments WHERE id = ANY(${chargeIds}::uuid[])
            AND (cardinality(${memberIds}::uuid[]) = 0 OR member_id = ANY(${memberIds}::uuid[]))
          ${chargeIds.length === 0 ? sql`UNION SELECT unnest(${memberIds}::uuid[])` : empty}`
  return sql`
      SELECT w.member_id, '{}', '{}', coalesce(h.total, 0), 1, false, CASE
          WHEN d.member_id IS NOT NULL THEN 'belowMinimum' WHEN h.member_id IS NULL THEN 'settled'
          WHEN h.is_waiting THEN 'waiting' WHEN h.next_on IS NOT NULL THEN 'notYet' ELSE 'noticed' END,
        CASE WHEN d.member_id IS NULL AND NOT h.is_waiting THEN h.next_on END
      FROM (SELECT member_id FROM reached ${named}) w LEFT JOIN due d ON d.member_id = w.member_id
        LEFT JOIN (
          SELECT r.member_id, sum(r.open_amount)::bigint AS total, coalesce(bool_or(r.pending_step >= r.step), false) AS is_waiting,
            min(r.due_date + ${nextDay}) AS next_on
          FROM reached r GROUP BY r.member_id) h ON h.member_id = w.member_id
      WHERE d.member_id IS NULL OR d.total < ${minimum}`
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
  { page, ...context }: NoticeContext & { page: Page },
): Promise<Debtors> {
  const { limit, offset = 0 } = page
  const { groups, skipped, debtors } = await one(
    db,
    sql`
  WITH ${assessedSql(filter, context)},
  groups AS (
    SELECT step, event_channel AS "eventChannel", preferred, has_email AS "hasEmail", has_mobile AS "hasMobile", has_address AS "hasAddress", skip,
      count(*)::integer AS count, sum(total)::bigint AS total
    FROM assessed GROUP BY 1, 2, 3, 4, 5, 6, 7),
  named AS (
    SELECT member_id AS "memberId", member_number AS "memberNumber", name, skip AS reason, ${skipNote} AS note FROM (
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
      .map(({ memberId, memberNumber, name, note }) => ({ memberId, memberNumber, name, note }))
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
