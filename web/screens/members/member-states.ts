import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import type { FilterPreset } from '../../resource/list/filter-text.ts'
import { stateIds, stateNamesList } from './first-members.ts'

/** The ready-made choices of the state filter: those who belong and those who left. Undefined until they are known. */
export function useStatePresets(): { current: FilterPreset; ended: FilterPreset } | undefined {
  const states = useQuery(listQuery('memberStateNames', stateNamesList)).data?.data
  return useMemo(() => {
    if (!states) return undefined
    return {
      current: { label: 'ativos', values: stateIds(states, false) },
      ended: { label: 'saídos', values: stateIds(states, true) },
    }
  }, [states])
}
