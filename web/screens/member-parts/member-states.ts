import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import type { FilterPreset } from '../../resource/list/filter-text.ts'
import { stateNamesList } from './members-question.ts'

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

/** Whether the member's state says that the person is deceased; not so while the states are not known. */
export function useIsDeceased(member: StoredRecord): boolean {
  const states = useQuery(listQuery('memberStateNames', stateNamesList)).data?.data
  return states?.find(({ _id }) => _id === member.currentStateId)?.marksDeath === true
}

/** The states of those who belong, or of those who left. */
function stateIds(states: readonly StoredRecord[], marksEnd: boolean): string[] {
  return states.filter((state) => (state.marksEnd === true) === marksEnd).map(({ _id }) => _id)
}
