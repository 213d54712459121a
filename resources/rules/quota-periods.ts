import { monthNames } from './dates.ts'

/** How the whole year is called among periods, where one must be named. */
export const wholeYear = 'ano'

const halves = ['S1', 'S2']
const quarters = ['T1', 'T2', 'T3', 'T4']
const months = monthNames.map((_, index) => String(index + 1).padStart(2, '0'))

/** What the parts of a year are called, by their code. */
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

/** The periods that a plan of such a periodicity has in a year; that of the whole year when it is not divided. */
export function periodsOf(periodicity: string): readonly string[] {
  return parts[periodicity] ?? [wholeYear]
}
