import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { copyIn, named, namedList } from '../database/copy.ts'
import { inDirectSession } from '../database/direct-session.ts'
import { startEmbedded } from '../database/embedded.ts'
import type { Log } from '../database/log.ts'
import type { Migration } from '../database/migrate.ts'
import {
  apply,
  checkApplied,
  createMigrationsTable,
  lockMigrations,
  readMigrations,
} from '../database/migrate.ts'
import { execute, exists, many, raw, sql } from '../database/sql.ts'
import { StartError } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import type { WrappingKeys } from '../keys.ts'
import { checkKeys } from '../keys.ts'
import { afterRestoring } from './after-restoring.ts'
import type { BackedUpTable, Manifest } from './format.ts'
import type { OpenBackup } from './read-backup.ts'
import { readTables, tableFacts } from './write-backup.ts'

interface Progress {
  rows: number
  files: number
}

interface RestoreTarget {
  listenUrl: string
  files: Pick<FileStore, 'write'>
  wrapping?: WrappingKeys
}

/**
 * Restores a backup into an empty database and a store. Rows and files appear together, when all are there; a process that dies meanwhile
 * leaves the database empty. Then applies the migrations that the backup does not have. Throws StartError when the database has an
 * organisation, when the backup is damaged or of a newer program, and when its keys are encrypted with others than `wrapping`.
 */
export async function restoreBackup(
  { listenUrl, files, wrapping = {} }: RestoreTarget,
  backup: OpenBackup,
  onProgress: (done: Progress) => void = () => {},
): Promise<void> {
  await inDirectSession(listenUrl, 'agremia restore', async (client) => {
    await lockMigrations(client)
    await execute(client, sql`BEGIN`)
    await emptyDatabase(client)
    const later = await load(client, backup, onProgress)
    for (const migration of later) await apply(client, migration)
    for (const statement of afterRestoring(backup.manifest)) await execute(client, statement)
    await checkKeys(client, wrapping)
    const { rows } = sumOf(backup.manifest.tables)
    let count = 0
    for await (const { id, variant, content } of backup.files()) {
      await files.write(id, variant, content)
      onProgress({ rows, files: ++count })
    }
    checkCount(backup.manifest, count)
    await execute(client, sql`COMMIT`)
  })
}

/** What a check found: a line for each difference. */
export interface CheckResult extends Progress {
  differences: string[]
}

/**
 * Restores a backup into a PostgreSQL of its own in a temporary folder, which it deletes, and compares it with the backup: the rows, sums
 * and content of each table, and the content of each file.
 */
export async function checkBackup(backup: OpenBackup, log: Log): Promise<CheckResult> {
  checkApplied(backup.manifest.migrations, readMigrations())
  const dataDir = await mkdtemp(join(tmpdir(), 'agremia-check-'))
  // Nothing of it is kept.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const postgres = await startEmbedded({ dataDir, log, settings })
  try {
    return await inDirectSession(postgres.url, 'agremia check', async (client) => {
      await execute(client, sql`BEGIN`)
      await load(client, backup)
      const differences = await compare(client, backup.manifest)
      let files = 0
      for await (const { content } of backup.files()) {
        await pipeline(content, new Writable({ write: (_part, _encoding, done) => done() }))
        files++
      }
      checkCount(backup.manifest, files)
      return { differences, files, rows: sumOf(backup.manifest.tables).rows }
    })
  } finally {
    // The cluster may lie elsewhere, where PostgreSQL's user may enter, with a link to it.
    const cluster = await realpath(join(dataDir, 'postgres'))
    await postgres.stop()
    for (const path of [cluster, dataDir]) await rm(path, { recursive: true, force: true })
  }
}

const damaged = (what: string, cause?: unknown) =>
  new StartError(`A cópia está incompleta ou estragada (${what}): use outra.`, { cause })

function checkCount({ files }: Manifest, count: number): void {
  const expected = files?.count ?? 0
  if (count !== expected) throw damaged(`tem ${count} ficheiros em vez de ${expected}`)
}

function sumOf(tables: readonly BackedUpTable[]): { rows: number } {
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}

