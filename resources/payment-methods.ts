/** Means of payment by which money enters or leaves an account. */
export const movedMethods = {
  cash: 'Numerário',
  transfer: 'Transferência',
  multibanco: 'Multibanco',
  mbway: 'MB WAY',
  directDebit: 'Débito direto',
  cheque: 'Cheque',
  card: 'TPA',
} as const
export type MovedMethod = keyof typeof movedMethods

/** Means of payment, of payments and as members prefer them. With `offset` no money moves. */
export const paymentMethods = { ...movedMethods, offset: 'Acerto' } as const
export type PaymentMethod = keyof typeof paymentMethods

export function isPaymentMethod(value: string): value is PaymentMethod {
  return Object.hasOwn(paymentMethods, value)
}
