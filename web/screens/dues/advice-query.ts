import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** The answer of `GET /payment_advice`. Amounts in euros. */
export interface Advice {
  lines: { description: string; amount: number; dueDate: string }[]
  total: number
  multibanco: { entity: string; reference: string; amount: number } | null
  /** Why there is no Multibanco reference although an account is configured; null for members. */
  multibancoProblem: string | null
  transfer: { iban: string; holder: string; description: string } | null
  deadline: string | null
  /** Identifies the public payment page; null when nothing is owed. */
  publicId: string | null
  pdfUrl: string | null
  text: string
}

/** The payment advice for these charges. Its key begins like the lists of charges, so that changes of charges invalidate it. */
export function adviceQuery(memberId: string, chargeIds: readonly string[]) {
  const query = new URLSearchParams({ memberId, chargeIds: chargeIds.join(',') })
  return queryOptions({
    queryKey: [...keys.lists('unsettledPayments'), 'advice', query.toString()],
    queryFn: async ({ signal }) =>
      answered(await api.get<{ data: Advice }>(`payment_advice?${query.toString()}`, signal)).data,
  })
}
