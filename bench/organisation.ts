import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import type pg from 'pg'
import { migrate } from '../server/database/migrate.ts'
import { type Database, openDatabase } from '../server/database/open.ts'
import { insertSampleMembers } from '../server/setup/sample-members.ts'
import { testLog } from '../server/testing/test-log.ts'
import { atEnd } from './ending.ts'
import { type Served, serve } from './processes.ts'

/** An organisation with its server and the bare control beside it, both on the same database. */
export interface Organisation {
  size: number
  databaseUrl: string
  /** The server's API, without a slash at the end. */
  api: string
  server: Served
  control: Served
  /** What a signed-in request carries. */
  headers: { authorization: string }
  tokens: { access: string; refresh: string }
  /** Connections of our own, for what is measured without any server. */
  pool: pg.Pool
  memberIds: string[]
}

/** The program's own PostgreSQL, durable as in production, in a folder that is gone at the end. */
export async function startPostgres(): Promise<Database> {
  const dataDir = makeFolder()
  // The data may stand elsewhere, where PostgreSQL's own user can enter, with a link to them here.
  atEnd(() => removeFolder(realpathSync(join(dataDir, 'postgres'))))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: testLog })
  atEnd(() => database.close())
  return database
}

const terminology = 'club'
/** Where the interface lists the members. */
export const memberPath = terminologyOf(terminology, { name: '' }).memberURLPlural
const administrator = { email: 'medir@exemplo.pt', password: 'Uma-palavra-7-longa' }
/** The day of what is made. */
export const today = '2026-11-21'

/** Creates an organisation of `size` members in a database of its own, and starts its server and its control. */
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
  const control = await serve('bench/control.ts', { health: '/', env: { DATABASE_URL: url.href } })

  const api = `${server.url}/api`
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM members ORDER BY random() LIMIT 2000',
  )
  const memberIds = rows.map(({ id }) => id)
  return {
    size,
    databaseUrl: url.href,
    api,
    server,
    control,
    ...(await beginSession(api)),
    pool: database.pool,
    memberIds,
  }
}

/** The program as it runs in production, on the organisation of the database; set up if there is none yet. */
export async function startServer(
  databaseUrl: string,
  dataDir = makeFolder(),
  patience?: number,
): Promise<Served> {
  return serve('server/main.ts', {
    health: '/api',
    patience,
    env: {
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

/** What PostgreSQL does by itself minutes after many rows arrive; done now, so that it does not do it meanwhile. */
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

/** An empty folder that is gone at the end. */
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
  const answer = await fetch(`${api}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`)
  const tokens = (await answer.json()) as Organisation['tokens']
  return { headers: { authorization: `Bearer ${tokens.access}` }, tokens }
}
