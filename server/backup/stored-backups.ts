import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { counted } from '@agremia/resources/rules/plural.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { v7 as newId } from 'uuid'
import { execute, many, maybeOne, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import { StartError, codeOf } from '../errors.ts'
import { newTemporaryPath } from '../files/received-documents.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { beginWork, updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { BackupKind } from '../files/backup-store.ts'
import { readBackupName } from '../files/backup-store.ts'
import { exportEverything } from './export-everything.ts'
import { openBackup } from './read-backup.ts'
import { checkBackup } from './restore.ts'
import { backupToCheck, findExpired } from './schedule.ts'
import { createBackup } from './write-backup.ts'
import type { World } from '../rest/modules.ts'
import type { MadeFile } from './write-backup.ts'

const resource = 'backups'

/**
 * The work of the queue `backups`: makes one (`id`) or checks one (`check`), and deletes those that have expired. One at a time: while
 * another process works on one, the job waits.
 */
export async function workOnBackups(world: World, job: Job): Promise<void> {
  const { id, check } = job.data
  let isDone = false
  await world.jobs.exclusively('backups', async () => {
    isDone = true
    if (check !== undefined) await checkStored(world, check)
    else if (id !== undefined) await makeStored(world, id, job)
    await tidy(world)
  })
  if (!isDone)
    await inTransaction(world.database, (db) =>
      world.jobs.add(db, 'backups', [{ data: job.data, after: 10 }]),
    )
}

const rowShape = { kind: textOf<BackupKind>(), name: 'text', withFiles: 'boolean' } as const

function findRow({ database }: World, id: string) {
  return maybeOne(
    database.pool,
    sql`SELECT kind, file_name AS name, with_files AS "withFiles" FROM backups WHERE id = ${id}`,
    rowShape,
  )
}

async function makeStored(world: World, id: string, job: Job): Promise<void> {
  if (!(await beginWork(world, { resource, id }))) return
  const row = await findRow(world, id)
  if (!row) return
  await workOrFail(world, { resource, id, problem: failureOf }, async () => {
    await expectSpace(world, row.withFiles)
    const made =
      row.kind === 'export' ? await exportEverything(world, job.signal) : await backUp(world, row.withFiles)
    const { bytes } = await world.backups.write(row.name, stoppable(made.content, job.signal))
    const { rows, files } = await made.counts
    await writeInTransaction(world, async (db, changes) => {
      const done = await many(
        db,
        sql`UPDATE backups SET state = 'done', problem = NULL, row_count = ${rows}, file_count = ${files}, kilobytes = ${Math.ceil(bytes / 1000)},
              finished_at = ${world.clock()}, ${raiseVersion()} WHERE id = ${id} AND state = 'running' RETURNING id, version`,
        idAndVersion,
      )
      changes.push(...changesOf(resource, 'updated', done))
      const toCheck = await backupToCheck(db, world.clock())
      if (toCheck !== undefined) changes.push(...(await requestCheck(db, world, toCheck)))
    })
  })
}

async function backUp(world: World, withFiles: boolean): Promise<MadeFile> {
  const { config, database, files, clock } = world
  const { content, manifest } = await createBackup(
    { listenUrl: database.listenUrl, files: withFiles ? files : null },
    { passphrase: config.backupPassphrase, clock },
  )
  const counts = manifest.then(({ tables, files: stored }) => ({
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: stored?.count ?? 0,
  }))
  // The stream has the error too.
  counts.catch(() => {})
  return { content, counts }
}

async function* stoppable(parts: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (signal.aborted) throw new JobInterrupted()
    yield part
  }
}

/** What people read of a failure. */
function failureOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  const code = codeOf(error)
  if (code === 'ENOSPC') return noSpace
  if (code === 'EACCES' || code === 'EROFS')
    return 'O programa não pode escrever na pasta das cópias: veja as permissões dela (BACKUP_PLACE).'
  return 'A cópia não pôde ser feita. A explicação está no registo do servidor; pode tentar outra vez.'
}

const noSpace =
  'Não há espaço livre para mais uma cópia: apague cópias antigas, ou guarde-as noutro sítio (BACKUP_PLACE).'

/** Throws StartError when there is no room for a backup as large as the last one. */
async function expectSpace({ backups, database }: World, withFiles: boolean): Promise<void> {
  const free = await backups.free()
  if (free === undefined) return
  const last = await maybeOne(
    database.pool,
    sql`SELECT kilobytes FROM backups WHERE state = 'done' AND with_files = ${withFiles} AND kilobytes IS NOT NULL ORDER BY date DESC LIMIT 1`,
    { kilobytes: 'integer' },
  )
  if (free < 1100 * (last?.kilobytes ?? 0)) throw new StartError(noSpace)
}

