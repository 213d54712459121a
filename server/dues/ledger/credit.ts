import type { Cents } from '@agremia/resources/rules/amount.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import type { Sql } from '../../database/sql.ts'
import { many, one, raiseVersion, sql, raw } from '../../database/sql.ts'
import { conflict } from '../../errors.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf } from '../../rest/changes.ts'
import type { ActionCall, Context } from '../../rest/modules.ts'
import { isOwed, isReceived, isUsed, statusSql } from './conditions.ts'
import { lockLedger, refreshLedger } from './ledger.ts'
import type { ComputedColumn } from '../../rest/plan.ts'
import { toJson } from '../../rest/codec.ts'
import type { members } from '@agremia/resources/definitions/members.ts'

type CreditContext = Pick<Context, 'db' | 'today' | 'changes'>

/** SQL of the credit of these members, as `sources`: each payment that has some, the oldest first, with its place in cents. */
const sourcesSql = (memberIds: readonly string[]): Sql => sql`left_over AS (
        SELECT i.member_id, i.payment_id, min(p.date) AS date, sum(i.amount) - coalesce((SELECT sum(u.amount)
          FROM credit_uses u WHERE u.payment_id = i.payment_id AND ${isUsed}), 0) AS amount
        FROM payment_items i JOIN payments p ON p.id = i.payment_id
        WHERE i.unsettled_payment_id IS NULL AND ${isReceived} AND i.member_id = ANY(${memberIds}::uuid[])
        GROUP BY i.member_id, i.payment_id),
      sources AS (
        SELECT member_id, payment_id, sum(amount) OVER one - amount AS "from", sum(amount) OVER one AS "to"
        FROM left_over WHERE amount > 0 WINDOW one AS (PARTITION BY member_id ORDER BY date, payment_id))`

/**
 * Settles charges of these members with their credit, in one statement: the oldest charges with the oldest credit. Needs the ledger
 * locked; the caller refreshes the balances. Returns the cents used, and `onRun`, the part that settled quotas of the generation.
 */
export async function consumeCredit(
  { db, today, changes }: CreditContext,
  memberIds: readonly string[],
  quotaRunId: string | null = null,
): Promise<{ used: number; onRun: number }> {
  const settled = await many(
    db,
    sql`
      WITH ${sourcesSql(memberIds)},
      targets AS (
        SELECT id, member_id, sum(open_amount) OVER one - open_amount AS "from", sum(open_amount) OVER one AS "to"
        FROM unsettled_payments c WHERE ${isOwed} AND member_id IN (SELECT member_id FROM sources)
        WINDOW one AS (PARTITION BY member_id ORDER BY due_date, type <> 'joia', id)),
      uses AS (
        INSERT INTO credit_uses (id, member_id, payment_id, unsettled_payment_id, date, amount, quota_run_id)
        SELECT new_id(), s.member_id, s.payment_id, t.id, ${today}::date, least(s."to", t."to") - greatest(s."from", t."from"), ${quotaRunId}::uuid
        FROM sources s JOIN targets t ON t.member_id = s.member_id
        WHERE least(s."to", t."to") > greatest(s."from", t."from")
        RETURNING id, unsettled_payment_id, amount),
      settled AS (SELECT unsettled_payment_id AS id, sum(amount) AS amount, array_agg(id) AS uses FROM uses GROUP BY unsettled_payment_id)
      UPDATE unsettled_payments c SET paid_amount = c.paid_amount + s.amount,
        status = ${statusSql(sql`c.paid_amount + s.amount`)}, ${raiseVersion('c')}
      FROM settled s WHERE c.id = s.id RETURNING c.id, c.version, s.amount::bigint AS amount, c.quota_run_id AS run, s.uses`,
    { id: 'uuid', version: 'integer', amount: 'cents', run: 'uuid?', uses: 'uuid[]' },
  )
  const sumOf = (some: typeof settled) => some.reduce((sum, { amount }) => sum + amount, 0)
  changes.push(...changesOf('creditUses', 'created', usesOf(settled)))
  changes.push(...changesOf('unsettledPayments', 'updated', settled))
  const onRun = settled.filter(({ run }) => quotaRunId !== null && run === quotaRunId)
  return { used: sumOf(settled), onRun: sumOf(onRun) }
}

