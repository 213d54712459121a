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

/** Presets of the state filter: current members, and those who left or died. Undefined while the states load. */
export function useStatePresets(): { current: FilterPreset; former: FilterPreset[] } | undefined {
  const states = useQuery(listQuery('memberStateNames', stateNamesList)).data?.data
  return useMemo(() => {
    if (!states) return undefined
    const idsOf = (isChosen: (state: ResourceRecord<'memberStateNames'>) => boolean) =>
      states.filter(isChosen).map(({ _id }) => _id)
    const former = [
      { label: 'já saíram', values: idsOf((state) => state.marksEnd && !state.marksDeath) },
      { label: 'faleceram', values: idsOf((state) => state.marksDeath) },
    ]
    return {
      current: { label: 'ativos', values: idsOf((state) => !state.marksEnd) },
      former: former.filter(({ values }) => values.length > 0),
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
