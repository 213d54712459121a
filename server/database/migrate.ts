import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../errors.ts'
import { inDirectSession } from './direct-session.ts'
import type { Database } from './database.ts'

/** Any number that nothing else uses as an advisory lock. */
const MIGRATION_LOCK = 720_115

interface MigrateOptions {
  folder?: string
  /** Called before pending migrations change a database that has earlier ones. */
  beforeUpgrade?: () => Promise<void>
}

const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * Applies the pending migrations in the order of their names, each in its own transaction. Returns the names of those applied.
 * An advisory lock makes processes that start at once run one after the other.
 */
export async function migrate(
  { listenUrl }: Pick<Database, 'listenUrl'>,
  { folder = migrationsFolder, beforeUpgrade = async () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  return inDirectSession(listenUrl, 'agremia migrations', async (client) => {
    await lockMigrations(client)
    await createMigrationsTable(client)
    const { rows } = await client.query<Applied>('select name, checksum from schema_migrations order by name')
    const pending = migrations.slice(checkApplied(rows, migrations))
    if (rows.length > 0 && pending.length > 0) await beforeUpgrade()
    for (const migration of pending) await applyAlone(client, migration)
    return pending.map(({ name }) => name)
  })
}

/** Waits until no other process migrates the database, and keeps others from it until the session ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the SQL in hexadecimal. */
  checksum: string
}

type Applied = Pick<Migration, 'name' | 'checksum'>

/** The migrations of the program, in order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  names.forEach((name, index) => {
    const number = String(index + 1).padStart(4, '0')
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || !name.startsWith(`${number}-`))
      throw new StartError(`A migração ${name} devia chamar-se ${number}-nome.sql, sem saltos na numeração.`)
  })
  return names.map((name) => {
    // Git may check files out with CRLF.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Number of applied migrations. Throws StartError unless they are the first ones, unchanged. */
export function checkApplied(applied: readonly Applied[], migrations: readonly Migration[]): number {
  applied.forEach(({ name, checksum }, index) => {
    const migration = migrations[index]
    if (migration?.name !== name)
      throw new StartError(
        `A base de dados tem a migração ${name}, que este programa não conhece: foi usada por uma versão mais recente da Agremia.`,
      )
    if (migration.checksum !== checksum)
      throw new StartError(
        `A migração ${name} foi alterada depois de aplicada; reponha-a e escreva a alteração numa nova.`,
      )
  })
  return applied.length
}

/** Applies a migration in the transaction of the session. Its temporary tables end with it, also when others follow in the same transaction. */
export async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('discard temp')
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await apply(client, migration)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new StartError(
      `A migração ${migration.name} falhou e nada dela ficou: ${(cause as Error).message}`,
      {
        cause,
      },
    )
  }
}
