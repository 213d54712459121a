import { inOrder } from '../../database/transaction.ts'
import type { payments } from '@agremia/resources/definitions/payments.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { coerce, isId } from '@agremia/resources/coerce.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { Line as AllocatedLine, Settleable } from '@agremia/resources/rules/allocate.ts'
import { allocate, sortBySettlement } from '@agremia/resources/rules/allocate.ts'
import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { aboveZero } from '@agremia/resources/validate.ts'
import { cashProblem } from '@agremia/resources/rules/legal-limits.ts'
import { v7 as newId } from 'uuid'
import { many, prepared, raiseVersion, sql, textOf } from '../../database/sql.ts'
import { refuseRestrictedPayment } from '../../erased.ts'
import { invalid, withErrors } from '../../errors.ts'
import { isAnnounced } from '../../messages/index.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import { getRecord } from '../../rest/find-record.ts'
import '../../payment-events.ts'
import type { Context, HookContext, Hooks, SaveContext } from '../../rest/modules.ts'
import { publish } from '../../rest/modules.ts'
import { isOwed, statusSql } from '../ledger/conditions.ts'
import { closedDayWarning } from './cash-sheets.ts'
import type { Closing, LockedClosing } from '../../settings/index.ts'
import { closedMessage, isClosed, lockClosing } from '../../settings/index.ts'
import {
  isNewLine,
  checkNewLines,
  createCharges,
  invalidItems,
  memberOfLine,
  newLinesOf,
} from './charge-with-payment.ts'
import { lockLedger, lockLedgerFirst, lockLedgerOfYear, refreshLedger } from '../ledger/ledger.ts'
import { nextReceipt, receiptSql } from './receipts.ts'
import { dateFindings } from './payment-dates.ts'
import type { Change } from '../../rest/change.ts'
import type { FieldMessages } from '../../errors.ts'

/** A charge with an open amount; amounts in cents. */
interface OpenCharge extends Settleable {
  type: ChargeType
  memberId: string
  description: string
  year: number | null
  period: string | null
  openAmount: Cents
  /** Whether it is part of a payment agreement. */
  isAgreed: boolean
}

type Line = AllocatedLine<OpenCharge>
type Allocation = ReturnType<typeof allocate<OpenCharge>>

/** A part of a new payment: of a charge, or credit, which has no type. Amount in cents. */
interface Item extends Pick<OpenCharge, 'id' | 'memberId' | 'description' | 'year' | 'period'> {
  type: ChargeType | null
  chargeId: string | null
  amount: Cents
}

/** What a new payment settles. */
interface Settlement {
  items: Item[]
  /** Whether it settles charges of agreements. */
  hasAgreements: boolean
  /** Ids of the charges created with the payment. */
  createdCharges: string[]
  basis: Basis
}

