import type { BookingKind } from '@agremia/resources/definitions/bank-statements.ts'

import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { execute, exists, many, one, raiseVersion, raw, sql } from '../database/sql.ts'
import { ApiError, conflict, invalid } from '../errors.ts'
import { findAction, performAction } from '../rest/actions.ts'
import { changeFields } from '../rest/change-fields.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { toJson } from '../rest/codec.ts'
import { euros } from '../rest/euros.ts'
import type { ActionCall } from '../rest/modules.ts'
import '../payment-events.ts'
import { planOf, publish } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { saveRecord } from '../rest/write.ts'
import type { Suggestion } from './suggest.ts'

/** The transactions that a line was booked as. */
export const bookedColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(SELECT coalesce(json_agg(json_build_object('_id', x.id, 'number', x.number, 'description', x.description,
      'effect', ${euros('x.effect')}) ORDER BY x.number, x.id), '[]') FROM transactions x WHERE x.bank_line_id = ${raw(alias)}.id)`,
  toJson: toJson.json,
  shape: [{ _id: 'uuid', number: 'text', description: 'text', effect: 'euros' }],
}

/** What a line is booked as. */
interface Booking {
  kind: BookingKind
  transactionIds: string[]
  memberId: string | null
  chargeIds: string[]
  categoryId: string | null
  externalEntityId: string | null
  costCenterId: string | null
  documentIds: string[]
  description: string | null
  otherAccountId: string | null
}

/** The result of booking a line; party and category are kept for later lines with the same description. */
interface Made {
  ids: string[]
  hasCreated: boolean
  paymentId?: string
  memberId?: string | null
  externalEntityId?: string | null
  categoryId?: string | null
}

/** Books a line as the person says. Throws 409 when that is not possible any more, and 422 by field. */
export async function bookLine(call: ActionCall): Promise<undefined> {
  const { input } = call
  const textAt = (name: string) => (typeof input[name] === 'string' ? input[name] : null)
  const listAt = (name: string) => (Array.isArray(input[name]) ? input[name].map(String) : [])
  await book(call, {
    kind: String(input['kind']) as BookingKind,
    transactionIds: listAt('transactionIds'),
    memberId: textAt('memberId'),
    chargeIds: listAt('chargeIds'),
    categoryId: textAt('categoryId'),
    externalEntityId: textAt('externalEntityId'),
    costCenterId: textAt('costCenterId'),
    documentIds: listAt('documentIds'),
    description: textAt('description'),
    otherAccountId: textAt('otherAccountId'),
  })
  return undefined
}

/** Books a line as its first suggestion says. Throws 409 without one, or when it does not fit any more. */
export async function acceptSuggestion(call: ActionCall): Promise<undefined> {
  const [first] = (call.record['suggestions'] ?? []) as Suggestion[]
  if (!first) throw conflict('Não há sugestão para esta linha: diga o que é.')
  try {
    await book(call, {
      kind: first.kind,
      transactionIds: first.transactionIds ?? [],
      memberId: first.memberId ?? null,
      chargeIds: first.chargeIds ?? [],
      categoryId: first.categoryId ?? null,
      externalEntityId: first.externalEntityId ?? null,
      costCenterId: null,
      documentIds: first.documentIds ?? [],
      description: null,
      otherAccountId: first.otherAccountId ?? null,
    })
  } catch (error) {
    if (error instanceof ApiError && error.errors)
      throw conflict(Object.values(error.errors).flat().join(' '))
    throw error
  }
  return undefined
}

async function book(call: ActionCall, booking: Booking): Promise<void> {
  const { db, record, changes, today } = call
  const { kind } = booking
  const made = await makers[kind](call, booking)
  const rows = await many(
    db,
    sql`UPDATE transactions SET bank_line_id = ${record._id}, reconciled_on = ${today}, statement_ref = left(${statementRef(record)}, 60), ${raiseVersion()}
        WHERE id = ANY(${made.ids}::uuid[]) AND account_id = ${record['accountId']} AND reconciled_on IS NULL RETURNING id, version, effect`,
    { ...idAndVersion, effect: 'cents' },
  )
  const amount = toCents(record['amount'])
  const sum: Cents = rows.reduce((total, { effect }) => total + effect, 0)
  if (rows.length < made.ids.length || sum !== amount)
    throw conflict(
      `As transações somam ${formatAmount(sum)} e a linha é de ${formatAmount(amount)}: já não é a mesma coisa.`,
    )
  changes.push(...changesOf('transactions', 'updated', rows))
  await tellReconciled(call, rows, false)
  await execute(
    db,
    sql`UPDATE bank_lines SET has_created = ${made.hasCreated}, member_id = ${made.memberId ?? null}, external_entity_id = ${made.externalEntityId ?? null},
        category_id = ${made.categoryId ?? null} WHERE id = ${record._id}`,
  )
  await changeFields(call, {
    status: 'booked',
    kind,
    paymentId: made.paymentId ?? null,
    bookedByName: call.caller.name,
  })
}

/** Where a line is, for the transactions that it confirms. */
function statementRef(record: ActionCall['record']): string {
  return [record['statementLabel'], record['reference']].filter(Boolean).join(' · ')
}

type Maker = (call: ActionCall, booking: Booking) => Promise<Made>

const makers: Record<BookingKind, Maker> = {
  async transactions({ db, record }, { transactionIds }) {
    if (transactionIds.length === 0) throw invalid({ transactionIds: ['Escolha as transações.'] })
    const found = await many(
      db,
      sql`SELECT id, member_id AS "memberId", external_entity_id AS "externalEntityId", category_id AS "categoryId" FROM transactions
          WHERE id = ANY(${transactionIds}::uuid[]) AND account_id = ${record['accountId']} AND status = 'registered' AND reconciled_on IS NULL FOR NO KEY UPDATE`,
      { id: 'uuid', memberId: 'uuid?', externalEntityId: 'uuid?', categoryId: 'uuid' },
    )
    if (found.length < new Set(transactionIds).size)
      throw conflict('Uma das transações já foi conciliada ou anulada, ou é de outra conta.')
    const [first] = found
    return {
      ids: found.map(({ id }) => id),
      hasCreated: false,
      memberId: first?.memberId ?? null,
      externalEntityId: first?.externalEntityId ?? null,
    }
  },

  async payment(call, { memberId, chargeIds }) {
    const { db, record, engine } = call
    const amount = toCents(record['amount'])
    if (amount < 0) throw invalid({ kind: ['Esta linha é uma saída: um pagamento entra na conta.'] })
    if (memberId === null) throw invalid({ memberId: ['Escolha de quem é o pagamento.'] })
    const payment = await saveRecord(call, planOf(engine, 'payments'), {
      id: null,
      mode: 'create',
      input: {
        memberId,
        date: record['date'],
        dateConfirmed: true,
        amount: toEuros(amount),
        method: /mb ?way/i.test(String(record['description'])) ? 'mbway' : 'transfer',
        bankAccountId: record['accountId'],
        reference: String(record['reference'] ?? record['description']).slice(0, 100),
        ...(chargeIds.length > 0 && { items: chargeIds.map((id) => ({ unsettledPaymentId: id })) }),
      },
    })
    const posted = await many(
      db,
      sql`SELECT id FROM transactions WHERE payment_id = ${payment._id} AND account_id = ${record['accountId']}`,
      { id: 'uuid' },
    )
    return { ids: posted.map(({ id }) => id), hasCreated: true, paymentId: payment._id, memberId }
  },

  async entry(call, booking) {
    const { record, engine } = call
    const { categoryId, externalEntityId, memberId, costCenterId, documentIds, description } = booking
    const amount = toCents(record['amount'])
    if (categoryId === null) throw invalid({ categoryId: ['Escolha a categoria.'] })
    const transaction = await saveRecord(call, planOf(engine, 'transactions'), {
      id: null,
      mode: 'create',
      input: {
        kind: amount > 0 ? 'income' : 'expense',
        date: record['date'],
        valueDate: record['valueDate'],
        amount: toEuros(Math.abs(amount)),
        accountId: record['accountId'],
        categoryId,
        externalEntityId,
        memberId,
        costCenterId,
        documentIds,
        description: description ?? String(record['description']).slice(0, 250),
        method: 'transfer',
      },
    })
    return { ids: [transaction._id], hasCreated: true, memberId, externalEntityId, categoryId }
  },

  async transfer(call, { otherAccountId, description }) {
    const { db, record, engine } = call
    const amount = toCents(record['amount'])
    if (otherAccountId === null) throw invalid({ otherAccountId: ['Escolha a outra conta.'] })
    const [from, to] =
      amount > 0 ? [otherAccountId, record['accountId']] : [record['accountId'], otherAccountId]
    const transfer = await saveRecord(call, planOf(engine, 'transactions'), {
      id: null,
      mode: 'create',
      input: {
        kind: 'transfer',
        date: record['date'],
        valueDate: record['valueDate'],
        amount: toEuros(Math.abs(amount)),
        accountId: from,
        toAccountId: to,
        description: description ?? String(record['description']).slice(0, 250),
        method: 'transfer',
      },
    })
    const { id } = await one(
      db,
      sql`SELECT id FROM transactions WHERE (id = ${transfer._id} OR transfer_id = ${transfer._id}) AND account_id = ${record['accountId']}`,
      { id: 'uuid' },
    )
    return { ids: [id], hasCreated: true }
  },
}

/** Tells that transactions were reconciled or no longer are: payments follow. */
function tellReconciled(
  call: ActionCall,
  rows: readonly { id: string }[],
  isUndone: boolean,
): Promise<unknown> {
  return publish(call.engine, 'transactionsReconciled', {
    ...call,
    transactionIds: rows.map(({ id }) => id),
    isUndone,
  })
}

/**
 * Opens a line again: its transactions are no longer reconciled, and the payment or the transactions that were made with it are
 * cancelled, unless a person did that. Throws 409 when one cannot be, for example because its year is closed.
 */
export async function undoLine(call: ActionCall): Promise<undefined> {
  const { db, record, changes, engine } = call
  const { hasCreated } = await one(
    db,
    sql`SELECT has_created AS "hasCreated" FROM bank_lines WHERE id = ${record._id}`,
    { hasCreated: 'boolean' },
  )
  const rows = await many(
    db,
    sql`UPDATE transactions SET bank_line_id = NULL, reconciled_on = NULL, statement_ref = NULL, ${raiseVersion()}
        WHERE bank_line_id = ${record._id} RETURNING id, version, transfer_id AS "transferId"`,
    { ...idAndVersion, transferId: 'uuid?' },
  )
  changes.push(...changesOf('transactions', 'updated', rows))
  await tellReconciled(call, rows, true)
  const input = { reason: 'A conciliação com o banco foi desfeita.' }
  const cancel = async (resource: string, id: string) => {
    const action = findAction(engine, resource, 'cancel')
    if (action) await performAction(call, action, { id, input })
  }
  if (hasCreated && typeof record['paymentId'] === 'string') {
    const isThere = await exists(
      db,
      sql`SELECT FROM payments WHERE id = ${record['paymentId']} AND status <> 'cancelled'`,
    )
    if (isThere) await cancel('payments', record['paymentId'])
  } else if (hasCreated) for (const { id, transferId } of rows) await cancel('transactions', transferId ?? id)
  await execute(
    db,
    sql`UPDATE bank_lines SET has_created = false, member_id = NULL, external_entity_id = NULL, category_id = NULL WHERE id = ${record._id}`,
  )
  await changeFields(call, {
    status: 'open',
    kind: null,
    paymentId: null,
    bookedByName: null,
    ignoreReason: null,
  })
  return undefined
}
