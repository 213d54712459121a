import { queryOptions } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

/** The answer of `GET /payment_information/:id`, public for everyone with the link. Amounts in euros. */
export interface PaymentInformation {
  /** Initials of the member. */
  member: string
  lines: { description: string; amount: number; dueDate: string }[]
  total: number
  multibanco: { entity: string; reference: string; amount: number } | null
  transfer: { iban: string; holder: string; description: string } | null
  deadline: string | null
  isSettled: boolean
}

/** The payment information of a link; null when the server answers 404. */
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