/** Makes room for the tables of the backup. Throws StartError when there is an organisation. */
async function emptyDatabase(client: pg.Client): Promise<void> {
  // Waits for an organisation that is being created.
  await execute(client, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.setup})`)
  if (!(await exists(client, sql`SELECT FROM pg_class WHERE oid = to_regclass('public.users')`))) return
  if (await exists(client, sql`SELECT FROM users UNION ALL SELECT FROM people LIMIT 1`))
    throw new StartError(
      'Esta base de dados já tem uma organização, e nada lhe foi feito: reponha a cópia noutra pasta (DATA_DIR) ou noutra base de dados (DATABASE_URL).',
    )
  // What the program itself inserted at its first start.
  await execute(client, sql`DROP SCHEMA public CASCADE`)
  await execute(client, sql`CREATE SCHEMA public`)
}

/** Creates the tables as they were and copies the rows. Returns the migrations that are not applied. Needs a transaction. */
async function load(
  client: pg.Client,
  { manifest, table }: OpenBackup,
  onProgress: (done: Progress) => void = () => {},
): Promise<Migration[]> {
  const migrations = readMigrations()
  const applied = checkApplied(manifest.migrations, migrations)
  await createMigrationsTable(client)
  for (const migration of migrations.slice(0, applied)) await apply(client, migration)
  await execute(client, sql`SET CONSTRAINTS ALL IMMEDIATE`)
  const tables = await readTables(client)
  checkTables(tables, manifest.tables)
  const keys = await many(
    client,
    sql`SELECT t.relname::text AS owner, k.conname::text AS name, pg_get_constraintdef(k.oid) AS definition
        FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    { owner: 'text', name: 'text', definition: 'text' },
  )
  for (const { owner, name } of keys)
    await execute(client, sql`ALTER TABLE ${named(owner)} DROP CONSTRAINT ${named(name)}`)
  // Triggers keep totals, which are rows of the backup too.
  const setTriggers = async (state: 'DISABLE' | 'ENABLE') => {
    for (const { name } of tables)
      await execute(client, sql`ALTER TABLE ${named(name)} ${raw(state)} TRIGGER USER`)
  }
  await setTriggers('DISABLE')
  await execute(client, sql`TRUNCATE ${namedList(tables.map(({ name }) => name))}`)
  const done = { rows: 0, files: 0 }
  for (const known of manifest.tables) {
    await copyRows(client, known, await table(known.name))
    done.rows += known.rows
    onProgress(done)
  }
  await setTriggers('ENABLE')
  for (const { owner, name, definition } of keys)
    await execute(client, sql`ALTER TABLE ${named(owner)} ADD CONSTRAINT ${named(name)} ${raw(definition)}`)
  for (const [name, last] of Object.entries(manifest.sequences))
    if (last !== null)
      await execute(client, sql`SELECT setval(${`public.${name}`}::regclass, ${last}::bigint)`)
  return migrations.slice(applied)
}

/** Names of tables and columns go into SQL: only those that the migrations made. */
function checkTables(
  made: readonly { name: string; columns: string[] }[],
  known: readonly BackedUpTable[],
): void {
  const listed = new Map(known.map(({ name, columns }) => [name, columns.join()]))
  const other = made.find(({ name, columns }) => listed.get(name) !== columns.join())
  if (other) throw damaged(`não tem a tabela ${other.name} como ela era`)
  if (listed.size !== made.length) throw damaged('tem outras tabelas')
}

async function copyRows(
  client: pg.Client,
  { name, columns, rows, sha256 }: BackedUpTable,
  csv: Readable,
): Promise<void> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      done(null, part)
    },
  })
  csv.once('error', (error) => hashing.destroy(error))
  const count = await copyIn(client, { name, columns }, csv.pipe(hashing)).catch((error: unknown) => {
    // PostgreSQL rejects rows that do not fit the table.
    throw error instanceof DatabaseError ? damaged(`a tabela ${name} tem outro conteúdo`, error) : error
  })
  if (hash.digest('hex') !== sha256 || count !== rows) throw damaged(`a tabela ${name} tem outro conteúdo`)
}

async function compare(client: pg.Client, { tables }: Manifest): Promise<string[]> {
  const known = new Map(tables.map((table) => [table.name, table]))
  const differences: string[] = []
  for (const table of await readTables(client)) {
    const { rows, sums, csv } = await tableFacts(client, table)
    const hash = createHash('sha256')
    for await (const part of csv) hash.update(part as Buffer)
    const backedUp = known.get(table.name)
    if (rows !== backedUp?.rows)
      differences.push(`${table.name}: ${rows} linhas em vez de ${backedUp?.rows ?? 0}`)
    else if (JSON.stringify(sums) !== JSON.stringify(backedUp.sums))
      differences.push(`${table.name}: outras somas`)
    else if (hash.digest('hex') !== backedUp.sha256) differences.push(`${table.name}: outro conteúdo`)
  }
  return differences
}
