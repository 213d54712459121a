import type { TransactionKind } from '@agremia/resources/definitions/transaction-categories.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import { cashProblem } from '@agremia/resources/rules/legal-limits.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { inOrder } from '../database/transaction.ts'
import { execute, exists, many, maybeOne, prepared, raiseVersion, raw, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { getRecord } from '../rest/find-record.ts'
import { toJson } from '../rest/codec.ts'
import { euros } from '../rest/euros.ts'
import type { ActionCall, HookContext, Hooks } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import type { Closing } from '../settings/index.ts'
import { closedDayMessage, isClosed, lockClosing, requireOpen } from '../settings/index.ts'
import { numberInYear } from './counters.ts'
import { reverseTransactions } from './reverse.ts'
import { refreshDocuments } from './documents.ts'
import type { FieldMessages } from '../errors.ts'
import type { transactions } from '@agremia/resources/definitions/transactions.ts'

/** The part of a transaction for a cost centre; amount in cents. */
interface Split {
  costCenterId: string
  amount: Cents
}

/** The cost centres of a transaction with their parts in euros, null when it has at most one. */
export const splitsColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(SELECT json_agg(json_build_object('costCenterId', s.cost_center_id, 'amount', ${euros('s.amount')}) ORDER BY s.position, s.id)
    FROM transaction_splits s WHERE s.transaction_id = ${raw(alias)}.id AND ${raw(alias)}.cost_center_id IS NULL)`,
  toJson: toJson.json,
  shape: [{ costCenterId: 'uuid', amount: 'euros' }],
}

/**
 * The balance of the account after a transaction, in the order of dates: what the account has at the end of the month without what is later in it.
 */
export const accountBalanceColumn: ComputedColumn = {
  sql: (alias) => {
    const t = raw(alias)
    return sql`((SELECT a.opening_balance FROM treasury_accounts a WHERE a.id = ${t}.account_id)
      + (SELECT sum(x.effect) FROM transactions_totals x WHERE x.account_id = ${t}.account_id AND x.month <= ${t}.month)
      - coalesce((SELECT sum(x.effect) FROM transactions_by_day x WHERE x.account_id = ${t}.account_id AND x.date > ${t}.date
          AND x.date < ${t}.month + interval '1 month'), 0)
      - coalesce((SELECT sum(x.effect) FROM transactions x WHERE x.account_id = ${t}.account_id AND x.date = ${t}.date AND x.id > ${t}.id), 0))`
  },
  toJson: toJson.cents,
  shape: 'euros',
}

export const hasDocumentColumn: ComputedColumn = {
  sql: (alias) => sql`(${raw(alias)}.document_ids <> '{}')`,
  toJson: toJson.boolean,
}

export const hasCostCenterColumn: ComputedColumn = {
  sql: (alias) => sql`EXISTS (SELECT FROM transaction_splits s WHERE s.transaction_id = ${raw(alias)}.id)`,
  toJson: toJson.boolean,
}

/** Fields of the transaction of a commission that its round has too. */
const fixedByRound = ['kind', 'date', 'amount', 'accountId', 'toAccountId', 'method']
/** Fields of a transaction of a payment that can be changed. */
const changeableOfPayments = ['costCenterId', 'splits', 'documentIds', 'notes', 'valueDate']
/** Fields that say nothing of the money, and can be changed in closed years too. */
const changeableWhenClosed = ['documentIds', 'notes']
/** Fields that the bank's statement confirms. */
const reconciledFields = ['date', 'arrivalDate', 'amount', 'accountId', 'toAccountId']
/** Fields of a transfer that only its arrival has. */
const arrivalFields = ['arrivalDate', 'arrivalValueDate'] as const

export const transactionHooks: Hooks<typeof transactions, Split[], { number?: string }> = {
  async validate(context) {
    const { db, settings, isSaving } = context
    const reconciled = await reconciledProblems(context)
    // Nobody closes a year, or changes the opening of an account or the kind of a category, before the commit: that waits for this lock.
    const [closing, accounts, category, number] = await inOrder([
      isSaving ? lockClosing(db) : settings,
      storedAccountProblems(context),
      categoryProblem(context),
      isSaving
        ? numberInYear(context, 'transactions', { before: context.before?.date, date: context.merged.date })
        : undefined,
    ])
    const errors = {
      ...reconciled,
      ...changeProblems(context),
      ...dayProblem(context, closing),
      ...accountProblems(context),
      ...splitProblems(context),
      ...accounts,
      ...category,
    }
    const isValid = Object.keys(errors).length === 0
    return { errors, warnings: async () => (isValid ? amountWarnings(context) : {}), locked: number }
  },
  async beforeSave(context, locked) {
    const { db, set, merged } = context
    if (merged.categoryId == null) {
      const transfer = await maybeOne(
        db,
        sql`SELECT id FROM transaction_categories WHERE kind = 'transfer' ORDER BY "order", id LIMIT 1`,
        { id: 'uuid' },
      )
      set({ categoryId: transfer?.id })
    }
    const splits = splitsOf(context)
    if (splits.length > 1) set({ costCenterId: null })
    if (splits.length === 1) set({ costCenterId: splits[0]?.costCenterId })
    if (locked) set(locked)
    return splits
  },
  async afterSave(context, splits) {
    const { id, before, merged, plan } = context
    const documents = [...listOf(before?.documentIds), ...listOf(merged.documentIds)]
    const [, , , transaction] = await inOrder([
      splits.length > 0 || before ? writeSplits(context, splits) : undefined,
      merged.kind === 'transfer' ? writeArrival(context) : undefined,
      documents.length > 0 ? refreshDocuments(context, documents) : undefined,
      getRecord(context, plan, id),
    ])
    return transaction
  },
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** Errors of fields that this transaction does not let change. */
function changeProblems({ before, values }: HookContext<typeof transactions>): FieldMessages {
  if (!before) return {}
  const changed = Object.keys(values)
  const refuse = (names: string[], message: string): FieldMessages =>
    Object.fromEntries(names.map((name) => [name, [message]]))
  if (before.transferId !== null)
    return refuse(changed, 'É a entrada de uma transferência: altere a saída, que está na outra conta.')
  if (before.status !== 'registered')
    return refuse(
      changed.filter((name) => name !== 'notes'),
      before.status === 'reversal' ? 'Um estorno não se altera.' : 'Esta transação está anulada.',
    )
  if (before.refundId !== null)
    return refuse(
      changed.filter((name) => !changeableOfPayments.includes(name)),
      'Vem de crédito que foi devolvido: anule essa devolução e registe-a de novo.',
    )
  if (before.paymentId !== null)
    return refuse(
      changed.filter((name) => !changeableOfPayments.includes(name)),
      'Vem de um pagamento: anule o pagamento e registe-o de novo.',
    )
  if (before.roundId !== null) {
    const fixed = changed.filter((name) => fixedByRound.includes(name))
    if (fixed.length > 0)
      return refuse(fixed, 'É a comissão de uma ronda: anule o pagamento na ronda e registe-o de novo.')
  }
  return {}
}

const reconciledMessage = 'Já está conciliada com o banco: desfaça primeiro a conciliação.'

/** Whether the bank's statement has the transaction, or the arrival of a transfer. Locks both: nobody reconciles them meanwhile. */
async function isReconciled(db: Querying, id: string): Promise<boolean> {
  const rows = await many(
    db,
    sql`SELECT reconciled_on IS NOT NULL AS "isReconciled" FROM transactions WHERE id = ${id} OR transfer_id = ${id} ORDER BY id FOR NO KEY UPDATE`,
    { isReconciled: 'boolean' },
  )
  return rows.some((row) => row.isReconciled)
}

/** Errors of fields that the statement confirms. */
async function reconciledProblems({
  db,
  id,
  before,
  values,
}: HookContext<typeof transactions>): Promise<FieldMessages> {
  const fixed = before ? reconciledFields.filter((name) => name in values) : []
  return fixed.length > 0 && (await isReconciled(db, id))
    ? Object.fromEntries(fixed.map((name) => [name, [reconciledMessage]]))
    : {}
}

/** The error of a transaction in a closed year. */
function dayProblem(
  { before, merged, values }: HookContext<typeof transactions>,
  closing: Closing,
): FieldMessages {
  const isMoney = Object.keys(values).some((name) => !changeableWhenClosed.includes(name))
  if (before && !isMoney) return {}
  const isOfArrival =
    before !== undefined &&
    Object.keys(values).every((name) => [...arrivalFields, ...changeableWhenClosed].includes(name))
  const message = closedDayMessage(closing)
  const isIn = (dates: unknown[]) => dates.some((date) => typeof date === 'string' && isClosed(closing, date))
  if (!isOfArrival && isIn([before?.date, merged.date])) return { date: [message] }
  if (merged.kind === 'transfer' && isIn([before && arrivalOf(before), arrivalOf(merged)]))
    return { arrivalDate: [message] }
  return {}
}

/** The day of the arrival of a transfer. */
const arrivalOf = ({ date, arrivalDate }: Readonly<Record<string, unknown>>) => arrivalDate ?? date

function accountProblems({ merged }: HookContext<typeof transactions>): FieldMessages {
  const { kind, accountId, toAccountId, externalEntityId, memberId } = merged
  const errors: FieldMessages = {}
  if (kind === 'transfer' && toAccountId == null) errors['toAccountId'] = ['Indique a conta de destino.']
  else if (kind === 'transfer' && toAccountId === accountId)
    errors['toAccountId'] = ['A conta de destino é a mesma: escolha outra.']
  else if (kind !== 'transfer' && toAccountId != null)
    errors['toAccountId'] = ['Só uma transferência tem conta de destino.']
  for (const name of arrivalFields)
    if (kind !== 'transfer' && merged[name] != null)
      errors[name] = ['Só uma transferência tem dia de chegada.']
  if (externalEntityId != null && memberId != null)
    errors['memberId'] = ['Indique a entidade ou a pessoa, não as duas.']
  return errors
}

/** The division of a transaction, which one cost centre alone replaces. */
function divisionOf({ merged, values }: HookContext<typeof transactions>): Record<string, unknown>[] {
  const isReplaced = 'costCenterId' in values && !('splits' in values)
  return Array.isArray(merged.splits) && !isReplaced ? (merged.splits as Record<string, unknown>[]) : []
}

/** The parts of a transaction by cost centre: those of its division, or one of all the amount. */
function splitsOf(context: HookContext<typeof transactions>): Split[] {
  const { costCenterId, amount } = context.merged
  const given = divisionOf(context)
  if (given.length > 0)
    return given.map((split) => ({
      costCenterId: String(split['costCenterId']).toLowerCase(),
      amount: decimalToCents(Number(split['amount'])) ?? 0,
    }))
  return typeof costCenterId === 'string' ? [{ costCenterId, amount: Number(amount) }] : []
}

const maxSplits = 50

function splitProblems(context: HookContext<typeof transactions>): FieldMessages {
  const { merged } = context
  const given = divisionOf(context)
  if (given.length === 0) return {}
  const wrong = (message: string) => ({ splits: [message] })
  if (merged.kind === 'transfer') return wrong('Uma transferência não se divide por centros de custos.')
  if (given.length > maxSplits) return wrong(`No máximo ${maxSplits} centros de custos.`)
  const unknown = given.flatMap(Object.keys).find((name) => name !== 'costCenterId' && name !== 'amount')
  if (unknown !== undefined) return wrong(`Campo desconhecido numa linha: «${unknown.slice(0, 60)}».`)
  if (given.some(({ costCenterId }) => !isId(costCenterId)))
    return wrong('Escolha o centro de custos de cada linha.')
  const splits = splitsOf(context)
  if (splits.some(({ amount }) => amount <= 0)) return wrong('Indique o valor de cada linha, acima de zero.')
  if (new Set(splits.map(({ costCenterId }) => costCenterId)).size < splits.length)
    return wrong('O mesmo centro de custos está em duas linhas.')
  const total = splits.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Number(merged.amount)
  return total === amount
    ? {}
    : wrong(`As linhas somam ${formatAmount(total)}, e o valor é ${formatAmount(amount)}: têm de ser iguais.`)
}

/** Errors of an account that is not in use, unless the transaction has it already, and of a day before its opening balance. */
async function storedAccountProblems({
  db,
  merged,
  values,
  before,
}: HookContext<typeof transactions>): Promise<FieldMessages> {
  const { date, accountId, toAccountId } = merged
  if (before && !reconciledFields.some((name) => name in values)) return {}
  if (typeof date !== 'string' || typeof accountId !== 'string') return {}
  const accounts = await many(
    db,
    prepared(
      sql`SELECT id, name, active, opening_date AS "openingDate" FROM treasury_accounts WHERE id = ANY(${[accountId, toAccountId ?? accountId]}::uuid[])`,
    ),
    { id: 'uuid', name: 'text', active: 'boolean', openingDate: 'day' },
  )
  const errors: FieldMessages = {}
  for (const { id, name, active, openingDate } of accounts) {
    const field = id === accountId ? 'accountId' : 'toAccountId'
    if (!active && before?.[field] !== id)
      errors[field] = [`«${name}» não está em uso: escolha outra conta, ou volte a usá-la.`]
    if (openingDate > String(id === accountId ? date : arrivalOf(merged)))
      errors['date'] = [
        `«${name}» começa em ${formatDate(openingDate)}: o que é anterior está no saldo inicial.`,
      ]
  }
  return errors
}

async function categoryProblem({ db, merged }: HookContext<typeof transactions>): Promise<FieldMessages> {
  const { categoryId, kind, splits } = merged
  const errors: FieldMessages = {}
  if (typeof categoryId === 'string') {
    const category = await maybeOne(
      db,
      prepared(sql`SELECT kind FROM transaction_categories WHERE id = ${categoryId}`),
      { kind: 'text' },
    )
    if (category && category.kind !== kind)
      errors['categoryId'] = [
        `Esta categoria é de ${kindWords[category.kind as TransactionKind]}: escolha outra.`,
      ]
  } else if (kind !== 'transfer') errors['categoryId'] = ['Escolha a categoria.']
  const ids = (Array.isArray(splits) ? (splits as { costCenterId?: unknown }[]) : [])
    .map(({ costCenterId }) => costCenterId)
    .filter((id) => isId(id))
  if (ids.length > 0) {
    const known = await many(db, sql`SELECT id FROM cost_centers WHERE id = ANY(${ids}::uuid[])`, {
      id: 'uuid',
    })
    if (known.length < new Set(ids).size) errors['splits'] = ['Um dos centros de custos já não existe.']
  }
  return errors
}

/** Warnings of an amount that is not wrong, but unlikely. */
async function amountWarnings(context: HookContext<typeof transactions>): Promise<FieldMessages> {
  const found = await Promise.all([findTwin(context), cashWarning(context)])
  const warnings = found.filter((one) => one !== undefined)
  return warnings.length > 0 ? { amount: warnings } : {}
}

/** The warning of money that the law forbids to receive in cash; it is there already, so that it is no error. */
async function cashWarning({
  db,
  before,
  values,
  merged,
}: HookContext<typeof transactions>): Promise<string | undefined> {
  const { kind, method, date, amount, categoryId } = merged
  const isConcerned = ['method', 'date', 'amount', 'categoryId'].some((name) => name in values)
  if (kind !== 'income' || method !== 'cash' || (before && !isConcerned)) return undefined
  if (typeof date !== 'string' || typeof amount !== 'number' || typeof categoryId !== 'string')
    return undefined
  const isDonation = await exists(
    db,
    sql`SELECT FROM transaction_categories WHERE id = ${categoryId} AND purpose = 'donations'`,
  )
  return cashProblem({ date, amount, donated: isDonation ? amount : 0 })
}

const kindWords: Record<TransactionKind, string> = {
  income: 'receita',
  expense: 'despesa',
  transfer: 'transferência',
}

/** Days before and after within which two transactions of the same amount and account look like one. */
const twinDays = 3

/** The warning of a new transaction that looks like another one. */
async function findTwin({
  db,
  id,
  merged,
  before,
}: HookContext<typeof transactions>): Promise<string | undefined> {
  const { kind, date, amount, accountId, externalEntityId } = merged
  if (before || typeof date !== 'string' || typeof accountId !== 'string' || typeof amount !== 'number')
    return undefined
  const twin = await maybeOne(
    db,
    sql`SELECT number, date, description FROM transactions WHERE account_id = ${accountId} AND kind = ${kind}
        AND date BETWEEN ${addDays(date, -twinDays)}::date AND ${addDays(date, twinDays)}::date AND amount = ${amount}
        AND external_entity_id IS NOT DISTINCT FROM ${externalEntityId ?? null}::uuid AND status = 'registered' AND id <> ${id}
        AND transfer_id IS NULL AND payment_id IS NULL
      ORDER BY date, id LIMIT 1`,
    { number: 'text', date: 'day', description: 'text' },
  )
  return (
    twin &&
    `Parece a transação ${twin.number}, de ${formatDate(twin.date)}, «${twin.description}»: confirme que não é a mesma.`
  )
}

/** Replaces the parts of a transaction. */
async function writeSplits(
  { db, id, merged, changes }: HookContext<typeof transactions>,
  splits: readonly Split[],
): Promise<void> {
  changes.push({ resource: 'transactionSplits', action: 'updated', id, version: 1 })
  await execute(
    db,
    prepared(sql`WITH given AS (
        SELECT (part->>'costCenterId')::uuid AS center_id, (part->>'amount')::bigint AS amount, position
        FROM jsonb_array_elements(${JSON.stringify(splits)}::jsonb) WITH ORDINALITY AS g (part, position)),
      gone AS (DELETE FROM transaction_splits s WHERE s.transaction_id = ${id}::uuid
        AND s.cost_center_id NOT IN (SELECT center_id FROM given))
      INSERT INTO transaction_splits AS s (id, transaction_id, cost_center_id, date, kind, amount, position)
      SELECT new_id(), ${id}::uuid, center_id, ${merged.date}::date, ${merged.kind}, amount, position FROM given
      ON CONFLICT (transaction_id, cost_center_id) DO UPDATE SET date = excluded.date, kind = excluded.kind, amount = excluded.amount,
        position = excluded.position, ${raiseVersion('s')}`),
  )
}

/** Inserts or updates the arrival of a transfer, in the other account. */
async function writeArrival({ db, id, changes }: HookContext<typeof transactions>): Promise<void> {
  const rows = await many(
    db,
    sql`INSERT INTO transactions AS t (id, number, kind, date, description, amount, account_id, from_account_id, transfer_id, category_id,
        method, value_date, search_text)
      SELECT ${newId()}::uuid, number, kind, coalesce(arrival_date, date), description, amount, to_account_id, account_id, id, category_id, method,
        coalesce(arrival_value_date, CASE WHEN arrival_date IS NULL THEN value_date END), search_text
      FROM transactions WHERE id = ${id}
      ON CONFLICT (transfer_id) WHERE transfer_id IS NOT NULL DO UPDATE SET number = excluded.number, date = excluded.date,
        description = excluded.description, amount = excluded.amount, account_id = excluded.account_id, from_account_id = excluded.from_account_id,
        category_id = excluded.category_id, method = excluded.method, value_date = excluded.value_date, search_text = excluded.search_text,
        ${raiseVersion('t')}
      RETURNING t.id, t.version`,
    idAndVersion,
  )
  changes.push(...changesOf('transactions', 'updated', rows))
}

/**
 * Cancels a transaction: adds the reversal, on the same day or, when its year is closed, today. Both movements of a transfer, each on its day. Throws
 * 409 for those of payments, and when today is closed as well.
 */
export async function cancelTransaction(call: ActionCall<typeof transactions, 'cancel'>): Promise<undefined> {
  const { db, record, input, today } = call
  if (await isReconciled(db, record._id)) throw conflict(reconciledMessage)
  const closing = await lockClosing(db)
  const openDay = (date: unknown) => (isClosed(closing, String(date)) ? today : String(date))
  const day = openDay(record.date)
  await requireOpen(db, day)
  await reverseTransactions(call, {
    which: sql`t.id = ${record._id} OR t.transfer_id = ${record._id}`,
    day,
    arrivalDay: openDay(arrivalOf(record)),
    reason: input.reason,
  })
  await recordAudit(call, [
    {
      resource: 'transactions',
      id: record._id,
      action: 'cancel',
      changes: [
        { field: 'status', from: record.status, to: 'cancelled' },
        { field: 'cancelReason', from: null, to: input.reason },
      ],
    },
  ])
  const documents = listOf(record.documentIds)
  if (documents.length > 0) await refreshDocuments(call, documents)
  return undefined
}
