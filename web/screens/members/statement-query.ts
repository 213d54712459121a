import { queryOptions } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** A member's account: what was charged and paid, in the order of the days. Amounts in euros. */
export interface Statement {
  balance: number
  overdueAmount: number
  credit: number
  entries: StatementEntry[]
}

export interface StatementEntry {
  kind: 'charge' | 'payment'
  /** Of the charge, or of the payment. */
  id: string
  date: string
  text: string
  charged: number
  paid: number
  /** What is owed when this is counted; below zero it is credit. */
  balance: number
  /** Of a charge: what earlier credit paid of it. Of a payment: what is left over. */
  credit: number
  /** Of a charge. */
  dueDate?: string
  open?: number
  /** Of a payment. */
  method?: string
}

/** Kept with the member's record, so that news of the member's account refresh it. */
export function statementQuery(memberId: string) {
  return queryOptions({
    queryKey: [...keys.record('members', memberId), 'statement'],
    queryFn: async ({ signal }) => {
      const path = `${recordPath('members', memberId)}/statement`
      return answered(await api.get<{ data: Statement }>(path, signal)).data
    },
  })
}
