/** Parameters that change how a list is presented (page, order, columns), not which records it has. */
export const presentationParameters: ReadonlySet<string> = new Set(['_page', '_limit', '_sort', '_columns'])

/** Number of records in a page of a list: by default, and the maximum. */
export const defaultLimit = 100
export const maxLimit = 500
/** The limit that stands for all records. */
export const allRecords = -1

/** Clamps a limit: below 1 becomes 1, above 500 becomes 500; -1 stays, for all records. */
export function limitInRange(limit: number): number {
  return limit === allRecords ? allRecords : Math.min(maxLimit, Math.max(1, Math.trunc(limit)))
}

/** Filter values for "has no value" and "has any value". */
export const emptyValue = 'null'
export const presentValue = 'notNull'

/** The words for filters of presence, by value. */
export const presenceWords: Readonly<Record<string, string>> = {
  [emptyValue]: 'em branco',
  [presentValue]: 'preenchido',
}

interface Limits {
  from: string | undefined
  to: string | undefined
}

/** The text of a filter's limits: `de 1 a 2`, `desde 1`, `até 2`, or the year of which they are the first and the last day. Undefined without limits. */
export function limitsText({ from, to }: Limits, textOf: (value: string) => string): string | undefined {
  const year = from?.slice(0, 4)
  if (year !== undefined && from === `${year}-01-01` && to === `${year}-12-31`) return year
  if (from !== undefined && to !== undefined) return `de ${textOf(from)} a ${textOf(to)}`
  if (from !== undefined) return `desde ${textOf(from)}`
  return to === undefined ? undefined : `até ${textOf(to)}`
}
