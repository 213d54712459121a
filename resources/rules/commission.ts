import type { Cents } from './amount.ts'

interface Collected {
  /** What the payments of a round came to. */
  collected: Cents
  payments: number
  /** Hundredths of a per cent point: 750 is 7,5 %. */
  rate: number
  /** Paid for each payment, besides the percentage. */
  perPayment: Cents
}

/** The commission of a collector, in whole cents, half a cent up. */
export function commissionOf({ collected, payments, rate, perPayment }: Collected): Cents {
  return Math.floor((collected * rate + 5000) / 10_000) + payments * perPayment
}
