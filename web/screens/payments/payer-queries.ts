import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { owedStates } from '@agremia/resources/charge-states.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { Debt } from './payment-plan.ts'

/**
 * What a member owes, of everything that is open. Each entry asks for itself: what was open before somebody's last
 * payment is not shown for a moment in the next.
 */
export function debtsQuery(memberId: string, entry: number) {
  const params = {
    parent: { resource: 'members', id: memberId },
    where: { status: [...owedStates] },
    sort: 'dueDate',
    limit: -1,
  }
  const queryKey = [...keys.list('unsettledPayments', params), entry] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const channel = queryKey.join(' ')
      return answered(await api.list('unsettledPayments', params, { signal, channel })).data.map(debtOf)
    },
    gcTime: 60_000,
  })
}

/** What may be charged together with a payment: what a generation would charge this member, and the joia. */
export interface Chargeable {
  type: string
  year: number
  period: string | null
  description: string
  dueDate: string
  /** Euros. */
  amount: number
}

export function chargeableQuery(memberId: string, entry: number) {
  return ofMember<Chargeable>('chargeable', memberId, entry)
}

/** Another member for whom somebody paid last time, who owes something now. */
export interface PaidFor {
  _id: string
  memberNumber: number
  name: string
  /** How many. */
  debts: number
  /** Euros. */
  balance: number
}

export function paidForQuery(memberId: string, entry: number) {
  return ofMember<PaidFor>('paid_for', memberId, entry)
}

function debtOf(record: StoredRecord): Debt {
  return {
    id: record._id,
    memberId: String(record.memberId),
    type: String(record.type),
    dueDate: String(record.dueDate),
    description: String(record.description),
    ...(typeof record.agreementId === 'string' && { agreementId: record.agreementId }),
    openAmount: decimalToCents(Number(record.openAmount)) ?? 0,
  }
}

/** What a payment writes besides itself. */
const ledger = ['payments', 'unsettledPayments', 'memberBalances', 'members'] as const

/** Somebody paid, or did not after all: what shows it is asked again. */
export async function refreshLedger(client: QueryClient): Promise<void> {
  await Promise.all(
    ledger.flatMap((resource) =>
      [keys.lists(resource), keys.records(resource)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    ),
  )
}

/** What a path below a member lists, read once for each entry of a payment. */
function ofMember<Item>(path: string, memberId: string, entry: number) {
  return queryOptions({
    queryKey: [path, memberId, entry],
    queryFn: async ({ signal }) => {
      const answer = await api.get<{ data: Item[] }>(`${recordPath('members', memberId)}/${path}`, signal)
      return answered(answer).data
    },
    gcTime: 60_000,
  })
}
