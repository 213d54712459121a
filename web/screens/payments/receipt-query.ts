import { queryOptions } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import type { ReceiptContent } from '@agremia/resources/receipt.ts'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** The receipt as issued. Its key extends the payment's key, so that changes of the payment invalidate it. */
export function receiptQuery(paymentId: string) {
  return queryOptions({
    queryKey: [...keys.record('payments', paymentId), 'receipt'],
    queryFn: async ({ signal }) => {
      const path = `${recordPath('payments', paymentId)}/receipt`
      return answered(await api.get<{ data: { receipt: ReceiptContent } }>(path, signal)).data.receipt
    },
  })
}