/** A payment settles charges and gets a receipt number in one transaction. Later, only notes and reference can change. */
export const paymentHooks: Hooks<typeof payments, Settlement | undefined, Basis> = {
  beforeLock: lockLedgerFirst(
    (id) => sql`SELECT member_id AS id FROM payment_items WHERE payment_id = ${id}::uuid`,
  ),
  async validate(context) {
    if (context.before) return undefined
    // Charges of new lines are created first, by `beforeSave`.
    const mayLock = context.isSaving && !itemsIn(context.merged.items)?.some(isNewLine)
    const members = mayLock ? await membersOf(context) : []
    const [{ errors, warnings }, basis] = await Promise.all([
      dateFindings(context),
      withErrors<OpenBasis>(mayLock ? lockBasis(context, members) : basisOf(context)),
    ])
    const { fee, amount } = context.merged
    const isFeeTooHigh = typeof fee === 'number' && typeof amount === 'number' && fee >= amount
    return {
      errors: {
        ...errors,
        ...basis.errors,
        ...(isFeeTooHigh && { fee: ['É menos do que o valor do pagamento.'] }),
        ...basisProblems(context, basis.value ?? { closing: context.settings, lines: [] }),
      },
      warnings: async () => {
        const afterClosing = await dayWarning(context)
        return {
          ...warnings,
          ...(afterClosing.length > 0 && { date: [...(warnings['date'] ?? []), ...afterClosing] }),
        }
      },
      locked: mayLock ? (basis.value as Basis | undefined) : undefined,
    }
  },
  async beforeSave(context, locked) {
    const { db, before, set, merged, caller } = context
    if (before) {
      await refuseRestrictedPayment(db, { memberId: before.memberId, caller })
      return undefined
    }
    const { basis, createdCharges } = locked
      ? { basis: locked, createdCharges: [] }
      : await createBasis(context)
    const { lines, receipt } = basis
    const allocation = shareOut(merged.amount, lines)
    const settled = itemsOf(allocation, merged.memberId)
    set(
      { ...receipt, receivedBy: merged.receivedBy ?? caller.name },
      { receipt: await receiptSql(context, merged.memberId, settled) },
    )
    const hasAgreements = allocation.lines.some(({ charge }) => charge.isAgreed)
    return { items: settled, hasAgreements, createdCharges, basis }
  },
  async afterSave(context, settlement) {
    if (!settlement) return 'unchanged'
    const { db, id, plan, merged, changes } = context
    const { items, hasAgreements, basis } = settlement
    const exemptYears = basis.isStripOfYear ? 'kept' : 'read'
    const members = [...new Set([merged.memberId, ...items.map(({ memberId }) => memberId)])]
    const [rows, isTold, , , payment] = await inOrder([
      writeItems(context, settlement),
      isAnnounced(db, 'paymentReceived'),
      refreshLedger(context, members, { hasAgreements, exemptYears }),
      publish(context.world, 'paymentRegistered', {
        ...context,
        paymentId: id,
        date: merged.date,
        treasurySince: basis.closing.treasurySince,
      }),
      getRecord(context, plan, id),
    ])
    changes.push(...changesOf('unsettledPayments', 'updated', rows))
    changes.push({ resource: 'paymentItems', action: 'created', id, version: 1 })
    if (isTold && !context.isOfThePast) await context.world.jobs.add(db, 'receipts', [{ data: { id } }])
    return payment
  },
}

/** What a payment depends on. */
interface OpenBasis {
  closing: Closing
  lines: readonly Line[]
}

/** The same under locks. */
interface Basis extends OpenBasis {
  /** Whether the stored strips of quota years are of this year. */
  isStripOfYear: boolean
  closing: LockedClosing
  receipt: Awaited<ReturnType<typeof nextReceipt>>
}

/** Without locks, and with only the lines that the request names. */
async function basisOf(context: HookContext<typeof payments>): Promise<OpenBasis> {
  return { closing: context.settings, lines: (await readItems(context)) ?? [] }
}

/** Under locks until the commit, first of the ledgers of these members. */
async function lockBasis(
  context: SaveContext<typeof payments>,
  memberIds: readonly string[],
): Promise<Basis> {
  const [isStripOfYear, closing, lines, receipt] = await inOrder([
    lockLedgerOfYear(context, memberIds),
    lockClosing(context.db),
    chosenLines(context),
    nextReceipt(context, context.merged.date),
  ])
  return { isStripOfYear, closing, lines, receipt }
}

/** Creates the charges of new lines, under locks until the commit. Throws 422. */
async function createBasis(
  context: SaveContext<typeof payments>,
): Promise<{ basis: Basis; createdCharges: string[] }> {
  const members = await membersOf(context)
  await lockLedger(context.db, members)
  const createdCharges = await createCharges(context, itemsIn(context.merged.items) ?? [])
  const basis = await lockBasis(context, members)
  const problems = basisProblems(context, basis)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return { basis, createdCharges }
}

function basisProblems(context: HookContext<typeof payments>, { closing, lines }: OpenBasis): FieldMessages {
  const problem = cashProblemOf(context, lines)
  return {
    ...(problem !== undefined && { method: [problem] }),
    ...closedProblem(context.merged, closing),
  }
}

/** The items of a payment, with the credit last. */
function itemsOf({ lines, credit }: Allocation, payerId: string): Item[] {
  const items = lines.map(({ charge, amount }): Item => {
    const { id: chargeId, type, memberId, description, year, period } = charge
    return { id: newId(), memberId, chargeId, type, description, year, period, amount }
  })
  const none = { chargeId: null, type: null, year: null, period: null }
  const rest = { ...none, memberId: payerId, description: 'Crédito', amount: credit }
  return credit > 0 ? [...items, { id: newId(), ...rest }] : items
}

