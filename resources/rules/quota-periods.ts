import { monthNames } from './dates.ts'

/** Code of the whole year among periods. */
export const wholeYear = 'ano'

const halves = ['S1', 'S2']
const quarters = ['T1', 'T2', 'T3', 'T4']
const months = monthNames.map((_, index) => String(index + 1).padStart(2, '0'))

/** Names of periods by code. */
export const periodWords: Readonly<Record<string, string>> = Object.fromEntries([
  ...halves.map((code, index) => [code, `${index + 1}.º semestre`]),
  ...quarters.map((code, index) => [code, `${index + 1}.º trimestre`]),
  ...months.map((code, index) => [code, monthNames[index]]),
])

const parts: Readonly<Record<string, readonly string[]>> = {
  halfYearly: halves,
  quarterly: quarters,
  monthly: months,
}

/** Returns the period codes of a plan in a year; `ano` when the year is not divided. */
export function periodsOf(periodicity: string): readonly string[] {
  return parts[periodicity] ?? [wholeYear]
}

/** Returns the codes of all periods of a year, of any plan, that begin on or before `last`, `YYYY-MM-DD`. */
export function periodsBegunBy(year: number, last: string): readonly string[] {
  const all = [[wholeYear], halves, quarters, months]
  return all.flatMap((codes) =>
    codes.filter((_, index) => {
      const month = (index * 12) / codes.length + 1
      return `${year}-${String(month).padStart(2, '0')}-01` <= last
    }),
  )
}
