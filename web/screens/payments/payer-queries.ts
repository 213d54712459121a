import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { owedStates } from '@agremia/resources/charge-states.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { api } from '../../api/client.ts'
import { keys, recordQuery } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Debt } from './payment-plan.ts'

/**
 * All open charges of a member. The entry number is part of the key, so that a new entry does not briefly show cached
 * charges from before the member's last payment.
 */
export function debtsQuery(memberId: string, entry: number) {
  const params = {
    parent: { resource: 'members', id: memberId },
    where: { status: [...owedStates] },
    sort: 'dueDate',
    limit: -1,
  } as const
  return queryOptions({
    queryKey: [...keys.list('unsettledPayments', params), entry] as const,
    queryFn: async ({ signal }) =>
      requireAnswer(await api.list('unsettledPayments', params, signal)).data.map(toDebt),
    gcTime: 60_000,
  })
}

/** A charge that can be created with a payment: a quota that a generation would charge, or the entry fee. */
export interface Chargeable {
  type: string
  year: number
  period: string | null
  description: string
  dueDate: string
  /** In euros. */
  amount: Euros
}

export function chargeableQuery(memberId: string, entry: number) {
  return memberListQuery<Chargeable>('chargeable', memberId, entry)
}

/** Another member whose charges the payer's last payment settled, and who has open charges now. */
export interface PaidFor {
  _id: string
  memberNumber: number
  name: string
  /** Number of open charges. */
  debts: number
  /** In euros. */
  balance: Euros
}

export function paidForQuery(memberId: string, entry: number) {
  return memberListQuery<PaidFor>('paid_for', memberId, entry)
}

function toDebt(record: ResourceRecord<'unsettledPayments'>): Debt {
  return {
    id: record._id,
    memberId: record.memberId,
    type: record.type,
    dueDate: record.dueDate,
    description: record.description,
    ...(record.agreementId !== null && { agreementId: record.agreementId }),
    openAmount: toCents(record.openAmount),
  }
}

/** Query of a list below a member's path, cached for one payment entry. */
function memberListQuery<Item>(path: string, memberId: string, entry: number) {
  return queryOptions({
    queryKey: [path, memberId, entry],
    queryFn: async ({ signal }) => {
      const answer = await api.get<{ data: Item[] }>(`${recordPath('members', memberId)}/${path}`, signal)
      return requireAnswer(answer).data
    },
    gcTime: 60_000,
  })
}

/** A member on the receipt; `record` is undefined when only the id is known. */
export interface ChosenMember {
  id: string
  record: ResourceRecord<'members'> | undefined
}

export interface Payer {
  id: string
  /** Undefined while loading; null when the member does not exist. */
  record: ResourceRecord<'members'> | null | undefined
  /** Undefined while loading. */
  debts: readonly Debt[] | undefined
  error: Error | null
  retry: () => void
}

/** Loads the members on the receipt and their open charges. */
export function usePayers(chosen: readonly ChosenMember[], entry: number): Payer[] {
  const records = useQueries({
    queries: chosen.map(({ id, record }) => ({
      ...recordQuery('members', id),
      enabled: record === undefined,
    })),
  })
  const debts = useQueries({ queries: chosen.map(({ id }) => debtsQuery(id, entry)) })
  return chosen.map(({ id, record }, index) => ({
    id,
    record: record ?? records[index]?.data,
    debts: debts[index]?.data,
    error: debts[index]?.error ?? records[index]?.error ?? null,
    retry: () => {
      void debts[index]?.refetch()
      if (record === undefined) void records[index]?.refetch()
    },
  }))
}
