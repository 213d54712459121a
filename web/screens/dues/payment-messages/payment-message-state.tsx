import type { StoredRecord } from '../../../api/client.ts'
import { SendingState } from '../../messages/index.ts'

interface PaymentMessageStateProps {
  record: StoredRecord
  /** The sending that it became. */
  batch?: StoredRecord | undefined
}

/** Where a message about debts stands. */
export function PaymentMessageState({ record, batch }: PaymentMessageStateProps) {
  return <SendingState resource="paymentMessage" field="status" record={record} counts={batch} />
}
