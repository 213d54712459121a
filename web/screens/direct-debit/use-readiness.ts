import { useQuery } from '@tanstack/react-query'
import { dataQuery } from '../../api/data-query.ts'
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
  return useQuery(
    dataQuery<Readiness>(
      [...keys.lists('treasuryAccounts'), 'debit readiness', { name, sddCreditorId, sddLeadBusinessDays }],
      'debit_batches/readiness',
    ),
  )
}
