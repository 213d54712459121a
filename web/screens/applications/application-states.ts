import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import type { FilterPreset } from '../../resource/list/filters.ts'

type ApplicationRecord = ResourceRecord<'memberApplications'>

/** A state of applications; the organisation chooses its name. */
export type ApplicationState = ResourceRecord<'memberApplicationStates'>

const everyState = { limit: 50, sort: 'order' } as const

/** All states by `order`; undefined while they load. */
export function useApplicationStates(): ApplicationState[] | undefined {
  return useQuery(listQuery('memberApplicationStates', everyState)).data?.data
}

export function useApplicationState(record: ApplicationRecord): ApplicationState | undefined {
  return useApplicationStates()?.find(({ _id }) => _id === record.stateId)
}

/** Presets of the state filter; the first is the default. */
export function useStatePresets(): FilterPreset[] | undefined {
  const states = useApplicationStates()
  return useMemo(() => {
    if (!states) return undefined
    const idsOf = (isIn: (state: ApplicationState) => boolean) => states.filter(isIn).map(({ _id }) => _id)
    return [
      { label: 'por tratar', values: idsOf(({ isWaiting }) => isWaiting) },
      { label: 'em curso', values: idsOf(({ isFinal }) => !isFinal) },
      { label: 'encerradas', values: idsOf(({ isFinal }) => isFinal) },
      { label: 'todas', values: idsOf(() => true) },
    ]
  }, [states])
}
