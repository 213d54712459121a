import { queryOptions } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

/** What whoever holds a receipt may know of it. The amount in euros. */
export interface ReceiptInformation {
  title: string
  number: string
  date: string
  amount: number
  /** Initials of who paid. */
  member: string
  status: 'registered' | 'cancelled'
}

/** The receipt of a link, or null when there is none. */
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