/** Uses of credit, whose versions nobody compares: they are never edited. */
function usesOf(charges: readonly { uses: readonly string[] }[]) {
  return charges.flatMap(({ uses }) => uses.map((id) => ({ id, version: 0 })))
}

/** Releases the credit that settled these charges, whose open amount increases. Returns the released cents. */
export async function releaseCreditOf(context: CreditContext, chargeIds: readonly string[]): Promise<number> {
  const { released } = await undoUses(context, sql`unsettled_payment_id = ANY(${chargeIds}::uuid[])`)
  return released
}

/** Releases the credit that a generation of quotas used. Returns the released cents. */
export async function releaseCreditOfRun(context: CreditContext, quotaRunId: string): Promise<number> {
  const { released } = await undoUses(context, sql`quota_run_id = ${quotaRunId}`)
  return released
}

/**
 * Undoes the uses of credit `u` that match the condition, from `day` on, and notes what undid them, for `restoreUses`. Needs the ledgers locked.
 * Returns the cents that charges owe again (`released`), and those of refunds, which nothing covers any more.
 */
export async function undoUses(
  { db, today, changes }: CreditContext,
  condition: Sql,
  { undoneBy = null, day = today }: { undoneBy?: 'leaving' | 'return' | null; day?: string } = {},
): Promise<{ released: Cents; refunded: Cents }> {
  const rows = await many(
    db,
    sql`
      WITH undone AS (
        UPDATE credit_uses u SET status = 'undone', undone_by = ${undoneBy}, undone_on = ${day}::date, ${raiseVersion('u')}
        WHERE ${isUsed} AND ${condition} RETURNING id, unsettled_payment_id, amount),
      back AS (SELECT unsettled_payment_id AS id, sum(amount) AS amount FROM undone WHERE unsettled_payment_id IS NOT NULL GROUP BY 1),
      owed AS (
        UPDATE unsettled_payments c SET paid_amount = c.paid_amount - b.amount,
          status = ${statusSql(sql`c.paid_amount - b.amount`)}, ${raiseVersion('c')}
        FROM back b WHERE c.id = b.id RETURNING c.id, c.version)
      SELECT u.id, u.amount, o.id AS "chargeId", o.version FROM undone u LEFT JOIN owed o ON o.id = u.unsettled_payment_id`,
    { id: 'uuid', amount: 'cents', chargeId: 'uuid?', version: 'integer?' },
  )
  announceUses(changes, rows)
  const sumOf = (some: typeof rows) => some.reduce((sum, { amount }) => sum + amount, 0)
  return {
    released: sumOf(rows.filter(({ chargeId }) => chargeId !== null)),
    refunded: sumOf(rows.filter(({ chargeId }) => chargeId === null)),
  }
}

/**
 * Restores uses of credit that were undone and match the condition, as far as their payments still have the credit and their charges
 * still owe it; the rest stays credit. Needs the ledgers locked.
 */
