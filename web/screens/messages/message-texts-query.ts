import { listQuery } from '../../api/queries.ts'

/** The texts of all events. They are few, and news of any of them refresh it, whatever name they are asked for by. */
export const messageTextsQuery = listQuery('messageSettings', { limit: 500, sort: 'name' })
