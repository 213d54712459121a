import { orNull } from './json-shape.ts'
import type { Euros } from './rules/amount.ts'
import { formatAmount, toCents } from './rules/amount.ts'
import type { DateText } from './rules/dates.ts'
import { formatDate } from './rules/dates.ts'
import { joinList } from './rules/plural.ts'

/** The amounts of a payment advice with their deadlines: the same in the dialog, on the public page, in the PDF and in messages. */
export interface RequestedAmounts {
  /** Charges, and instalments in place of the charges of an active agreement. */
  lines: { description: string; amount: Euros; dueDate: DateText }[]
  total: Euros
  /** The part of the total to pay until each date. */
  deadlines: Deadline[]
  /** The later instalments of the agreements, as sentences; null when there are none. */
  later: string | null
}

export const requestedAmountsShape = {
  lines: [{ description: 'text', amount: 'euros', dueDate: 'day' }],
  total: 'euros',
  deadlines: [{ date: 'day', amount: 'euros' }],
  later: 'text?',
} as const

/** What an advice says when the organisation has neither a Multibanco account nor an IBAN. */
export const payAtOffice = 'Pague na secretaria, ou peça-lhe os dados para pagar de outro modo.'

/** A request to the gateway, as who pays sees it. `status` is that of the intent. */
export interface GatewayRequest {
  status: string
  expiresAt: string | null
  /** Why it failed, for people. */
  problem: string | null
}

/** The gateway's pending intents for these amounts. */
export interface GatewayRequests {
  /** Whether it can be asked for a reference, and there is none. */
  canRequestReference: boolean
  reference: GatewayRequest | null
  /** The latest to a phone, of the last minutes. */
  mbway: GatewayRequest | null
  /** Whether it said that they are paid, which is not registered yet. */
  isReceived: boolean
}

const requestShape = orNull({ status: 'text', expiresAt: 'moment?', problem: 'text?' })
export const requestsShape = {
  canRequestReference: 'boolean',
  reference: requestShape,
  mbway: requestShape,
  isReceived: 'boolean',
} as const

/** How the amounts can be paid. */
export const waysToPayShape = {
  multibanco: orNull({ entity: 'text', reference: 'text', amount: 'euros', expiresAt: 'moment?' }),
  mbway: { available: 'boolean', phone: 'text?' },
  transfer: orNull({ iban: 'text', nipc: 'text?', holder: 'text', description: 'text' }),
  requests: requestsShape,
} as const

export interface Deadline {
  date: DateText
  amount: Euros
}

/** Maximum deadlines in a text; of more, it has the first and the last. */
const maxNamed = 3

/** `10/12/2026`, `10/12/2026 (30,00 €) e 31/03/2027 (24,00 €)`; for a text after «até». Empty without deadlines. */
export function deadlineText(deadlines: readonly Deadline[], format = formatDate): string {
  const [first] = deadlines
  if (!first) return ''
  if (deadlines.length === 1) return format(first.date)
  const named = ({ date, amount }: Deadline) => `${format(date)} (${formatAmount(toCents(amount))})`
  if (deadlines.length <= maxNamed) return joinList(deadlines.map(named))
  return `${named(first)} e o resto, por datas, até ${format(deadlines.at(-1)?.date ?? first.date)}`
}
