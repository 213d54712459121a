import { owedStates } from '@agremia/resources/charge-states.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { ReportList } from '@agremia/resources/report-table.ts'
import type { Asked, ReportRow } from './declare.ts'

type Value = string | number | readonly (string | number)[] | null | undefined

/** A list with these filters; those without a value are left out. `sum`: the field that adds up to the number, which else counts the records. */
export function listOf(resource: ResourceName, filters: Record<string, Value>, sum?: string): ReportList {
  const given = Object.entries(filters).filter(([, value]) => value != null)
  return {
    resource,
    ...(sum !== undefined && { sum }),
    filters: Object.fromEntries(given.map(([name, value]) => [name, [value].flat().map(String)])),
  }
}

/** Filters of a field by the days of a year, or for the total by those of all years, until today at most. */
export function daysOf(
  field: string,
  row: ReportRow | null,
  { from, to, today }: Asked,
): Record<string, string> {
  const [first, last] = row ? [row.key, row.key] : [from, to]
  const end = `${last}-12-31`
  return { [`${field}_from`]: `${first}-01-01`, [`${field}_to`]: end < today ? end : today }
}

/** Filters of charges that have an open amount. */
export const owed = { status: owedStates }

/** The day that debts are of: that of the report, until today at most. */
export const ownDay = ({ day, today }: Asked): string => (day < today ? day : today)

/** Whether the report is of an earlier day than its data. */
export const isPast = (asked: Asked): boolean => ownDay(asked) < asked.now

/** A list of what is owed now; none of a past day, whose open amounts no record has any more. */
export const listOfNow = (asked: Asked, ...list: Parameters<typeof listOf>): ReportList | undefined =>
  isPast(asked) ? undefined : listOf(...list)
