import type { StoredRecord } from '../../../api/client.ts'
import { SendingState } from '../../messages/index.ts'

interface PaymentMessageStateProps {
  record: StoredRecord
  /** The batch as which it was sent. */
  batch?: StoredRecord | undefined
}

export function PaymentMessageState({ record, batch }: PaymentMessageStateProps) {
  return <SendingState resource="paymentMessage" field="status" record={record} counts={batch} />
}
