import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import type pg from 'pg'
import { serverProcess } from '../scripts/server-process.mjs'
import { migrate } from '../server/database/migrate.ts'
import { openDatabase } from '../server/database/open.ts'
import { type ChangeNotice, changesChannel } from '../server/rest/changes.ts'
import { insertSampleMembers } from '../server/setup/sample-members.ts'
import { testLog } from '../server/testing/test-log.ts'
import { atEnd, type Served, serve } from './processes.ts'
import type { Database } from '../server/database/database.ts'
import { timeOne } from './timing.ts'

/** An organisation with its server and the baseline program, on the same database. */
export interface Organisation {
  size: number
  databaseUrl: string
  /** The server's API, without a slash at the end. */
  api: string
  server: Served
  control: Served
  /** Headers of a signed-in request. */
  headers: { authorization: string }
  tokens: { access: string; refresh: string }
  /** Direct connections to the database. */
  pool: pg.Pool
  memberIds: string[]
}

/** Starts the program's own PostgreSQL, durable as in production, in a temporary folder. */
export async function startPostgres(): Promise<Database> {
  const dataDir = makeFolder()
  // The data may be elsewhere, where PostgreSQL's user has access, with a link in this folder.
  atEnd(() => removeFolder(realpathSync(join(dataDir, 'postgres'))))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: testLog })
  atEnd(() => database.close())
  return database
}

const terminology = 'club'
/** Path of the members list. */
export const memberPath = terminologyOf(terminology, { name: '' }).memberURLPlural
const administrator = { email: 'medir@exemplo.pt', password: 'Uma-palavra-7-longa' }
/** The date of the sample data. */
export const today = '2026-11-21'

/** Creates an organisation of `size` members in its own database, and starts its server and the baseline program. */
export async function createOrganisation(postgres: Database, size: number): Promise<Organisation> {
  const name = `bench_${size}`
  await postgres.pool.query(`CREATE DATABASE ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '', log: testLog })
  atEnd(() => database.close())
  await migrate(database)

  const server = await startServer(url.href)
  await insertSampleMembers(database.pool, { count: size, today })
  await vacuum(database.pool)
  const control = await serve([join(import.meta.dirname, 'control.ts')], {
    health: '/',
    env: { DATABASE_URL: url.href },
  })

  const api = `${server.url}/api`
  return {
    size,
    databaseUrl: url.href,
    api,
    server,
    control,
    ...(await beginSession(api)),
    pool: database.pool,
    memberIds: await chooseMembers(database.pool),
  }
}

/** Starts the program as in production, on the database; sets the organisation up if needed. */
export async function startServer(
  databaseUrl: string,
  dataDir = makeFolder(),
  timeoutMs?: number,
  folder?: string,
): Promise<Served> {
  // An earlier one runs from its sources.
  const { args, env } =
    folder === undefined ? serverProcess() : { args: [join(folder, 'server/main.ts')], env: {} }
  return serve(args, {
    health: '/api',
    timeoutMs,
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PUBLIC_URL: '',
      SMTP_URL: '',
      SENTRY_DSN: '',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      TERMINOLOGY: terminology,
    },
  })
}

/** Starts the program of another folder, as of an earlier commit, installed and built, on a database of its own with that program's sample data. */
export async function createEarlierOrganisation(
  postgres: Database,
  folder: string,
  size: number,
): Promise<Omit<Organisation, 'control'>> {
  const name = `earlier_${size}`
  await postgres.pool.query(`CREATE DATABASE ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const server = await startServer(url.href, makeFolder(), undefined, resolve(folder))
  const samples = (await import(resolve(folder, 'server/setup/sample-members.ts'))) as {
    insertSampleMembers: typeof insertSampleMembers
  }
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '', log: testLog })
  atEnd(() => database.close())
  await samples.insertSampleMembers(database.pool, { count: size, today })
  await vacuum(database.pool)
  const api = `${server.url}/api`
  const { pool } = database
  return {
    size,
    databaseUrl: url.href,
    api,
    server,
    ...(await beginSession(api)),
    pool,
    memberIds: await chooseMembers(pool),
  }
}

async function chooseMembers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM members ORDER BY random() LIMIT 2000')
  return rows.map(({ id }) => id)
}

/** Vacuums now what autovacuum would do minutes after many inserts, during the measurements. */
export async function vacuum(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query('VACUUM ANALYZE')
    await client.query('RESET statement_timeout')
  } finally {
    client.release()
  }
}

/** Makes the server forget the sums of a list that it keeps, as a write of another process does. */
export async function forgetSums(
  { api, pool }: Organisation,
  resource: ChangeNotice['resource'],
): Promise<void> {
  const notice: ChangeNotice = { resource, action: 'updated', ids: [], version: 1 }
  await pool.query('SELECT pg_notify($1, $2)', [changesChannel, JSON.stringify(notice)])
  // The notification has been processed when these requests are answered.
  await timeOne(api)
  await timeOne(api)
}

/** Creates a temporary folder, deleted at the end. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agremia-bench-'))
  atEnd(() => removeFolder(folder))
  return folder
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Signs in as the administrator. Access tokens expire, so long runs call it again. */
export async function beginSession(api: string): Promise<Pick<Organisation, 'headers' | 'tokens'>> {
  const response = await fetch(`${api}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (!response.ok) throw new Error(`signing in responded ${response.status}: ${await response.text()}`)
  const tokens = (await response.json()) as Organisation['tokens']
  return { headers: { authorization: `Bearer ${tokens.access}` }, tokens }
}
