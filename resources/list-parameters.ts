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
