import { listQuery } from '../../api/queries.ts'

/** The texts of all events: few, so one cached list serves every screen and one invalidation refreshes it. */
export const messageTextsQuery = listQuery('messageSettings', { limit: 500, sort: 'name' })
