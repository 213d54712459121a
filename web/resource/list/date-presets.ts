import { addDays, addMonths, addYears } from '@agremia/resources/rules/dates.ts'
import type { FilterPreset } from './filters.ts'

/** Presets of the date filter, relative to `today`; `year` is the first day of the year that they name. */
export function datePresets(today: string, year = `${today.slice(0, 4)}-01-01`): FilterPreset[] {
  const month = `${today.slice(0, 7)}-01`
  const span = (label: string, from: string, to: string) => ({ label, values: [], range: { from, to } })
  return [
    span('hoje', today, today),
    span('este mês', month, addDays(addMonths(month, 1), -1)),
    span('mês passado', addMonths(month, -1), addDays(month, -1)),
    span('este ano', year, addDays(addYears(year, 1), -1)),
    span('ano passado', addYears(year, -1), addDays(year, -1)),
  ]
}
