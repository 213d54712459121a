import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** What to pay and how, as the server says it. Amounts in euros. */
export interface Advice {
  lines: { description: string; amount: number; dueDate: string }[]
  total: number
  multibanco: { entity: string; reference: string; amount: number } | null
  /** Why there is no reference although there is an account, and what can be done; only the staff is told. */
  multibancoProblem: string | null
  transfer: { iban: string; holder: string; description: string } | null
  deadline: string | null
  /** Of the page of payment; null when there is nothing to pay. */
  publicId: string | null
  pdfUrl: string | null
  text: string
}

/** The advice of certain charges. Kept among the debts, so that news of them refresh it. */
export function adviceQuery(memberId: string, chargeIds: readonly string[]) {
  const query = new URLSearchParams({ memberId, chargeIds: chargeIds.join(',') })
  return queryOptions({
    queryKey: [...keys.lists('unsettledPayments'), 'advice', query.toString()],
    queryFn: async ({ signal }) =>
      answered(await api.get<{ data: Advice }>(`payment_advice?${query.toString()}`, signal)).data,
  })
}