/** All open charges of the payer: a payment without items settles them. */
async function openLines(context: HookContext<typeof payments>): Promise<Line[]> {
  const charges = await openCharges(context, { memberId: String(context.merged.memberId) })
  return charges.map((charge) => ({ charge, amount: charge.openAmount }))
}

/** Allocates the amount to the lines in order, each up to its amount; the rest is credit. */
function shareOut(amount: Cents, lines: readonly Line[]): Allocation {
  return allocate(
    amount,
    lines.map(({ charge, amount: requested }) => ({ ...charge, openAmount: requested })),
  )
}

async function dayWarning(context: HookContext<typeof payments>): Promise<string[]> {
  const { date } = context.merged
  const warning = typeof date === 'string' ? await closedDayWarning(context, date) : undefined
  return warning === undefined ? [] : [warning]
}

function closedProblem({ date }: HookContext<typeof payments>['merged'], closing: Closing): FieldMessages {
  if (typeof date !== 'string' || !isClosed(closing, date)) return {}
  return { date: [`${closedMessage(closing)}: indique um dia posterior.`] }
}

/** The violation of the legal limits of cash payments. */
function cashProblemOf({ merged }: HookContext<typeof payments>, lines: readonly Line[]): string | undefined {
  const { date, amount, method } = merged
  if (method !== 'cash' || typeof date !== 'string' || typeof amount !== 'number') return undefined
  const donations = shareOut(amount, lines).lines.filter(({ charge }) => charge.type === 'donation')
  const donated = donations.reduce((sum, line) => sum + line.amount, 0)
  return cashProblem({ date, amount, donated })
}

/** The members whose ledgers the payment changes: the payer and those of the settled charges. */
async function membersOf(context: HookContext<typeof payments>): Promise<string[]> {
  const { merged, db } = context
  const items = itemsIn(merged.items) ?? []
  const ids = items.map(({ unsettledPaymentId }) => unsettledPaymentId).filter(isChargeId)
  const payer = String(merged.memberId)
  const charged = newLinesOf(items).map((line) => memberOfLine(line, payer))
  if (ids.length === 0) return [...new Set([payer, ...charged])]
  const rows = await many(
    db,
    sql`SELECT DISTINCT member_id AS id FROM unsettled_payments WHERE id = ANY(${ids}::uuid[])`,
    { id: 'uuid' },
  )
  return [...new Set([payer, ...charged, ...rows.map(({ id }) => id)])]
}

function isChargeId(id: unknown): id is string {
  return isId(id)
}

function itemsIn(items: unknown): Record<string, unknown>[] | undefined {
  return Array.isArray(items) && items.length > 0 ? (items as Record<string, unknown>[]) : undefined
}

const maxItems = 500

/** The lines of the request, else the open charges of the member. Throws 422 on `items`. */
async function chosenLines(context: HookContext<typeof payments>): Promise<Line[]> {
  return (await readItems(context)) ?? openLines(context)
}

/** The lines of the request, with the amount for each charge; undefined when it has none. Throws 422 on `items`. */
async function readItems(context: HookContext<typeof payments>): Promise<Line[] | undefined> {
  const { merged, today } = context
  const given = itemsIn(merged.items)
  if (!given) return undefined
  if (given.length > maxItems) throw invalidItems(`No máximo ${maxItems} dívidas em cada pagamento.`)
  const named = given.filter((item) => !isNewLine(item))
  const lines = await newLines(context, given)
  const ids = named.map(({ unsettledPaymentId }) => unsettledPaymentId)
  if (!ids.every(isChargeId)) throw invalidItems('Indique a dívida de cada linha em unsettledPaymentId.')
  if (new Set(ids.map((id) => id.toLowerCase())).size < ids.length)
    throw invalidItems('A mesma dívida está em duas linhas.')
  const known = new Map((await openCharges(context, { ids })).map((charge) => [charge.id, charge]))
  lines.push(...named.map((item) => readLine(item, known, today)))
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Number(merged.amount)
  if (total > amount)
    throw invalidItems(
      `As linhas somam ${formatAmount(total)}, mais do que o valor do pagamento (${formatAmount(amount)}).`,
    )
  return lines
}

