import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

/**
 * Prevents changes to the rules of categories and states (pays quotas, marks the end) until the transaction ends. Take it before a
 * member gets a category or a state, and before locking the member's ledger: otherwise the member's stored sums could be computed
 * by the old rule, while the transaction of `lockRulesExclusive` does not see the member yet.
 */
export async function lockRulesShared(db: Querying): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.meanings})`)
}

/**
 * Take it before a rule of a category or a state changes for all its members. A row lock does not work: FOR UPDATE deadlocks with
 * charges, whose foreign key locks the category after the ledger, and weaker locks do not block new members.
 */
export async function lockRulesExclusive(db: Querying): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.meanings})`)
}
