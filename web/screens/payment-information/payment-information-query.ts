import { queryOptions } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

/** What whoever has the link may know. Amounts in euros. */
export interface PaymentInformation {
  /** Initials of who is asked to pay. */
  member: string
  lines: { description: string; amount: number; dueDate: string }[]
  total: number
  multibanco: { entity: string; reference: string; amount: number } | null
  transfer: { iban: string; holder: string; description: string } | null
  deadline: string | null
  isSettled: boolean
}

/** What a link is about, or null when it leads nowhere. */
export function paymentInformationQuery(id: string) {
  return queryOptions({
    queryKey: ['paymentInformation', id],
    queryFn: async ({ signal }) => {
      const path = `payment_information/${encodeURIComponent(id)}`
      try {
        return answered(await api.get<{ data: PaymentInformation }>(path, signal)).data
      } catch (error) {
        if (isApiError(error) && error.status === 404) return null
        throw error
      }
    },
  })
}
