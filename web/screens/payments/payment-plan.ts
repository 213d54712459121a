import type { Cents } from '@agremia/resources/rules/amount.ts'
import { allocate, sortBySettlement, type Settleable } from '@agremia/resources/rules/allocate.ts'
import { toEuros, decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { cashProblem } from '@agremia/resources/rules/legal-limits.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'

/** An open charge, or a new line that the payment will charge. `openAmount` in cents. */
export interface Debt extends Settleable {
  memberId: string
  description: string
  openAmount: Cents
  /** The agreement that includes the charge, if any. */
  agreementId?: string | undefined
  /** Only for new lines: the charge to create, as sent with the payment. */
  charge?: Values | undefined
}

/** The person's choices of amount and debts. */
export interface Choices {
  /** Debts that the person ticked (true) or unticked (false); the others follow the proposal. */
  ticks: Readonly<Record<string, boolean>>
  /** The typed amount: euros, or text that is no amount. Undefined: the sum of the ticked debts. */
  written: unknown
}

export const noChoices: Choices = { ticks: {}, written: undefined }

/** What a payment would settle. Amounts in cents. */
export interface PaymentPlan {
  /** In the order in which they are settled. */
  debts: readonly Debt[]
  /** Undefined when the typed text is no amount. */
  amount: Cents | undefined
  /** Cents settled, by id of the debt. */
  settled: ReadonlyMap<string, number>
  /** The part that settles no debt. */
  credit: Cents
  /** The debt after the payment. */
  remaining: number
}

/**
 * Computes what the payment settles. A typed amount settles first the ticked debts, then the others, each group in
 * settling order; without one, the ticked debts are settled in full. `proposed` are ticked by default.
 */
export function planPayment(
  debts: readonly Debt[],
  choices: Choices,
  proposed: ReadonlySet<string>,
): PaymentPlan {
  const ordered = sortBySettlement(debts)
  const isTicked = ({ id }: Debt) => choices.ticks[id] ?? proposed.has(id)
  const ticked = ordered.filter(isTicked)
  const amount = choices.written === undefined ? sumOf(ticked) : centsOf(choices.written)
  const others = choices.written === undefined ? [] : ordered.filter((debt) => !isTicked(debt))
  const { lines, credit } = allocate(Math.max(0, amount ?? 0), [...ticked, ...others])
  const settled = new Map(lines.map((line) => [line.charge.id, line.amount]))
  const paid = lines.reduce((sum, line) => sum + line.amount, 0)
  // A new line counts as debt only when it is partly paid: without payment it is never charged.
  const owed = ordered.filter(({ id, charge }) => charge === undefined || settled.has(id))
  return { debts: ordered, amount, settled, credit, remaining: sumOf(owed) - paid }
}

/**
 * The ids of the debts that are ticked by default. For each member: the requested debts, or else those due until `today`,
 * or else the next one. New lines always.
 */
export function proposedDebts(
  debts: readonly Debt[],
  today: string,
  requestedIds: readonly string[] = [],
): Set<string> {
  const proposed = new Set(debts.filter(({ charge }) => charge !== undefined).map(({ id }) => id))
  const charged = debts.filter(({ charge }) => charge === undefined)
  for (const [, own] of Map.groupBy(sortBySettlement(charged), ({ memberId }) => memberId)) {
    const requested = own.filter(({ id }) => requestedIds.includes(id))
    const due = own.filter(({ dueDate }) => dueDate <= today)
    const chosen = [requested, due, own.slice(0, 1)].find(({ length }) => length > 0) ?? []
    for (const { id } of chosen) proposed.add(id)
  }
  return proposed
}

/** Toggles a debt. The other ticks stay as shown, and the amount becomes the sum of the ticked debts. */
export function toggleDebt({ debts, settled }: PaymentPlan, id: string): Choices {
  return {
    ticks: Object.fromEntries(debts.map((debt) => [debt.id, settled.has(debt.id) !== (debt.id === id)])),
    written: undefined,
  }
}

/** Choices that pay `cents` of the chosen debts and nothing else. */
export function choicesToPay(
  { debts }: PaymentPlan,
  isChosen: (debt: Debt) => boolean,
  cents: Cents,
): Choices {
  return {
    ticks: Object.fromEntries(debts.map((debt) => [debt.id, isChosen(debt)])),
    written: toEuros(cents),
  }
}

/** Choices that pay all that is owed, besides the new lines of the payment. */
export function choicesToPayAll(plan: PaymentPlan): Choices {
  const all = new Set(allOwed(plan))
  return { ticks: Object.fromEntries(plan.debts.map((debt) => [debt.id, all.has(debt)])), written: undefined }
}

/** The amount of `choicesToPayAll`. */
export function amountOfAll(plan: PaymentPlan): Cents {
  return sumOf(allOwed(plan))
}

function allOwed({ debts, settled }: PaymentPlan): Debt[] {
  return debts.filter(({ id, charge }) => charge === undefined || settled.has(id))
}

/** Change in cents: the given cash minus the amount; negative when cash is missing. Undefined unless both are amounts. */
export function changeOf(given: unknown, amount: Cents | undefined): Cents | undefined {
  const cents = centsOf(given)
  return cents === undefined || amount === undefined ? undefined : cents - amount
}

/** Fixes the current ticks before members or lines change; the amount becomes the sum of the ticked debts again. */
export function keepTicks({ debts, settled }: PaymentPlan): Choices {
  return { ticks: Object.fromEntries(debts.map(({ id }) => [id, settled.has(id)])), written: undefined }
}

/**
 * A warning when the amount is more than twice the debt, which is usually a typing error. Undefined when nothing is owed,
 * because then the whole amount is meant as credit.
 */
export function overpaymentWarning({ debts, amount = 0, credit }: PaymentPlan): string | undefined {
  const owed = sumOf(debts)
  if (owed === 0 || amount <= 2 * owed) return undefined
  return `A dívida é de ${formatAmount(owed)}: ${formatAmount(credit)} ficam como crédito. Confirme o valor.`
}

/** Why the law does not allow this payment in cash; undefined when it does, and for other methods. */
export function cashProblemOf(
  { debts, settled, amount = 0 }: PaymentPlan,
  { method, date }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (method !== 'cash' || typeof date !== 'string') return undefined
  const donations = debts.filter(({ type }) => type === 'donation')
  const donated = donations.reduce((sum, { id }) => sum + (settled.get(id) ?? 0), 0)
  return cashProblem({ date, amount, donated })
}

function sumOf(debts: readonly Debt[]): Cents {
  return debts.reduce((sum, { openAmount }) => sum + openAmount, 0)
}

function centsOf(written: unknown): Cents | undefined {
  if (isEmptyValue(written)) return undefined
  return typeof written === 'number' ? decimalToCents(written) : undefined
}
