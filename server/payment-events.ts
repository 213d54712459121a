import type { Context, World } from './rest/modules.ts'

/** What the events of a payment have in common. */
export interface PaymentEvent extends Context {
  world: World
  paymentId: string
}

/** Event: a payment was registered. */
export interface PaymentRegistered extends PaymentEvent {
  /** The day of the payment. */
  date: string
  /** The first day of the treasury's accounts, null when it has none. */
  treasurySince: string | null
}

declare module './rest/modules.ts' {
  interface AreaEvents {
    paymentRegistered: { event: PaymentRegistered; result: void }
    /** `reason` says why it was cancelled, `date` is that of the payment. */
    /** `returnId`: its counter-entry. */
    paymentReturned: { event: PaymentEvent & { returnId: string }; result: void }
    /** `day`: that of the return. */
    paymentReturnUndone: {
      event: PaymentEvent & { returnId: string; day: string; reason: string }
      result: void
    }
    creditRefunded: { event: Context & { refundId: string }; result: void }
    /** `day`: that of the refund. */
    creditRefundCancelled: {
      event: Context & { refundId: string; day: string; reason: string }
      result: void
    }
    /** Transactions were reconciled with the statement of the bank, or no longer are. */
    transactionsReconciled: {
      event: Context & { transactionIds: readonly string[]; isUndone: boolean }
      result: void
    }
    paymentCancelled: { event: PaymentEvent & { reason: string; date: string }; result: void }
  }
}
