/** Means of payment, of payments and as members prefer them. */
export const paymentMethods = {
  cash: 'Numerário',
  transfer: 'Transferência',
  multibanco: 'Multibanco',
  mbway: 'MB WAY',
  directDebit: 'Débito direto',
  cheque: 'Cheque',
  card: 'TPA',
  offset: 'Acerto',
} as const
export type PaymentMethod = keyof typeof paymentMethods
