import type { MovedMethod } from '@agremia/resources/payment-methods.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { commissionOf } from '@agremia/resources/rules/commission.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, maybeOne, one, sql } from '../database/sql.ts'
import { closedSheetProblem } from '../dues/index.ts'
import { conflict, invalid } from '../errors.ts'
import { actionOf, performAction } from '../rest/actions.ts'
import { changeFields } from '../rest/change-fields.ts'
import type { ActionCall } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { closedMessage, isClosed, lockClosing, requireOpen } from '../settings/index.ts'
import { saveRecord } from '../rest/write.ts'
import { suitingFirst } from '../treasury/index.ts'
import type { rounds } from '@agremia/resources/definitions/rounds.ts'

/**
 * Brings a settlement in line with a visit that was corrected after a rule had stopped it: the difference and, unless it is paid, the commission.
 */
export async function correctSettlement(db: Querying, roundId: string): Promise<void> {
  const round = await one(
    db,
    sql`SELECT collected_amount AS collected, paid AS payments, commission_rate AS rate, amount_per_receipt AS "perPayment" FROM rounds WHERE id = ${roundId}`,
    { collected: 'cents', payments: 'integer', rate: 'cents', perPayment: 'cents' },
  )
  const commission = commissionOf(round)
  await execute(
    db,
    sql`UPDATE rounds SET difference = delivered_amount - collected_amount,
        difference_reason = CASE WHEN delivered_amount <> collected_amount THEN coalesce(difference_reason, 'Visita corrigida depois de prestadas as contas.') END,
        commission = CASE commission_status WHEN 'paid' THEN commission ELSE ${commission} END,
        commission_status = CASE WHEN commission_status = 'paid' THEN 'paid' WHEN ${commission} = 0 THEN 'none' ELSE 'due' END
      WHERE id = ${roundId}`,
  )
}

interface Paid {
  date: string
  method: MovedMethod
  /** Null: the account that receives the method. */
  accountId: string | null
  amount: Cents
}

/** Posts the commission of a round as an expense. Without an account of the treasury on that day, there is nothing to post to. */
export async function bookCommission(
  call: ActionCall<typeof rounds>,
  { date, method, accountId, amount }: Paid,
): Promise<void> {
  const { db, world, record } = call
  const account = await maybeOne(
    db,
    sql`SELECT a.id FROM treasury_accounts a WHERE ${accountId === null ? sql`a.active AND a.opening_date <= ${date}::date` : sql`a.id = ${accountId}::uuid`}
      ORDER BY ${suitingFirst(sql`${method}::text`)} LIMIT 1`,
    { id: 'uuid' },
  )
  if (!account) return
  const { categoryId, externalEntityId, collector } = await one(
    db,
    sql`SELECT (SELECT c.id FROM transaction_categories c WHERE c.purpose = 'fees' AND c.kind = 'expense' ORDER BY c."order", c.id LIMIT 1) AS "categoryId",
        k.external_entity_id AS "externalEntityId", k.name AS collector FROM collectors k WHERE k.id = ${record.collectorId}`,
    { categoryId: 'uuid', externalEntityId: 'uuid?', collector: 'text' },
  )
  await saveRecord(call, planOf(world, 'transactions'), {
    id: null,
    mode: 'create',
    input: {
      kind: 'expense',
      date,
      description: `Comissão de cobrança · ${collector} · Ronda ${record.number}`,
      amount: toEuros(amount),
      accountId: account.id,
      categoryId,
      externalEntityId,
      method,
    },
    given: { values: { roundId: record._id } },
  })
}

/** Pays the commission of a settled round. Throws 422 when the accounts or, in cash, the cash sheet of the day are closed. */
export async function payCommission(call: ActionCall<typeof rounds, 'payCommission'>): Promise<undefined> {
  const { db, record, input } = call
  const date = input.date
  const method = input.method
  const accountId = input.accountId
  if (date < String(record.settledOn)) throw invalid({ date: ['É antes da prestação de contas.'] })
  const closing = await lockClosing(db)
  const problem = isClosed(closing, date)
    ? `${closedMessage(closing)}: indique um dia posterior.`
    : method === 'cash'
      ? await closedSheetProblem(db, date)
      : undefined
  if (problem !== undefined) throw invalid({ date: [problem] })
  await bookCommission(call, { date, method, accountId, amount: toCents(record.commission) })
  await changeFields(call, { commissionStatus: 'paid', commissionPaidOn: date, commissionMethod: method })
  return undefined
}

/** Undoes the payment of a commission: its transaction is cancelled. Throws 409 when the accounts or the cash sheet of its day are closed. */
export async function undoCommission(call: ActionCall<typeof rounds, 'undoCommission'>): Promise<undefined> {
  const { db, world, record, input } = call
  const date = String(record.commissionPaidOn)
  await requireOpen(db, date)
  const problem = record.commissionMethod === 'cash' ? await closedSheetProblem(db, date) : undefined
  if (problem !== undefined) throw conflict(problem)
  const cancel = actionOf(world, 'transactions', 'cancel')
  const posted = await many(
    db,
    sql`SELECT id FROM transactions WHERE round_id = ${record._id} AND status = 'registered'`,
    { id: 'uuid' },
  )
  // The page of the transaction does not offer it: the round would not know.
  for (const { id } of posted) await performAction(call, { ...cancel, conditions: [] }, { id, input })
  await changeFields(call, { commissionStatus: 'due', commissionPaidOn: null, commissionMethod: null })
  return undefined
}
