import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'

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

type RuledTransaction = Pick<
  ResourceRecord<'transactions'>,
  'status' | 'paymentId' | 'reconciledOn' | 'date' | 'arrivalDate'
>

/** As the server decides it. `closedUntil` is empty while no accounts are closed. */
export function ruleOf(transaction: RuledTransaction, closedUntil: string): TransactionRule {
  const { status, paymentId, reconciledOn, date, arrivalDate } = transaction
  if (status === 'cancelled') return { editable: ['notes'], reason: 'cancelled' }
  if (status === 'reversal') return { editable: ['notes'], reason: 'reversal' }
  if (closedUntil !== '' && date <= closedUntil) {
    const isArrivalOpen = arrivalDate !== null && arrivalDate > closedUntil
    const arrival = isArrivalOpen && reconciledOn === null ? ['arrivalDate', 'arrivalValueDate'] : []
    return { editable: [...papers, ...arrival], reason: 'closed' }
  }
  if (paymentId !== null) return { editable: ofPayments, reason: 'payment' }
  if (reconciledOn !== null)
    return { editable: all.filter((name) => !reconciled.includes(name)), reason: 'reconciled' }
  return { editable: undefined, reason: undefined }
}
