import { queryOptions } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

/** The response of `GET receipt_information/{code}`; `amount` in euros. */
export interface ReceiptInformation {
  title: string
  number: string
  date: string
  amount: number
  /** Initials of the payer. */
  member: string
  status: 'registered' | 'cancelled'
}

/** The receipt with this code, or null. */
export function receiptCheckQuery(code: string) {
  return queryOptions({
    queryKey: ['receiptInformation', code],
    queryFn: async ({ signal }) => {
      const path = `receipt_information/${encodeURIComponent(code)}`
      try {
        return answered(await api.get<{ data: ReceiptInformation }>(path, signal)).data
      } catch (error) {
        if (isApiError(error) && error.status === 404) return null
        throw error
      }
    },
  })
}