export async function restoreUses(
  { db, changes }: Pick<CreditContext, 'db' | 'changes'>,
  condition: Sql,
): Promise<void> {
  const rows = await many(
    db,
    sql`
      WITH fitting AS MATERIALIZED (
        SELECT u.id, u.unsettled_payment_id, u.amount,
          sum(u.amount) OVER (PARTITION BY u.payment_id ORDER BY u.refund_id IS NULL, u.id) <= l.amount
            AND (c.id IS NULL OR sum(u.amount) OVER (PARTITION BY u.unsettled_payment_id ORDER BY u.id) <= c.open_amount) AS fits
        FROM credit_uses u JOIN payments p ON p.id = u.payment_id LEFT JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
        CROSS JOIN LATERAL (SELECT CASE WHEN ${isReceived} THEN
          coalesce((SELECT sum(i.amount) FROM payment_items i WHERE i.payment_id = p.id AND i.unsettled_payment_id IS NULL), 0)
          - coalesce((SELECT sum(o.amount) FROM credit_uses o WHERE o.payment_id = p.id AND o.status = 'active'), 0) ELSE 0 END AS amount) l
        WHERE u.status = 'undone' AND ${condition}),
      restored AS (
        UPDATE credit_uses u SET status = CASE WHEN f.fits THEN 'active' ELSE 'undone' END, undone_by = NULL,
          undone_on = CASE WHEN NOT f.fits THEN u.undone_on END, ${raiseVersion('u')}
        FROM fitting f WHERE u.id = f.id RETURNING u.id),
      used AS (SELECT unsettled_payment_id AS id, sum(amount) AS amount FROM fitting WHERE fits AND unsettled_payment_id IS NOT NULL GROUP BY 1),
      settled AS (
        UPDATE unsettled_payments c SET paid_amount = c.paid_amount + s.amount,
          status = ${statusSql(sql`c.paid_amount + s.amount`)}, ${raiseVersion('c')}
        FROM used s WHERE c.id = s.id RETURNING c.id, c.version)
      SELECT f.id, s.id AS "chargeId", s.version FROM fitting f JOIN restored USING (id) LEFT JOIN settled s ON s.id = f.unsettled_payment_id`,
    { id: 'uuid', chargeId: 'uuid?', version: 'integer?' },
  )
  announceUses(changes, rows)
}

/** Announces changed uses and their charges. */
function announceUses(
  changes: CreditContext['changes'],
  rows: readonly { id: string; chargeId: string | null; version: number | null }[],
): void {
  const charges = new Map(
    rows.flatMap(({ chargeId, version }) => (chargeId === null ? [] : [[chargeId, version ?? 0]])),
  )
  changes.push(...changesOf('creditUses', 'updated', usesOf([{ uses: rows.map(({ id }) => id) }])))
  changes.push(
    ...changesOf(
      'unsettledPayments',
      'updated',
      [...charges].map(([id, version]) => ({ id, version })),
    ),
  )
}

/** Gives credit of a member back, the oldest first: uses of it by the refund. Needs the ledger locked, and so much credit. */
export async function giveCreditBack(
  { db, today, changes }: CreditContext,
  { memberId, refundId, amount }: { memberId: string; refundId: string; amount: Cents },
): Promise<void> {
  const rows = await many(
    db,
    sql`
      WITH ${sourcesSql([memberId])}
      INSERT INTO credit_uses (id, member_id, payment_id, refund_id, date, amount)
      SELECT new_id(), member_id, payment_id, ${refundId}::uuid, ${today}::date, least("to", ${amount}::bigint) - "from"
      FROM sources WHERE "from" < ${amount}::bigint RETURNING id`,
    { id: 'uuid' },
  )
  changes.push(...changesOf('creditUses', 'created', usesOf([{ uses: rows.map(({ id }) => id) }])))
}

/** Settles the member's charges with the member's credit, the oldest first. Throws 409 without credit or charges. */
export async function useCredit(call: ActionCall<typeof members, 'useCredit'>): Promise<undefined> {
  const { db, record } = call
  const chosen = [record._id]
  await lockLedger(db, chosen)
  const { used } = await consumeCredit(call, chosen)
  if (used === 0) throw conflict('Não há crédito, ou não há dívidas a que o aplicar.')
  await refreshLedger(call, chosen)
  const { credit: left } = await one(db, sql`SELECT credit FROM member_balances WHERE id = ${record._id}`, {
    credit: 'cents',
  })
  const change = { field: 'credit', from: toEuros(left + used), to: toEuros(left) }
  await recordAudit(call, [{ resource: 'members', id: record._id, action: 'useCredit', changes: [change] }])
  return undefined
}

/** Whether credit settled some of the charge, so that it can be released. */
export const usesCreditColumn: ComputedColumn = {
  sql: (alias) =>
    sql`EXISTS (SELECT 1 FROM credit_uses u WHERE u.unsettled_payment_id = ${raw(alias)}.id AND ${isUsed})`,
  toJson: toJson.boolean,
}
