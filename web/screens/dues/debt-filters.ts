import { useMemo } from 'react'
import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { FilterPreset } from '../../resource/list/filters.ts'
import type { FilterSetup, Filters } from '../../resource/record-list.tsx'
import { useStatePresets } from '../member-parts/index.ts'

export const owedFilter = { status: [...owedStates] }

/** Whether a list with these filters shows cancelled or waived charges: none, some, or only those. */
export function showsEnded({ status = [] }: Filters): 'some' | 'only' | 'none' {
  const ended = status.filter((state) => endedStates.some((each) => each === state))
  if (status.length === 0) return 'some'
  return ended.length === 0 ? 'none' : ended.length === status.length ? 'only' : 'some'
}

/** The filters of both lists of charges. */
export function useDebtFilters(): FilterSetup[] {
  const states = useStatePresets()
  return useMemo(() => {
    const today = organisationToday()
    const before = (label: string, to: string): FilterPreset => ({ label, values: [], range: { to } })
    const ages = [
      before('vencidas', addDays(today, -1)),
      before('vencidas há mais de 3 meses', addDays(addMonths(today, -3), -1)),
      before('vencidas há mais de 1 ano', addDays(addMonths(today, -12), -1)),
      before('vencidas há mais de 3 anos', addDays(addMonths(today, -36), -1)),
    ]
    return [
      { field: 'status', presets: [{ label: 'por regularizar', values: owedFilter.status }] },
      { field: 'dueDate', presets: ages },
      { field: 'year', presets: yearsAround(Number(today.slice(0, 4))) },
      { field: 'categoryId' },
      { field: 'type' },
      { field: 'currentStateId', presets: states && [states.current, ...states.former] },
    ]
  }, [states])
}

/** Next year, whose quotas may already be generated, this year and the five before it. */
function yearsAround(thisYear: number): FilterPreset[] {
  return Array.from({ length: 7 }, (_, index) => {
    const year = String(thisYear + 1 - index)
    return { label: year, values: [], range: { from: year, to: year } }
  })
}
