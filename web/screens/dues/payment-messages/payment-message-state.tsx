import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { SendingState } from '../../messages/index.ts'

interface PaymentMessageStateProps {
  record: ResourceRecord<'paymentMessage'>
  /** The batch as which it was sent. */
  batch?: ResourceRecord<'messageBatches'> | undefined
}

export function PaymentMessageState({ record, batch }: PaymentMessageStateProps) {
  return <SendingState resource="paymentMessage" field="status" record={record} counts={batch} />
}
