import type { Values } from '../../../fields/index.ts'
import type { BatchPreview } from '../../messages/index.ts'
import { usePreview, type Preview } from '../../../resource/preview/use-preview.ts'
import { audienceOf } from './payment-audience.ts'

/** How a message about debts would turn out if it left now. */
export function usePaymentPreview(values: Values, at: number): Preview<BatchPreview> {
  const { channel, subject, body, smsText } = values
  return usePreview<BatchPreview>('payment_message/preview', {
    ...audienceOf(values),
    channel,
    subject: subject ?? '',
    body: body ?? '',
    smsText: smsText ?? null,
    at,
  })
}
