import { listQuery } from '../../api/queries.ts'

/** Filters of the differences that wait for a decision and can be corrected. */
export const pendingDifferences = { state: 'pending', status: 'open' }

/** Counts them. */
export const pendingDifferencesQuery = listQuery('chargeDifferences', { limit: 1, where: pendingDifferences })
