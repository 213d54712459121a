import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import type { Sql } from '../../database/sql.ts'
import { many, raiseVersion, sql } from '../../database/sql.ts'
import { conflict } from '../../errors.ts'
import type { AuditEntry } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import { isOwed, statusSql } from '../ledger/conditions.ts'
import type { Context } from '../../rest/modules.ts'

type Writing = Pick<Context, 'db' | 'changes'>

/** SQL of the amounts that a payment settled, by charge, as `back (id, amount)`. */
const settledSql = (paymentId: string): Sql => sql`back AS (
  SELECT unsettled_payment_id AS id, sum(amount) AS amount FROM payment_items
  WHERE payment_id = ${paymentId} AND unsettled_payment_id IS NOT NULL GROUP BY unsettled_payment_id)`

interface Reopening {
  paymentId: string
  /** Whether the charge `c`, of which the payment settled `b.amount`, is cancelled instead: nobody owed it before. */
  isEnded: Sql
  /** Why these are cancelled. */
  reason: string
}

/** Reopens what a payment settled. Needs the ledgers locked. Returns the audit entries of the cancelled charges. */
export async function reopenCharges(
  { db, changes }: Writing,
  { paymentId, isEnded, reason }: Reopening,
): Promise<AuditEntry[]> {
  const rows = await many(
    db,
    sql`WITH ${settledSql(paymentId)},
           assessed AS (SELECT b.id, b.amount, c.status AS before, coalesce(${isEnded}, false) AS ends FROM back b JOIN unsettled_payments c ON c.id = b.id)
           UPDATE unsettled_payments c SET paid_amount = c.paid_amount - j.amount,
             status = CASE WHEN j.ends THEN 'cancelled' ELSE ${statusSql(sql`c.paid_amount - j.amount`)} END,
             cancelled_by = CASE WHEN j.ends THEN 'payment' ELSE c.cancelled_by END,
             cancel_reason = CASE WHEN j.ends THEN ${reason} ELSE c.cancel_reason END, ${raiseVersion('c')}
           FROM assessed j WHERE c.id = j.id RETURNING c.id, c.version, j.before, j.ends`,
    { id: 'uuid', version: 'integer', before: 'text', ends: 'boolean' },
  )
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
  return rows
    .filter(({ ends }) => ends)
    .map(({ id, before }) => ({
      resource: 'unsettledPayments',
      id,
      action: 'cancel',
      changes: [{ field: 'status', from: before, to: 'cancelled' }],
    }))
}

/**
 * Settles again what a returned payment had settled, with the charges that the return cancelled. Needs the ledgers locked. Throws 409
 * when something else paid, waived or cancelled one of them since.
 */
export async function settleAgain({ db, changes }: Writing, paymentId: string): Promise<void> {
  const endedByReturn = sql`c.status = 'cancelled' AND c.cancelled_by = 'payment' AND c.charged_with_id = ${paymentId}`
  const rows = await many(
    db,
    sql`WITH ${settledSql(paymentId)}
      SELECT c.description, c.status, c.open_amount AS open FROM back b JOIN unsettled_payments c ON c.id = b.id
      WHERE NOT (${isOwed} AND c.open_amount >= b.amount) AND NOT (${endedByReturn}) ORDER BY c.due_date, c.id LIMIT 1`,
    { description: 'text', status: 'text', open: 'cents' },
  )
  const [first] = rows
  if (first) throw conflict(problemOf(first))
  const settled = await many(
    db,
    sql`WITH ${settledSql(paymentId)}
      UPDATE unsettled_payments c SET paid_amount = c.paid_amount + b.amount, status = ${statusSql(sql`c.paid_amount + b.amount`)},
        cancelled_by = NULL, cancel_reason = NULL, ${raiseVersion('c')}
      FROM back b WHERE c.id = b.id RETURNING c.id, c.version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', settled))
}

function problemOf({
  description,
  status,
  open,
}: {
  description: string
  status: string
  open: Cents
}): string {
  if (status === 'cancelled' || status === 'exempt')
    return `«${description}» está ${status === 'exempt' ? 'isenta' : 'anulada'}: reponha-a primeiro.`
  const left = open > 0 ? `só faltam ${formatAmount(open)}` : 'já foi paga'
  return `«${description}»: ${left}. Anule primeiro o outro pagamento.`
}

/** Changes the state of a payment, and with it that of its items. */
export async function changeStatus({ db, changes }: Writing, paymentId: string, sets: Sql): Promise<void> {
  await changeStatuses({ db, changes }, sql`p.id = ${paymentId}::uuid`, sets)
}

/** Changes the state of the payments `p` that match the condition, and of their items. Returns their ids. */
export async function changeStatuses({ db, changes }: Writing, which: Sql, sets: Sql): Promise<string[]> {
  const payments = await many(
    db,
    sql`UPDATE payments p SET ${sets}, ${raiseVersion('p')} WHERE ${which} RETURNING id, version`,
    idAndVersion,
  )
  const ids = payments.map(({ id }) => id)
  const items = await many(
    db,
    sql`UPDATE payment_items i SET status = p.status, ${raiseVersion('i')} FROM payments p
      WHERE i.payment_id = p.id AND p.id = ANY(${ids}::uuid[]) RETURNING i.id, i.version`,
    idAndVersion,
  )
  changes.push(...changesOf('payments', 'updated', payments), ...changesOf('paymentItems', 'updated', items))
  return ids
}
