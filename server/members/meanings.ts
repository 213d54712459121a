import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

/**
 * Before a member gets a category or a state, and before the member's ledger is locked: what these say (pays quotas, marks an
 * end) stays as it is until the transaction ends. Otherwise what is kept of the member is computed by the old rule while
 * `changeMeaning` does not see the member yet.
 */
export async function giveMeaning(db: Querying): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.meanings})`)
}

/**
 * Before what a category or a state says is changed for all its members. A lock on its row would not do: FOR UPDATE deadlocks
 * with charges, whose foreign key locks the category after their member's ledger, and what is weaker lets new members pass.
 */
export async function changeMeaning(db: Querying): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.meanings})`)
}
