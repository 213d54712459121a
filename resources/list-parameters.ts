/** Parameters of a list that say how much of it is asked for, and not which records are in it. */
export const askingParameters: ReadonlySet<string> = new Set(['_page', '_limit', '_sort', '_columns'])

/** The most records that one page of a list has. */
export const largestLimit = 500

/** Values of a filter that stand for "has no value" and "has any value". */
export const emptyValue = 'null'
export const presentValue = 'notNull'
