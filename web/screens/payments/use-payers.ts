import { useQueries } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery } from '../../api/queries.ts'
import { debtsQuery } from './payer-queries.ts'
import type { Debt } from './payment-plan.ts'

/** Somebody on the receipt: as found, or only the id where somebody came with it. */
export interface ChosenMember {
  id: string
  record: StoredRecord | undefined
}

export interface Payer {
  id: string
  /** Undefined while it is on the way; null when there is nobody. */
  record: StoredRecord | null | undefined
  /** Undefined while they are on the way. */
  debts: readonly Debt[] | undefined
  error: Error | null
  retry: () => void
}

/** Those on the receipt, each with what is owed. */
export function usePayers(chosen: readonly ChosenMember[], entry: number): Payer[] {
  const records = useQueries({
    queries: chosen.map(({ id, record }) => ({
      ...recordQuery('members', id),
      enabled: record === undefined,
    })),
  })
  const debts = useQueries({ queries: chosen.map(({ id }) => debtsQuery(id, entry)) })
  return chosen.map(({ id, record }, place) => ({
    id,
    record: record ?? records[place]?.data,
    debts: debts[place]?.data,
    error: debts[place]?.error ?? records[place]?.error ?? null,
    retry: () => {
      void debts[place]?.refetch()
      if (record === undefined) void records[place]?.refetch()
    },
  }))
}