/** The lines with new charges, as the charges will be. Throws 422 on `items`. */
async function newLines(context: HookContext<typeof payments>, given: readonly unknown[]): Promise<Line[]> {
  const { memberId, date } = context.merged
  const lines = newLinesOf(given)
  const unknown = lines.flatMap(Object.keys).find((name) => !lineFields.includes(name))
  if (unknown !== undefined) throw unknownField(unknown)
  // Missing values have their own errors.
  if (typeof memberId !== 'string' || typeof date !== 'string') return []
  const checked = await checkNewLines(context, lines)
  return checked.map(({ amount, ...charge }) => ({
    charge: {
      ...charge,
      id: newId(),
      year: null,
      period: null,
      dueDate: date,
      openAmount: amount,
      isAgreed: false,
    },
    amount,
  }))
}

const lineFields = ['charge', 'amount']
const unknownField = (name: string) => invalidItems(`Campo desconhecido numa linha: «${name.slice(0, 60)}».`)

const amountField = unsettledPayments.fields.amount

function readLine(
  item: Record<string, unknown>,
  known: ReadonlyMap<string, OpenCharge>,
  today: string,
): Line {
  const unknown = Object.keys(item).find((name) => name !== 'unsettledPaymentId' && name !== 'amount')
  if (unknown !== undefined) throw unknownField(unknown)
  const charge = known.get(String(item['unsettledPaymentId']).toLowerCase())
  if (!charge) throw invalidItems('Há uma dívida que não existe, está anulada ou já foi paga.')
  const coerced = coerce(amountField, item['amount'] ?? toEuros(charge.openAmount), today)
  if ('problem' in coerced || typeof coerced.value !== 'number' || coerced.value <= 0)
    throw invalidItems(`«${charge.description}»: ${aboveZero.toLowerCase()}`)
  if (coerced.value > charge.openAmount)
    throw invalidItems(`«${charge.description}»: só faltam ${formatAmount(charge.openAmount)}.`)
  return { charge, amount: coerced.value }
}

/** Open charges, in the order of settling. */
async function openCharges(
  { db }: Pick<Context, 'db'>,
  which: { memberId: string } | { ids: string[] },
): Promise<OpenCharge[]> {
  const condition =
    'ids' in which ? sql`c.id = ANY(${which.ids}::uuid[])` : sql`c.member_id = ${which.memberId}`
  const charges = await many(
    db,
    prepared(
      sql`SELECT id, type, due_date AS "dueDate", member_id AS "memberId", description, year, period, open_amount AS "openAmount",
         agreement_id IS NOT NULL AS "isAgreed" FROM unsettled_payments c WHERE ${condition} AND ${isOwed}`,
    ),
    {
      id: 'uuid',
      type: textOf<ChargeType>(),
      dueDate: 'day',
      memberId: 'uuid',
      description: 'text',
      year: 'integer?',
      period: 'text?',
      openAmount: 'cents',
      isAgreed: 'boolean',
    },
  )
  return sortBySettlement(charges)
}

/** Inserts the payment's items and settles the charges, in one statement. */
async function writeItems(
  { db, id, merged }: HookContext<typeof payments>,
  { items, createdCharges }: Settlement,
): Promise<Pick<Change, 'id' | 'version'>[]> {
  return many(
    db,
    prepared(sql`WITH items AS (
         INSERT INTO payment_items (id, payment_id, member_id, unsettled_payment_id, description, amount)
         SELECT id, ${id}::uuid, "memberId", "chargeId", description, amount
         FROM jsonb_to_recordset(${JSON.stringify(items)}) AS i (id uuid, "memberId" uuid, "chargeId" uuid, description text, amount bigint)
         RETURNING unsettled_payment_id, amount)
       UPDATE unsettled_payments c SET paid_amount = c.paid_amount + i.amount, last_paid_on = greatest(c.last_paid_on, ${merged.date}::date),
         charged_with_id = CASE WHEN c.id = ANY(${createdCharges}::uuid[]) THEN ${id}::uuid ELSE c.charged_with_id END,
         status = ${statusSql(sql`c.paid_amount + i.amount`)}, ${raiseVersion('c')}
       FROM items i WHERE c.id = i.unsettled_payment_id RETURNING c.id, c.version`),
    idAndVersion,
  )
}
