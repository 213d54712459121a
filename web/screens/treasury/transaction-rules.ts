import type { Values } from '../../fields/index.ts'

/** What may change of a transaction, and why not the rest. */
export interface TransactionRule {
  /** Undefined: all fields. */
  editable: readonly string[] | undefined
  reason: 'cancelled' | 'reversal' | 'payment' | 'closed' | 'reconciled' | undefined
}

const papers = ['documentIds', 'notes']
const ofPayments = ['costCenterId', 'splits', ...papers, 'valueDate']
/** Fields that the bank's statement confirms. */
const reconciled = ['date', 'arrivalDate', 'amount', 'accountId', 'toAccountId']
const all = [
  'categoryId',
  'costCenterId',
  'splits',
  'description',
  'externalEntityId',
  'memberId',
  'method',
  'valueDate',
  'arrivalValueDate',
  ...papers,
  ...reconciled,
]

/** As the server decides it. `closedUntil` is empty while no accounts are closed. */
export function ruleOf(transaction: Values, closedUntil: string): TransactionRule {
  const { status, paymentId, reconciledOn, date, arrivalDate } = transaction
  if (status === 'cancelled') return { editable: ['notes'], reason: 'cancelled' }
  if (status === 'reversal') return { editable: ['notes'], reason: 'reversal' }
  if (closedUntil !== '' && String(date) <= closedUntil) {
    const isArrivalOpen = typeof arrivalDate === 'string' && arrivalDate > closedUntil
    const arrival = isArrivalOpen && reconciledOn === null ? ['arrivalDate', 'arrivalValueDate'] : []
    return { editable: [...papers, ...arrival], reason: 'closed' }
  }
  if (typeof paymentId === 'string') return { editable: ofPayments, reason: 'payment' }
  if (typeof reconciledOn === 'string')
    return { editable: all.filter((name) => !reconciled.includes(name)), reason: 'reconciled' }
  return { editable: undefined, reason: undefined }
}
