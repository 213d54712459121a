import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { keys, useSettings } from '../../api/queries.ts'
import type { Lack } from './lacks.tsx'

interface Readiness {
  lacks: Lack[]
  /** The account that collects. */
  account: { id: string; name: string } | null
  earliestDay: string
}

/** The missing settings. Read again when the accounts or these settings change. */
export function useReadiness() {
  const { name, sddCreditorId, sddLeadBusinessDays } = useSettings()
  return useQuery({
    queryKey: [
      ...keys.lists('treasuryAccounts'),
      'debit readiness',
      { name, sddCreditorId, sddLeadBusinessDays },
    ],
    queryFn: async ({ signal }) =>
      requireAnswer(await api.get<{ data: Readiness }>('debit_batches/readiness', signal)).data,
  })
}
