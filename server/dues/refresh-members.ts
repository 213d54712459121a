import type { Querying } from '../database/querying.ts'
import type { Change } from '../rest/changes.ts'
import { lockLedger, refreshBalances } from './ledger.ts'

/**
 * Brings what is kept of these members up to date once their admission, category or state is another, or means something
 * else for their quotas. Waits for whoever is writing what they owe. Answers what changed.
 */
export async function refreshMembers(
  db: Querying,
  today: string,
  memberIds: readonly string[],
): Promise<Change[]> {
  if (memberIds.length === 0) return []
  await lockLedger(db, memberIds)
  return refreshBalances(db, today, memberIds)
}
