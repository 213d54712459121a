import { openDatabase } from '../database/open.ts'
import type { OpenOptions } from '../database/open.ts'
import { testLog } from './test-log.ts'
import type { Database } from '../database/database.ts'

/** Connections of a pool: each costs as much as twenty requests, most of it to plan again what others have planned. */
export const testPoolSize = 5

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A migrated database that the test files of a process use one after the other, with its connections. */
interface SharedDatabase extends TestDatabase {
  /** Connections of the tests. */
  database: Database
  /** Connections of the application, by the size of its pool. */
  pools: Map<number, Database>
  /** Empties the tables and restores what the migrations wrote; false when the database cannot be used again. */
  restore(): Promise<boolean>
  isUsed: boolean
}

let databases: SharedDatabase[] | undefined

/**
 * From now on, test files use a database and its connections again: PostgreSQL plans the statements of a new connection anew, which
 * takes it longer than executing them. Returns a function that closes and drops the databases.
 */
export function shareDatabases(): () => Promise<void> {
  databases = []
  return async () => {
    for (const database of databases ?? []) await discard(database)
  }
}

/** A database of the process that no file uses, as `create` makes it; undefined when the files of this process share none. */
export async function takeDatabase(create: () => Promise<TestDatabase>): Promise<SharedDatabase | undefined> {
  if (!databases) return undefined
  for (const database of databases.filter(({ isUsed }) => !isUsed)) {
    // Not at the end of the file before: its other hooks end programs that write too.
    if (await database.restore().catch(() => false)) {
      database.isUsed = true
      return database
    }
    databases = databases.filter((each) => each !== database)
    await discard(database)
  }
  const made = await share(await create())
  databases.push(made)
  return made
}

/** Connections of a pool of this size, which stay open after the file; undefined when the database is not shared. */
export async function sharedPool(options: OpenOptions & { poolSize: number }): Promise<Database | undefined> {
  const shared = databases?.find(({ url }) => url === options.databaseUrl)
  if (!shared) return undefined
  const opened = shared.pools.get(options.poolSize) ?? (await openDatabase(options))
  shared.pools.set(options.poolSize, opened)
  return opened
}

async function discard({ database, pools, drop }: SharedDatabase): Promise<void> {
  for (const opened of [database, ...pools.values()]) await opened.close()
  await drop()
}

/** Bytes of a database that is not used again: its dead rows would slow down the next file. */
const MAX_SIZE = 60_000_000

/** Makes a database one that can be restored. */
export async function share({ url, drop }: TestDatabase): Promise<SharedDatabase> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: testLog, poolSize: testPoolSize })
  const pools = new Map<number, Database>()
  const ask = async <Row>(text: string) => (await database.pool.query(text)).rows as Row[]

  const tables = await ask<{ name: string; columns: string }>(`
    SELECT c.relname AS name, string_agg(quote_ident(attname), ', ') FILTER (WHERE attgenerated = '') AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY c.oid`)
  const exist = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`)
  const filled = async () => (await ask<{ name: string }>(exist.join(' UNION ALL '))).map(({ name }) => name)
  const sequences = await ask<{ name: string }>(
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'`,
  )

  await database.pool.query('CREATE SCHEMA pristine')
  const fillAgain: string[] = sequences.map(({ name }) => `ALTER SEQUENCE ${name} RESTART`)
  for (const name of await filled()) {
    await database.pool.query(`CREATE TABLE pristine.${name} AS TABLE ${name}`)
    const columns = tables.find((table) => table.name === name)?.columns
    fillAgain.push(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM pristine.${name}`,
    )
  }
  const [schema] = await ask<{ is: string }>(SCHEMA)

  return {
    url,
    drop,
    database,
    pools,
    isUsed: true,
    async restore() {
      const [now] = await ask<{ is: string; size: number; connections: number }>(
        `SELECT (${SCHEMA}), pg_database_size(current_database())::integer AS size, (
          SELECT count(*)::integer FROM pg_stat_activity
          WHERE datname = current_database() AND application_name <> 'agremia cache') AS connections`,
      )
      const open = [database, ...pools.values()].reduce((sum, { pool }) => sum + pool.totalCount, 0)
      if (!now || now.is !== schema?.is || now.size > MAX_SIZE || now.connections > open) return false
      const empty = (await filled()).map((name) => `DELETE FROM ${name}`)
      // As a replica, PostgreSQL runs no triggers, so that the order of the tables does not matter.
      await database.pool.query(
        [
          'BEGIN',
          'SET LOCAL session_replication_role = replica',
          ...empty,
          ...fillAgain,
          ...FORGET_STATISTICS,
          'COMMIT',
        ].join(';'),
      )
      return true
    },
  }
}

/** What `ANALYZE` counted in a file would decide plans that the next one explains. */
const FORGET_STATISTICS = [
  `SELECT pg_clear_attribute_stats(schemaname, tablename, attname, inherited) FROM pg_stats WHERE schemaname = 'public'`,
  `SELECT pg_clear_relation_stats('public', relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= 0`,
]

/** A value that differs after a change of tables, triggers, constraints, indexes or functions. */
const SCHEMA = `SELECT md5(concat(
  (SELECT string_agg(oid || relname, ',' ORDER BY oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
  (SELECT string_agg(xmin::text, ',' ORDER BY oid) FROM pg_trigger),
  (SELECT string_agg(xmin::text, ',' ORDER BY oid) FROM pg_constraint),
  (SELECT string_agg(xmin::text, ',' ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
  (SELECT string_agg(a.xmin::text, ',' ORDER BY attrelid, attnum) FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace))) AS is`
