import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import type { FilterPreset } from '../../resource/list/filter-text.ts'

/** The ready-made choices of the state filter: those who belong and those who left. Undefined until they are known. */
export function useStatePresets(): { current: FilterPreset; ended: FilterPreset } | undefined {
  const states = useQuery(listQuery('memberStateNames', { limit: 50, sort: 'order' })).data?.data
  return useMemo(() => {
    if (!states) return undefined
    const idsWhere = (marksEnd: boolean) =>
      states.filter((state) => (state.marksEnd === true) === marksEnd).map(({ _id }) => _id)
    return {
      current: { label: 'ativos', values: idsWhere(false) },
      ended: { label: 'saídos', values: idsWhere(true) },
    }
  }, [states])
}
