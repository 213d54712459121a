import { isId } from '@agremia/resources/coerce.ts'
import type { BookingKind, PartKind, bankLines } from '@agremia/resources/definitions/bank-statements.ts'
import { bookingKinds, linePartShape } from '@agremia/resources/definitions/bank-statements.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { decimalToCents, formatAmount, toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { execute, jsonOf, many, one, raiseVersion, raw, sql } from '../database/sql.ts'
import { lockLedger } from '../dues/index.ts'
import { ApiError, conflict, invalid } from '../errors.ts'
import { actionOf, performAction } from '../rest/actions.ts'
import type { Change } from '../rest/change.ts'
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

/** What a line, or a part of it, is booked as. */
interface Booking {
  kind: BookingKind
  /** With the sign of the line. */
  amount: Cents
  transactionIds: string[]
  memberId: string | null
  chargeIds: string[]
  categoryId: string | null
  externalEntityId: string | null
  costCenterId: string | null
  documentIds: string[]
  description: string | null
  otherAccountId: string | null
  parts: Booking[]
}

/** The result of booking a line; party and category are kept for later lines with the same description. */
interface Made {
  ids: string[]
  /** Those of the transactions that did not exist before. */
  createdIds: string[]
  paymentId?: string | null
  memberId?: string | null
  externalEntityId?: string | null
  categoryId?: string | null
}

/** More is a mistake. */
const maxParts = 100

/** Books a line as the person says. Throws 409 when that is not possible any more, and 422 by field. */
export async function bookLine(call: ActionCall<typeof bankLines, 'book'>): Promise<undefined> {
  await book(call, readBooking(call.input, toCents(call.record.amount)))
  return undefined
}

/** Books a line as its first suggestion, which is sure, says. Throws 409 when it does not fit any more. */
export async function acceptSuggestion(call: ActionCall<typeof bankLines, 'accept'>): Promise<undefined> {
  const [first] = (call.record.suggestions ?? []) as Suggestion[]
  if (!first) throw conflict('Não há sugestão para esta linha: diga o que é.')
  try {
    await book(call, readBooking({ ...first }, toCents(call.record.amount)))
  } catch (error) {
    if (error instanceof ApiError && error.errors)
      throw conflict(Object.values(error.errors).flat().join(' '))
    throw error
  }
  return undefined
}

function readBooking(input: Record<string, unknown>, amount: Cents): Booking {
  const textAt = (name: string) => (typeof input[name] === 'string' ? input[name] : null)
  const listAt = (name: string) => (Array.isArray(input[name]) ? input[name].map(String) : [])
  const kind = String(input.kind) as BookingKind
  return {
    kind,
    amount,
    transactionIds: listAt('transactionIds'),
    memberId: textAt('memberId'),
    chargeIds: listAt('chargeIds'),
    categoryId: textAt('categoryId'),
    externalEntityId: textAt('externalEntityId'),
    costCenterId: textAt('costCenterId'),
    documentIds: listAt('documentIds'),
    description: textAt('description'),
    otherAccountId: textAt('otherAccountId'),
    parts: kind === 'parts' ? readParts(input.parts) : [],
  }
}

/** The parts of a line. Throws 422 on `parts`. */
function readParts(given: unknown): Booking[] {
  const wrong = (message: string) => invalid({ parts: [message] })
  if (!Array.isArray(given) || given.length < 2) throw wrong('Indique pelo menos duas partes.')
  if (given.length > maxParts) throw wrong(`No máximo ${maxParts} partes.`)
  return (given as Record<string, unknown>[]).map((part, index) => {
    const at = (message: string) => wrong(`Parte ${index + 1}: ${message}`)
    const { kind, amount, ...others } = part
    if (!isPartKind(kind)) throw at('indique o que é.')
    const unknown = Object.keys(others).find((name) => !(`${name}?` in linePartShape))
    if (unknown !== undefined) throw at(`não há o campo «${unknown.slice(0, 40)}».`)
    for (const [name, value] of Object.entries(others)) {
      const values = name.endsWith('Ids') ? value : [value]
      if (value === null || value === undefined) continue
      if (
        !Array.isArray(values) ||
        !values.every((one) =>
          name === 'description' ? typeof one === 'string' && one.length <= 250 : isId(one),
        )
      )
        throw at(`o campo «${name}» não é válido.`)
    }
    if (kind === 'transactions') return readBooking(part, 0)
    const cents = typeof amount === 'number' ? decimalToCents(amount) : undefined
    if (cents === undefined || cents === 0) throw at('indique o valor.')
    return readBooking(part, cents)
  })
}

const isPartKind = (kind: unknown): kind is PartKind =>
  typeof kind === 'string' && kind !== 'parts' && Object.hasOwn(bookingKinds, kind)

/** Invalidates lists of accounts, which show their balances. */
const otherBalances: Change = { resource: 'treasuryAccounts', action: 'updated', id: '', version: 0 }

