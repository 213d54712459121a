import { allocate, inSettlingOrder, type Settleable } from '@agremia/resources/rules/allocate.ts'
import { centsToDecimal, decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { cashProblem } from '@agremia/resources/rules/legal-limits.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'

/** What somebody owes of one thing; `openAmount` in cents. */
export interface Debt extends Settleable {
  memberId: string
  description: string
  openAmount: number
  /** The agreement by which it is paid, if any. */
  agreementId?: string | undefined
  /** Of what is not charged yet: the charge as it is sent with the payment. */
  charge?: Values | undefined
}

/** What was decided so far of an amount and what it is for. */
export interface Choices {
  /** Debts that somebody ticked (true) or unticked; of the others, those that are due are proposed. */
  ticks: Readonly<Record<string, boolean>>
  /** The amount as written: euros, or a text that means none. Undefined: what the ticked debts come to. */
  written: unknown
}

export const noChoices: Choices = { ticks: {}, written: undefined }

/** What a payment would settle; all in cents. */
export interface PaymentPlan {
  /** The debts in the order in which they are settled. */
  debts: readonly Debt[]
  /** Undefined while what is written is no amount. */
  amount: number | undefined
  /** By debt, how much of it. */
  settled: ReadonlyMap<string, number>
  /** What is left over. */
  credit: number
  /** What is owed afterwards. */
  remaining: number
}

/**
 * An amount that is written settles first what was ticked, then the rest, each in its order; without one, the ticked
 * debts are settled whole. `proposed` are those that are ticked by themselves.
 */
export function planPayment(
  debts: readonly Debt[],
  choices: Choices,
  proposed: ReadonlySet<string>,
): PaymentPlan {
  const ordered = inSettlingOrder(debts)
  const isTicked = ({ id }: Debt) => choices.ticks[id] ?? proposed.has(id)
  const ticked = ordered.filter(isTicked)
  const amount = choices.written === undefined ? sumOf(ticked) : centsOf(choices.written)
  const others = choices.written === undefined ? [] : ordered.filter((debt) => !isTicked(debt))
  const { lines, credit } = allocate(Math.max(0, amount ?? 0), [...ticked, ...others])
  const settled = new Map(lines.map((line) => [line.charge.id, line.amount]))
  const paid = lines.reduce((sum, line) => sum + line.amount, 0)
  // Nobody owes what is only charged with the payment, unless part of it is paid.
  const owed = ordered.filter(({ id, charge }) => charge === undefined || settled.has(id))
  return { debts: ordered, amount, settled, credit, remaining: sumOf(owed) - paid }
}

/**
 * Of each member, the debts that were asked for, or else what fell due until `today`; of whoever owes nothing that did,
 * what falls due next. New lines always.
 */
export function proposedDebts(
  debts: readonly Debt[],
  today: string,
  asked: readonly string[] = [],
): Set<string> {
  const proposed = new Set(debts.filter(({ charge }) => charge !== undefined).map(({ id }) => id))
  const charged = debts.filter(({ charge }) => charge === undefined)
  for (const [, own] of Map.groupBy(inSettlingOrder(charged), ({ memberId }) => memberId)) {
    const named = own.filter(({ id }) => asked.includes(id))
    const due = own.filter(({ dueDate }) => dueDate <= today)
    const chosen = [named, due, own.slice(0, 1)].find(({ length }) => length > 0) ?? []
    for (const { id } of chosen) proposed.add(id)
  }
  return proposed
}

/** The choices after a debt is ticked or unticked: the others stay as they are seen, and the amount follows. */
export function toggleDebt({ debts, settled }: PaymentPlan, id: string): Choices {
  return {
    ticks: Object.fromEntries(debts.map((debt) => [debt.id, settled.has(debt.id) !== (debt.id === id)])),
    written: undefined,
  }
}

/** The choices that pay so much (cents) of some debts, and nothing else. */
export function payOf({ debts }: PaymentPlan, isChosen: (debt: Debt) => boolean, cents: number): Choices {
  return {
    ticks: Object.fromEntries(debts.map((debt) => [debt.id, isChosen(debt)])),
    written: centsToDecimal(cents),
  }
}

/** The same choices, whoever else joins the payment: the amount follows what is ticked again. */
export function settleChoices({ debts, settled }: PaymentPlan): Choices {
  return { ticks: Object.fromEntries(debts.map(({ id }) => [id, settled.has(id)])), written: undefined }
}

/**
 * A warning when far more is paid than is owed, which is mostly a slip of the keyboard: more than twice as much. Undefined
 * while nobody owes anything, since then the whole amount is meant as credit.
 */
export function overpaymentWarning({ debts, amount = 0, credit }: PaymentPlan): string | undefined {
  const owed = sumOf(debts)
  if (owed === 0 || amount <= 2 * owed) return undefined
  return `A dívida é de ${formatAmount(owed)}: ${formatAmount(credit)} ficam como crédito. Confirme o valor.`
}

/** Why the law refuses as cash what the payment would be; undefined when it does not, or it comes in another way. */
export function cashProblemOf(
  { debts, settled, amount = 0 }: PaymentPlan,
  { method, date }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (method !== 'cash' || typeof date !== 'string') return undefined
  const donations = debts.filter(({ type }) => type === 'donation')
  const donated = donations.reduce((sum, { id }) => sum + (settled.get(id) ?? 0), 0)
  return cashProblem({ date, amount, donated })
}

function sumOf(debts: readonly Debt[]): number {
  return debts.reduce((sum, { openAmount }) => sum + openAmount, 0)
}

function centsOf(written: unknown): number | undefined {
  if (isEmptyValue(written)) return undefined
  return typeof written === 'number' ? decimalToCents(written) : undefined
}
