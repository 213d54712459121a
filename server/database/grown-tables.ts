import type { Database } from './database.ts'
import { execute, many, raw, sql } from './sql.ts'
import type { Tx } from './transaction.ts'

/**
 * Tables into which this transaction inserts, and that have become twice as long as PostgreSQL knows. Long ones are left to autovacuum: their
 * plans do not depend on it.
 */
export async function grownTables(db: Tx): Promise<string[]> {
  const rows = await many(
    db,
    sql`SELECT c.oid::regclass::text AS name FROM pg_stat_xact_user_tables s JOIN pg_class c ON c.oid = s.relid
        WHERE s.n_tup_ins > 0 AND c.relpages < 1000 AND pg_relation_size(c.oid) > 2 * c.relpages * current_setting('block_size')::bigint`,
    { name: 'text' },
  )
  return rows.map(({ name }) => name)
}

/**
 * Makes PostgreSQL count tables that have grown, after their transaction: prepared statements and foreign keys keep the plans of a short table,
 * which read the whole of it for each row.
 */
export async function countAgain({ pool }: Pick<Database, 'pool'>, tables: readonly string[]): Promise<void> {
  for (const name of tables) await execute(pool, sql`ANALYZE ${raw(name)}`)
}
