import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../errors.ts'

/** Any number that nothing else uses as an advisory lock. */
const MIGRATION_LOCK = 720_115

/**
 * Applies the pending migrations in the order of their names, each in its own transaction. Returns the names of those applied.
 * An advisory lock makes processes that start at once run one after the other.
 */
export async function migrate(
  { pool }: { pool: pg.Pool },
  folder = join(import.meta.dirname, 'migrations'),
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout to 0`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<Applied>('select name, checksum from schema_migrations order by name')
    const pending = migrations.slice(checkApplied(rows, migrations))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    // Closed instead of returned to the pool: closing releases the lock and the changed setting.
    client.release(true)
  }
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

interface Applied {
  name: string
  checksum: string
}

function readMigrations(folder: string): Migration[] {
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
function checkApplied(applied: Applied[], migrations: Migration[]): number {
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

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new StartError(`A migração ${name} falhou e nada dela ficou: ${(cause as Error).message}`, {
      cause,
    })
  }
}
