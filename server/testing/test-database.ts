import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { type TestDatabase, takeDatabase, testPoolSize } from './shared-databases.ts'
import { testLog } from './test-log.ts'
import { startTestPostgres } from './test-postgres.ts'
import type { Database } from '../database/database.ts'

/**
 * Creates a database with tables for the test file that calls it at its top level, and drops it at the end. It is a copy of a migrated
 * template on the PostgreSQL of the whole run (`TEST_POSTGRES_URL`), or on its own when a file runs alone. With `migrated: false`
 * it is empty. Files that run in one process share theirs (`shared-databases.ts`).
 */
export async function testDatabase({ migrated = true } = {}): Promise<Database> {
  const { TEST_POSTGRES_URL } = process.env
  const postgres = TEST_POSTGRES_URL ? undefined : await startTestPostgres()
  const create = () => createTestDatabase(postgres?.url ?? TEST_POSTGRES_URL ?? '', { migrated })
  const shared = migrated ? await takeDatabase(create) : undefined
  if (shared) {
    after(() => {
      shared.isUsed = false
    })
    return shared.database
  }
  const made = await create()
  const database = await openDatabase({
    databaseUrl: made.url,
    dataDir: '',
    log: testLog,
    poolSize: testPoolSize,
  })
  after(async () => {
    await database.close()
    await made.drop()
    await postgres?.stop()
  })
  return database
}

/** URLs for a program under test: through the pooler `TEST_POOLER_URL`, when the run has one. */
export function programUrls(databaseUrl: string): { databaseUrl: string; databaseListenUrl?: string } {
  const pooler = process.env.TEST_POOLER_URL
  if (!pooler) return { databaseUrl }
  return {
    databaseUrl: urlOf(pooler, new URL(databaseUrl).pathname.slice(1)),
    databaseListenUrl: databaseUrl,
  }
}

/** Initial content: the tables (default), nothing, or a copy of the database `template`, which must have no connections. */
interface TestDatabaseOptions {
  migrated?: boolean
  template?: string | undefined
}

/** Creates a database on the server, for a program that connects by itself. */
export async function createTestDatabase(
  serverUrl: string,
  { migrated = true, template }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const name = `agremia_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await administer(serverUrl, async (admin) => {
    const begun = template ?? (migrated ? await prepareTemplate(serverUrl, admin) : 'template0')
    // The default strategy writes every page to the write-ahead log: twice the processor time, here and when dropped.
    await admin.query(`create database ${name} template ${begun} strategy file_copy`)
  })
  return {
    url: urlOf(serverUrl, name),
    drop: () =>
      administer(serverUrl, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** Any number that no other advisory lock in the maintenance database has. */
const TEMPLATE_LOCK = 720_116
const MIGRATIONS = join(import.meta.dirname, '../database/migrations')

/** Migrates the template once; other callers wait. Its name has a hash of the migrations, so that an old one is not used. */
async function prepareTemplate(serverUrl: string, admin: pg.Client): Promise<string> {
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).sort())
    hash.update(file).update(readFileSync(join(MIGRATIONS, file)))
  const name = `agremia_template_${hash.digest('hex').slice(0, 12)}`
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    const draft = `${name}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    const database = await openDatabase({ databaseUrl: urlOf(serverUrl, draft), dataDir: '', log: testLog })
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    await admin.query(`alter database ${draft} rename to ${name}`)
    return name
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
}

async function administer(serverUrl: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: urlOf(serverUrl, 'postgres') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
