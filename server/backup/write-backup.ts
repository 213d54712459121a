import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ZipFile } from 'yazl'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { copyOut, named, namedList } from '../database/copy.ts'
import { inDirectSession } from '../database/direct-session.ts'
import type { Querying } from '../database/querying.ts'
import { textKeyName } from '../database/sealed-text.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, join, jsonOf, literals, many, maybeOne, one, sql } from '../database/sql.ts'
import { StartError } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { pathOf } from '../files/file-store.ts'
import type { BackedUpTable, Manifest } from './format.ts'
import { filesPrefix, formatVersion, manifestPath, readme, readmePath, tablePath } from './format.ts'
import { contentOf } from '../files/zip-stream.ts'

/** The database and the files to back up. */
export interface BackupSource {
  /** Direct connections to the database. */
  listenUrl: string
  /** Null: the rows alone. */
  files: Pick<FileStore, 'read' | 'list'> | null
}

interface BackupOptions {
  /** Encrypts the backup, with age. */
  passphrase?: string | undefined
  clock: () => Date
  /** Called after each table and each file. */
  onProgress?: (done: { rows: number; files: number }) => void
}

export interface Backup {
  /** The file. Ends with an error when the backup could not be completed. */
  content: Readable
  /** Resolves when the content has ended. */
  manifest: Promise<Manifest>
}

/**
 * Makes a backup while the program works: the tables of one snapshot, and then the files that these refer to, which nobody deletes
 * meanwhile. Memory stays constant. The stream fails with StartError when another backup is running.
 */
export async function createBackup(source: BackupSource, options: BackupOptions): Promise<Backup> {
  const zip = new ZipFile()
  const output = contentOf(zip)
  const manifest = fill(zip, source, options).then(
    (made) => {
      zip.end()
      return made
    },
    (error: unknown) => {
      output.destroy(error as Error)
      throw error
    },
  )
  // The stream has the error too.
  manifest.catch(() => {})
  zip.on('error', (error: Error) => output.destroy(error))
  if (options.passphrase === undefined) return { content: output, manifest }
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(options.passphrase)
  const encrypted = await encrypter.encrypt(Readable.toWeb(output) as ReadableStream<Uint8Array>)
  return { content: Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]), manifest }
}

/** Whether no other session makes a backup; until this one ends, none can. */
async function isAlone(client: Querying): Promise<boolean> {
  const { isLocked } = await one(
    client,
    sql`SELECT pg_try_advisory_lock(${advisoryLocks.backup}) AS "isLocked"`,
    { isLocked: 'boolean' },
  )
  return isLocked
}

