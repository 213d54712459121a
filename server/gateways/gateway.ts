import type { GatewayName } from '@agremia/resources/gateways.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { DateText } from '@agremia/resources/rules/dates.ts'

/** A request for money, as the gateway knows it. */
export interface Order {
  /** At most 15 characters, unique. */
  orderId: string
  amount: Cents
  /** What the payer reads in the app. */
  description: string
}

export interface NewReference {
  /** Five digits. */
  entity: string
  /** Nine digits. */
  reference: string
  externalId: string
}

export interface AskedOrder {
  kind: 'multibanco' | 'mbway'
  orderId: string
  /** Null when the answer to the request did not arrive. */
  externalId: string | null
  entity: string | null
  reference: string | null
  amount: Cents
}

/** What a gateway tells of one payment. */
export interface PaymentNotice {
  gateway: GatewayName
  /** The same for each notice of this payment. */
  key: string
  isRefund: boolean
  kind: 'multibanco' | 'mbway' | 'other'
  orderId: string | null
  externalId: string | null
  entity: string | null
  reference: string | null
  amount: Cents
  fee: Cents | null
  /** Time in Lisbon, `2026-03-01 09:30:00`; null when the gateway does not tell it. */
  paidAt: string | null
  /** What was received, without keys. */
  raw: Record<string, string>
}

export type OrderState =
  | { status: 'pending' | 'refused' | 'expired' }
  | { status: 'paid'; notices: PaymentNotice[] }

/** A payment gateway. Its calls throw GatewayProblem, with a text for the person who asked. */
export interface Gateway {
  name: GatewayName
  canMakeReferences: boolean
  canRequestMbway: boolean
  /** A reference that can be paid until the end of the day `lastDay`, `days` from today. */
  createReference(
    order: Order,
    until: { days: number; lastDay: DateText; today: DateText },
  ): Promise<NewReference>
  /** Asks a phone (E.164) to pay. */
  requestMbway(order: Order, phone: string): Promise<{ externalId: string; reference: string | null }>
  /** Pending also when the gateway cannot be asked, for an order without its number. */
  queryState(order: AskedOrder): Promise<OrderState>
  /** Asks the gateway whether the settings are right. Returns what is wrong, in Portuguese. */
  check(): Promise<string[]>
  /** Registers the address of callbacks; undefined where people do it on the gateway's site. */
  registerCallback?: (url: string) => Promise<void>
}

/** The gateway refused, or did not answer. The message is for people. */
export class GatewayProblem extends Error {
  override name = 'GatewayProblem'
  /** Whether the request may have been done. */
  readonly isUncertain: boolean
  constructor(message: string, { isUncertain = false } = {}) {
    super(message)
    this.isUncertain = isUncertain
  }
}

/** A request of somebody who is not the gateway, or that it would not send. Throws 403 or 400 in routes. */
export class NoticeRefused extends Error {
  override name = 'NoticeRefused'
  readonly status: 400 | 403
  constructor(status: 400 | 403, message: string) {
    super(message)
    this.status = status
  }
}