async function book(call: ActionCall<typeof bankLines>, booking: Booking): Promise<void> {
  const { db, record, changes, today } = call
  const { kind } = booking
  const made = await makers[kind](call, booking)
  const rows = await many(
    db,
    sql`UPDATE transactions SET bank_line_id = ${record._id}, reconciled_on = ${today}, statement_ref = left(${statementRef(record)}, 60), ${raiseVersion()}
        WHERE id = ANY(${made.ids}::uuid[]) AND account_id = ${record.accountId} AND reconciled_on IS NULL RETURNING id, version, effect`,
    { ...idAndVersion, effect: 'cents' },
  )
  const amount = toCents(record.amount)
  const sum: Cents = rows.reduce((total, { effect }) => total + effect, 0)
  if (rows.length < made.ids.length || sum !== amount)
    throw conflict(
      `As transações somam ${formatAmount(sum)} e a linha é de ${formatAmount(amount)}: já não é a mesma coisa.`,
    )
  changes.push(...changesOf('transactions', 'updated', rows))
  if (made.createdIds.length > 0) changes.push(otherBalances)
  await tellReconciled(call, rows, false)
  await execute(
    db,
    sql`UPDATE bank_lines SET created_ids = ${made.createdIds}::uuid[], member_id = ${made.memberId ?? null}, external_entity_id = ${made.externalEntityId ?? null},
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
function statementRef(record: ActionCall<typeof bankLines>['record']): string {
  return [record.statementLabel, record.reference].filter(Boolean).join(' · ')
}

type Maker = (call: ActionCall<typeof bankLines>, booking: Booking) => Promise<Made>

const makers: Record<BookingKind, Maker> = {
  async transactions({ db, record }, { transactionIds }) {
    if (transactionIds.length === 0) throw invalid({ transactionIds: ['Escolha as transações.'] })
    const found = await many(
      db,
      sql`SELECT id, member_id AS "memberId", external_entity_id AS "externalEntityId", category_id AS "categoryId" FROM transactions
          WHERE id = ANY(${transactionIds}::uuid[]) AND account_id = ${record.accountId} AND status = 'registered' AND reconciled_on IS NULL FOR NO KEY UPDATE`,
      { id: 'uuid', memberId: 'uuid?', externalEntityId: 'uuid?', categoryId: 'uuid' },
    )
    if (found.length < new Set(transactionIds).size)
      throw conflict('Uma das transações já foi conciliada ou anulada, ou é de outra conta.')
    const [first] = found
    return {
      ids: found.map(({ id }) => id),
      createdIds: [],
      memberId: first?.memberId ?? null,
      externalEntityId: first?.externalEntityId ?? null,
    }
  },

  async payment(call, { memberId, chargeIds, amount }) {
    const { db, record, world } = call
    if (amount < 0) throw invalid({ kind: ['É uma saída: um pagamento entra na conta.'] })
    if (memberId === null) throw invalid({ memberId: ['Escolha de quem é o pagamento.'] })
    const payment = await saveRecord(call, planOf(world, 'payments'), {
      id: null,
      mode: 'create',
      input: {
        memberId,
        date: record.date,
        dateConfirmed: true,
        amount: toEuros(amount),
        method: /mb ?way/i.test(record.description) ? 'mbway' : 'transfer',
        bankAccountId: record.accountId,
        reference: String(record.reference ?? record.description).slice(0, 100),
        ...(chargeIds.length > 0 && { items: chargeIds.map((id) => ({ unsettledPaymentId: id })) }),
      },
    })
    const posted = await many(
      db,
      sql`SELECT id FROM transactions WHERE payment_id = ${payment._id} AND account_id = ${record.accountId}`,
      { id: 'uuid' },
    )
    const ids = posted.map(({ id }) => id)
    return { ids, createdIds: ids, paymentId: payment._id, memberId }
  },

  async entry(call, booking) {
    const { record, world } = call
    const { amount, categoryId, externalEntityId, memberId, costCenterId, documentIds, description } = booking
    if (categoryId === null) throw invalid({ categoryId: ['Escolha a categoria.'] })
    const transaction = await saveRecord(call, planOf(world, 'transactions'), {
      id: null,
      mode: 'create',
      input: {
        kind: amount > 0 ? 'income' : 'expense',
        date: record.date,
        valueDate: record.valueDate,
        amount: toEuros(Math.abs(amount)),
        accountId: record.accountId,
        categoryId,
        externalEntityId,
        memberId,
        costCenterId,
        documentIds,
        description: description ?? record.description.slice(0, 250),
        method: 'transfer',
      },
    })
    const ids = [transaction._id]
    return { ids, createdIds: ids, memberId, externalEntityId, categoryId }
  },

  async transfer(call, { amount, otherAccountId, description }) {
    const { db, record, world } = call
    if (otherAccountId === null) throw invalid({ otherAccountId: ['Escolha a outra conta.'] })
    const [from, to] = amount > 0 ? [otherAccountId, record.accountId] : [record.accountId, otherAccountId]
    const transfer = await saveRecord(call, planOf(world, 'transactions'), {
      id: null,
      mode: 'create',
      input: {
        kind: 'transfer',
        date: record.date,
        valueDate: record.valueDate,
        amount: toEuros(Math.abs(amount)),
        accountId: from,
        toAccountId: to,
        description: description ?? record.description.slice(0, 250),
        method: 'transfer',
      },
    })
    const { id } = await one(
      db,
      sql`SELECT id FROM transactions WHERE (id = ${transfer._id} OR transfer_id = ${transfer._id}) AND account_id = ${record.accountId}`,
      { id: 'uuid' },
    )
    return { ids: [id], createdIds: [id] }
  },

  async parts(call, { parts }) {
    const { db } = call
    // All at once: locking one ledger after the numbers of receipts would wait in a circle with other payments.
    const charged = await many(
      db,
      sql`SELECT DISTINCT member_id AS id FROM unsettled_payments WHERE id = ANY(${parts.flatMap(({ chargeIds }) => chargeIds)}::uuid[])`,
      { id: 'uuid' },
    )
    await lockLedger(db, [...charged.map(({ id }) => id), ...parts.flatMap(({ memberId }) => memberId ?? [])])
    const made: Made[] = []
    for (const [index, part] of parts.entries())
      try {
        made.push(await makers[part.kind](call, part))
      } catch (error) {
        if (!(error instanceof ApiError) || !error.errors) throw error
        throw invalid({ parts: [`Parte ${index + 1}: ${Object.values(error.errors).flat().join(' ')}`] })
      }
    // Kept where all parts have the same, so that a line of several members teaches of none.
    const common = <Value>(of: (one: Made) => Value) => {
      const values = new Set(made.map(of))
      return values.size === 1 ? [...values][0] : null
    }
    return {
      ids: made.flatMap(({ ids }) => ids),
      createdIds: made.flatMap(({ createdIds }) => createdIds),
      memberId: common(({ memberId }) => memberId ?? null) ?? null,
      externalEntityId: common(({ externalEntityId }) => externalEntityId ?? null) ?? null,
    }
  },
}

/** Tells that transactions were reconciled or no longer are: payments follow. */
function tellReconciled(
  call: ActionCall<typeof bankLines>,
  rows: readonly { id: string }[],
  isUndone: boolean,
): Promise<unknown> {
  return publish(call.world, 'transactionsReconciled', {
    ...call,
    transactionIds: rows.map(({ id }) => id),
    isUndone,
  })
}

/**
 * Opens a line again: its transactions are no longer reconciled, and the payment or the transactions that were made with it are
 * cancelled, unless a person did that. Throws 409 when one cannot be, for example because its year is closed.
 */
export async function undoLine(call: ActionCall<typeof bankLines, 'undo'>): Promise<undefined> {
  const { db, record, changes, world } = call
  const members = await many(
    db,
    sql`SELECT DISTINCT i.member_id AS id FROM transactions t JOIN payment_items i ON i.payment_id = t.payment_id WHERE t.bank_line_id = ${record._id}`,
    { id: 'uuid' },
  )
  await lockLedger(
    db,
    members.map(({ id }) => id),
  )
  const { createdIds } = await one(
    db,
    sql`SELECT to_json(created_ids) AS "createdIds" FROM bank_lines WHERE id = ${record._id}`,
    { createdIds: jsonOf<string[]>() },
  )
  const rows = await many(
    db,
    sql`UPDATE transactions SET bank_line_id = NULL, reconciled_on = NULL, statement_ref = NULL, ${raiseVersion()}
        WHERE bank_line_id = ${record._id} RETURNING id, version, transfer_id AS "transferId", payment_id AS "paymentId"`,
    { ...idAndVersion, transferId: 'uuid?', paymentId: 'uuid?' },
  )
  changes.push(...changesOf('transactions', 'updated', rows))
  await tellReconciled(call, rows, true)
  const input = { reason: 'A conciliação com o banco foi desfeita.' }
  const cancel = async (resource: string, id: string) => {
    await performAction(call, actionOf(world, resource, 'cancel'), { id, input })
  }
  const created = rows.filter(({ id }) => createdIds.includes(id))
  if (created.length > 0) changes.push(otherBalances)
  const paymentIds = [...new Set(created.flatMap(({ paymentId }) => paymentId ?? []))]
  const payments = await many(
    db,
    sql`SELECT id FROM payments WHERE id = ANY(${paymentIds}::uuid[]) AND status <> 'cancelled' ORDER BY id`,
    { id: 'uuid' },
  )
  for (const { id } of payments) await cancel('payments', id)
  for (const { id, transferId, paymentId } of created)
    if (paymentId === null) await cancel('transactions', transferId ?? id)
  await execute(
    db,
    sql`UPDATE bank_lines SET created_ids = '{}', member_id = NULL, external_entity_id = NULL, category_id = NULL WHERE id = ${record._id}`,
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
