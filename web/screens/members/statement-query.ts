import { queryOptions } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** The answer of `GET /members/:id/statement`: charges and payments by date. Amounts in euros. */
export interface Statement {
  balance: number
  overdueAmount: number
  credit: number
  entries: StatementEntry[]
}

export interface StatementEntry {
  kind: 'charge' | 'payment'
  /** Id of the charge or payment. */
  id: string
  date: string
  text: string
  charged: number
  paid: number
  /** The balance after this entry; negative is credit. */
  balance: number
  /** Charge: the part paid by earlier credit. Payment: the part that settled no charge. */
  credit: number
  /** Only for charges. */
  dueDate?: string
  open?: number
  /** Only for payments. */
  method?: string
}

/** The statement of a member. Its key extends the record's key, so that changes of the member invalidate it. */
export function statementQuery(memberId: string) {
  return queryOptions({
    queryKey: [...keys.record('members', memberId), 'statement'],
    queryFn: async ({ signal }) => {
      const path = `${recordPath('members', memberId)}/statement`
      return answered(await api.get<{ data: Statement }>(path, signal)).data
    },
  })
}
