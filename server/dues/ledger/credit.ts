import { toEuros } from '@agremia/resources/rules/amount.ts'
import type { Sql } from '../../database/sql.ts'
import { many, one, raiseVersion, sql, raw } from '../../database/sql.ts'
import { conflict } from '../../errors.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf } from '../../rest/changes.ts'
import type { ActionCall } from '../../rest/modules.ts'
import { isOwed, isReceived, isUsed, statusSql } from './conditions.ts'
import { lockLedger, refreshLedger } from './ledger.ts'
import type { ComputedColumn } from '../../rest/plan.ts'
import { toJson } from '../../rest/codec.ts'

type CreditContext = Pick<Context, 'db' | 'today' | 'changes'>

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
      WITH left_over AS (
        SELECT i.member_id, i.payment_id, min(p.date) AS date, sum(i.amount) - coalesce((SELECT sum(u.amount)
          FROM credit_uses u WHERE u.payment_id = i.payment_id AND ${isUsed}), 0) AS amount
        FROM payment_items i JOIN payments p ON p.id = i.payment_id
        WHERE i.unsettled_payment_id IS NULL AND ${isReceived} AND i.member_id = ANY(${memberIds}::uuid[])
        GROUP BY i.member_id, i.payment_id),
      sources AS (
        SELECT member_id, payment_id, sum(amount) OVER one - amount AS "from", sum(amount) OVER one AS "to"
        FROM left_over WHERE amount > 0 WINDOW one AS (PARTITION BY member_id ORDER BY date, payment_id)),
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
export async function releaseCreditOf(
  { db, changes }: Pick<CreditContext, 'db' | 'changes'>,
  chargeIds: readonly string[],
): Promise<number> {
  return undoUses({ db, changes }, sql`unsettled_payment_id = ANY(${chargeIds}::uuid[])`)
}

/** Releases the credit that a generation of quotas used. Returns the released cents. */
export async function releaseCreditOfRun(
  { db, changes }: Pick<CreditContext, 'db' | 'changes'>,
  quotaRunId: string,
): Promise<number> {
  return undoUses({ db, changes }, sql`quota_run_id = ${quotaRunId}`)
}

/** Undoes the uses of credit that match the condition. Returns the released cents. */
async function undoUses(
  { db, changes }: Pick<CreditContext, 'db' | 'changes'>,
  condition: Sql,
): Promise<number> {
  const rows = await many(
    db,
    sql`
      WITH undone AS (
        UPDATE credit_uses u SET status = 'undone', ${raiseVersion('u')}
        WHERE ${isUsed} AND ${condition} RETURNING id, unsettled_payment_id, amount),
      back AS (SELECT unsettled_payment_id AS id, sum(amount) AS amount, array_agg(id) AS uses FROM undone GROUP BY unsettled_payment_id)
      UPDATE unsettled_payments c SET paid_amount = c.paid_amount - b.amount,
        status = ${statusSql(sql`c.paid_amount - b.amount`)}, ${raiseVersion('c')}
      FROM back b WHERE c.id = b.id RETURNING c.id, c.version, b.amount::bigint AS amount, b.uses`,
    { id: 'uuid', version: 'integer', amount: 'cents', uses: 'uuid[]' },
  )
  changes.push(...changesOf('creditUses', 'updated', usesOf(rows)))
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** Settles the member's charges with the member's credit, the oldest first. Throws 409 without credit or charges. */
export async function useCredit(call: ActionCall): Promise<undefined> {
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
