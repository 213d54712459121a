import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import type { FilterPreset } from '../../resource/list/filters.ts'
import { stateNamesList } from './members-question.ts'

/** Presets of the state filter: current members and former members. Undefined while the states load. */
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

/** Whether the date of death or the member's state marks the person as deceased; false while the states load. */
export function useIsDeceased(member: StoredRecord): boolean {
  const states = useQuery(listQuery('memberStateNames', stateNamesList)).data?.data
  const state = states?.find(({ _id }) => _id === member.currentStateId)
  return typeof member.deathDate === 'string' || state?.marksDeath === true
}

/** The ids of the states of current members, or of former members. */
function stateIds(states: readonly StoredRecord[], marksEnd: boolean): string[] {
  return states.filter((state) => (state.marksEnd === true) === marksEnd).map(({ _id }) => _id)
}