async function fill(
  zip: ZipFile,
  { listenUrl, files }: BackupSource,
  { clock, passphrase, onProgress = () => {} }: BackupOptions,
): Promise<Manifest> {
  const output = contentOf(zip)
  return inDirectSession(listenUrl, 'agremia backup', async (client) => {
    // The reader has gone: ends the COPY under way.
    output.once('close', () => output.readableEnded || void client.end())
    // PostgreSQL notices a moment later that the reader of the backup before has gone.
    for (let tries = 0; !(await isAlone(client)); tries++) {
      if (tries === 20) throw new StartError('Já está a ser feita outra cópia: espere que acabe.')
      await sleep(100)
    }
    await execute(client, sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`)
    // The first statement takes the snapshot.
    await execute(client, sql`SELECT`)
    const madeAt = clock().toISOString()
    zip.addBuffer(Buffer.from(readme), readmePath)
    const hasKeys = passphrase !== undefined || (await keysAreEncrypted(client))
    const done = { rows: 0, files: 0 }
    const tables: BackedUpTable[] = []
    for (const table of await readTables(client)) {
      const copied = await copyTable(client, zip, {
        ...table,
        isLimited: table.name === 'secrets' && !hasKeys,
      })
      tables.push(copied)
      done.rows += copied.rows
      onProgress(done)
    }
    const stored =
      files && (await copyFiles(client, zip, files, (count) => onProgress({ ...done, files: count })))
    const manifest: Manifest = {
      format: 'agremia-backup',
      formatVersion,
      madeAt,
      organisation: await organisationName(client),
      migrations: await many(client, sql`SELECT name, checksum FROM schema_migrations ORDER BY name`, {
        name: 'text',
        checksum: 'text',
      }),
      hasKeys,
      tables,
      sequences: await readSequences(client),
      files: stored,
    }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestPath)
    return manifest
  })
}

async function keysAreEncrypted(client: pg.Client): Promise<boolean> {
  // The column is of a later version than the table.
  const { isSafe } = await one(
    client,
    sql`SELECT coalesce(bool_and(coalesce((to_jsonb(s) ->> 'wrapped')::boolean, false)), true) AS "isSafe" FROM secrets s`,
    { isSafe: 'boolean' },
  )
  return isSafe
}

const tableShape = { name: 'text', columns: 'text[]', summed: 'text[]', order: 'text[]' } as const

/** A table with the columns to copy, without generated ones; those of 64 bits; and those that give an order which does not change. */
export type TableColumns = RowOf<typeof tableShape>

/** All tables of the program, by name, but the list of migrations, which is in the manifest. */
export function readTables(client: pg.Client): Promise<TableColumns[]> {
  return many(
    client,
    sql`SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
          coalesce(array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.atttypid = 'int8'::regtype), '{}') AS summed,
          coalesce((SELECT array_agg(k.attname::text ORDER BY x.place) FROM pg_index i, unnest(i.indkey::smallint[]) WITH ORDINALITY AS x (number, place)
            JOIN pg_attribute k ON k.attnum = x.number WHERE i.indrelid = c.oid AND i.indisprimary AND k.attrelid = c.oid),
            array_agg(a.attname::text ORDER BY a.attnum)) AS "order"
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
        GROUP BY c.oid, c.relname ORDER BY c.relname`,
    tableShape,
  )
}

/** Rows, sums and the CSV of a table, which must be read before the next statement. The same content gives the same CSV. */
export async function tableFacts(
  client: pg.Client,
  { name, columns, summed, order, isLimited = false }: TableColumns & { isLimited?: boolean },
): Promise<{ rows: number; sums: Record<string, string>; csv: Readable }> {
  // The texts of this key are in clear in the rest of such a backup: without it they would be lost.
  const which = isLimited ? sql`WHERE name = ${literals([textKeyName])}` : sql``
  const added = summed.map((column) => sql`${column}::text, coalesce(sum(${named(column)}), 0)::text`)
  const { rows, sums } = await one(
    client,
    sql`SELECT count(*)::integer AS rows, jsonb_build_object(${added.length > 0 ? join(added, ', ') : sql``}) AS sums FROM ${named(name)} ${which}`,
    { rows: 'integer', sums: jsonOf<Record<string, string>>() },
  )
  const csv = copyOut(
    client,
    sql`SELECT ${namedList(columns)} FROM ${named(name)} ${which} ORDER BY ${namedList(order)}`,
  )
  return { rows, sums, csv }
}

async function copyTable(
  client: pg.Client,
  zip: ZipFile,
  table: TableColumns & { isLimited: boolean },
): Promise<BackedUpTable> {
  const { rows, sums, csv } = await tableFacts(client, table)
  const hash = createHash('sha256')
  await addStream(zip, tablePath(table.name), csv, (part) => hash.update(part))
  return { name: table.name, columns: table.columns, rows, sums, sha256: hash.digest('hex') }
}

/** Adds an entry, and resolves when it was read to its end. Fails when the reader of the ZIP has gone, who would never read it. */
export async function addStream(
  zip: ZipFile,
  path: string,
  content: Readable,
  onPart: (part: Buffer) => void = () => {},
): Promise<void> {
  const passing = new Transform({
    transform(part: Buffer, _encoding, done) {
      onPart(part)
      done(null, part)
    },
  })
  const output = contentOf(zip)
  const gone = () => new Error('the reader of the ZIP has gone')
  const stop = () => passing.destroy(gone())
  output.once('close', stop)
  try {
    if (output.destroyed) throw gone()
    zip.addReadStream(passing, path, { mtime: new Date(0) })
    await pipeline(content, passing)
  } catch (error) {
    content.destroy()
    throw error
  } finally {
    output.off('close', stop)
  }
}

/** The contents whose rows are in the snapshot. */
async function copyFiles(
  client: pg.Client,
  zip: ZipFile,
  files: NonNullable<BackupSource['files']>,
  onFile: (count: number) => void,
): Promise<NonNullable<Manifest['files']>> {
  const rows = await many(client, sql`SELECT id FROM stored_files`, { id: 'uuid' })
  const ids = new Set(rows.map(({ id }) => id))
  const total = { count: 0, bytes: 0 }
  for await (const { id, variant } of files.list()) {
    if (!ids.has(id)) continue
    const content = await files.read(id, variant)
    if (!content) continue
    await addStream(zip, filesPrefix + pathOf(id, variant), content, ({ length }) => (total.bytes += length))
    onFile(++total.count)
  }
  return total
}

async function organisationName(client: pg.Client): Promise<string> {
  const row = await maybeOne(
    client,
    sql`SELECT coalesce(value, '') AS value FROM settings WHERE name = 'name'`,
    {
      value: 'text',
    },
  )
  return row?.value ?? ''
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const rows = await many(
    client,
    sql`SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
    { name: 'text', last: 'text?' },
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Content of a file to store, and what it holds, known when the content has ended. */
export interface MadeFile {
  content: AsyncIterable<Uint8Array>
  counts: Promise<{ rows: number; files: number }>
}
