import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { FilterPreset } from '../../resource/list/filters.ts'
import type { Reads } from '../../resource/list/reading.ts'
import { stateNamesList } from './members-question.ts'
import type { Tone } from '@agremia/resources/field-types.ts'

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

/** The badge of a member's state or, before the admission, its day. */
export function stateBadge(
  record: Reads<'members', 'admissionDate' | 'currentStateId' | 'endDate'>,
): { label: string; tone: Tone | undefined } | undefined {
  const { admissionDate, currentStateLabel, currentStateTone, endDate } = record
  if (admissionDate && admissionDate > organisationToday() && endDate == null)
    return { label: `Admissão em ${formatDate(admissionDate)}`, tone: 'blue' }
  return currentStateLabel ? { label: currentStateLabel, tone: currentStateTone ?? undefined } : undefined
}

/** Whether the date of death or the member's state marks the person as deceased; false while the states load. */
export function useIsDeceased(member: ResourceRecord<'members'>): boolean {
  const states = useQuery(listQuery('memberStateNames', stateNamesList)).data?.data
  const state = states?.find(({ _id }) => _id === member.currentStateId)
  return Boolean(member.deathDate ?? state?.marksDeath)
}

/** The ids of the states of current members, or of former members. */
function stateIds(states: readonly ResourceRecord<'memberStateNames'>[], marksEnd: boolean): string[] {
  return states.filter((state) => state.marksEnd === marksEnd).map(({ _id }) => _id)
}
