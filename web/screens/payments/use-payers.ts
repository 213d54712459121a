import { useQueries } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery } from '../../api/queries.ts'
import { debtsQuery } from './payer-queries.ts'
import type { Debt } from './payment-plan.ts'

/** A member on the receipt; `record` is undefined when only the id is known. */
export interface ChosenMember {
  id: string
  record: StoredRecord | undefined
}

export interface Payer {
  id: string
  /** Undefined while loading; null when the member does not exist. */
  record: StoredRecord | null | undefined
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