/** Marks a backup as waiting for its check and adds the job. */
export async function requestCheck(db: Tx, { jobs }: Pick<World, 'jobs'>, id: string) {
  const rows = await many(
    db,
    sql`UPDATE backups SET check_state = 'waiting', check_result = NULL, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  await jobs.add(db, 'backups', [{ data: { check: id } }])
  return changesOf(resource, 'updated', rows)
}

async function checkStored(world: World, id: string): Promise<void> {
  const row = await findRow(world, id)
  if (!row) return
  const { state, text } = await checkFile(world, row.name)
  if (state === 'bad') world.log.error({ backup: row.name, reason: text }, 'a backup cannot be restored')
  await updateWorkRecord(world, resource, (db) =>
    maybeOne(
      db,
      sql`UPDATE backups SET check_state = ${state}, checked_at = ${world.clock()}, check_result = ${text.slice(0, 500)}, ${raiseVersion()}
          WHERE id = ${id} AND check_state = 'waiting' RETURNING id, version`,
      idAndVersion,
    ),
  )
}

interface CheckOutcome {
  /** `none`: it could not be checked. */
  state: 'good' | 'bad' | 'none'
  text: string
}

/** Restores a stored backup at a temporary place and compares it. */
async function checkFile(world: World, name: string): Promise<CheckOutcome> {
  const path = await newTemporaryPath(world)
  try {
    const stored = await world.backups.read(name)
    if (!stored) return { state: 'bad', text: 'O ficheiro não está onde devia.' }
    await pipeline(stored, createWriteStream(path, { mode: 0o600 }))
    const opened = await openBackup(path, world.config.backupPassphrase)
    try {
      const { differences, rows, files } = await checkBackup(opened, world.log)
      if (differences.length > 0) return { state: 'bad', text: differences.join('; ') }
      const what = `${formatNumber(rows)} linhas e ${counted(files, 'ficheiro', 'ficheiros')}`
      return { state: 'good', text: `Repôs-se à parte, com as mesmas somas: ${what}.` }
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof StartError) return { state: 'bad', text: error.message }
    world.log.error({ err: error, backup: name }, 'a backup could not be checked')
    return { state: 'none', text: 'Não se conseguiu confirmar. A explicação está no registo do servidor.' }
  } finally {
    await rm(path, { force: true })
  }
}

/** Deletes expired and discarded backups: the file first, since a row without a file is deleted the next time. */
async function tidy(world: World): Promise<void> {
  const settings = await world.organisation.settings()
  const rows = await writeInTransaction(world, async (db, changes) => {
    const expired = await findExpired(db, settings, world.clock())
    const marked = await many(
      db,
      sql`UPDATE backups SET state = 'discarded', ${raiseVersion()} WHERE id = ANY(${expired}::uuid[]) AND state <> 'discarded' RETURNING id, version`,
      idAndVersion,
    )
    changes.push(...changesOf(resource, 'updated', marked))
    return many(db, sql`SELECT id, version, file_name AS name FROM backups WHERE state = 'discarded'`, {
      ...idAndVersion,
      name: 'text',
    })
  })
  for (const { id, version, name } of rows) {
    await world.backups.remove(name)
    await writeInTransaction(world, async (db, changes) => {
      await execute(db, sql`DELETE FROM backups WHERE id = ${id}`)
      changes.push({ resource, action: 'deleted', id, version })
    })
  }
}

/**
 * Adds rows for files that have none, as those before upgrades and all of a restored database; marks rows whose file is missing. Runs when
 * the program starts.
 */
export async function matchStoredFiles(world: World): Promise<void> {
  await world.jobs.exclusively('backup files', async () => {
    const stored = await world.backups.list()
    const bytesOf = new Map(stored.map(({ name, bytes }) => [name, bytes]))
    await writeInTransaction(world, async (db, changes) => {
      const known = await many(
        db,
        sql`SELECT id, version, file_name AS name, state FROM backups FOR UPDATE`,
        {
          ...idAndVersion,
          name: 'text',
          state: 'text',
        },
      )
      const names = new Set(known.map(({ name }) => name))
      for (const { name, bytes } of stored) {
        const read = readBackupName(name)
        if (names.has(name) || !read) continue
        const { kind, at, isEncrypted } = read
        const id = newId()
        await execute(
          db,
          sql`INSERT INTO backups (id, date, kind, file_name, state, with_files, is_encrypted, kilobytes, finished_at)
              VALUES (${id}, ${at}, ${kind}, ${name}, 'done', ${kind !== 'upgrade'}, ${isEncrypted}, ${Math.ceil(bytes / 1000)}, ${at})`,
        )
        changes.push({ resource, action: 'created', id, version: 1 })
      }
      const missing = known
        .filter(({ name, state }) => state === 'done' && !bytesOf.has(name))
        .map(({ id }) => id)
      const marked = await many(
        db,
        sql`UPDATE backups SET state = 'missing', ${raiseVersion()} WHERE id = ANY(${missing}::uuid[]) RETURNING id, version`,
        idAndVersion,
      )
      changes.push(...changesOf(resource, 'updated', marked))
    })
  })
}
