/** Parameters that change how a list is presented (page, order, columns), not which records it has. */
export const presentationParameters: ReadonlySet<string> = new Set(['_page', '_limit', '_sort', '_columns'])

/** Maximum number of records in a page of a list. */
export const maxLimit = 500

/** Filter values for "has no value" and "has any value". */
export const emptyValue = 'null'
export const presentValue = 'notNull'
