import type { Author } from '../auth/index.ts'
import { callerOf, NotAllowed } from '../auth/index.ts'
import { allowLongStatements, isCollision, isUnreachable } from '../database/transaction.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, inline, jsonOf, many, maybeOne, one, nullable, raiseVersion, sql } from '../database/sql.ts'
import { ApiError, codeOf, reasonOf } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { isUnderWay, updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { BulkTask, World } from '../rest/modules.ts'
import { createContext } from '../rest/write-request.ts'
import { updateRunning, writeChanges, writeResult } from './results.ts'
import { findTask } from './tasks.ts'

/** Milliseconds between two writes of the progress. */
const PROGRESS_MS = 1000
/** Records read in one statement; each is processed in its own transaction. */
const batchSize = 200

const problem =
  'A tarefa não pôde ser preparada: nada foi feito. Pode tentar outra vez; se voltar a falhar, peça ajuda a quem cuida da instalação.'

/** Runs a bulk action, or continues it after a crash. Processes each record once. */
export async function runBulkAction(world: World, job: Job): Promise<void> {
  const id = job.data['id'] ?? ''
  const row = await begin(world, id)
  if (!row) return
  let running: Running | undefined
  await workOrFail(world, { resource: 'bulkActions', id, problem }, async () => {
    running = await prepare(world, row, job)
  })
  if (!running) return
  // Repeats, since records may be pending again that another process, which crashed, was processing.
  let hasPending = true
  while (hasPending && (await processPending(running))) hasPending = await finish(running)
}

type BulkActionRow = RowOf<typeof bulkActionShape>
const bulkActionShape = {
  ...idAndVersion,
  kind: 'text',
  resource: 'text?',
  action: 'text?',
  input: nullable(jsonOf<Record<string, unknown>>()),
  audience: 'json?',
  isSettled: 'boolean',
} as const

function begin(world: World, id: string): Promise<BulkActionRow | undefined> {
  return updateWorkRecord(world, 'bulkActions', (db) =>
    maybeOne(
      db,
      sql`UPDATE bulk_actions SET state = 'running', problem = NULL, finished_at = NULL, ${raiseVersion()}
          WHERE id = ${id} AND ${isUnderWay}
          RETURNING id, version, kind, resource, action, input, audience, settled_at IS NOT NULL AS "isSettled"`,
      bulkActionShape,
    ),
  )
}

/** A bulk action that this process runs. */
interface Running {
  world: World
  id: string
  task: BulkTask
  input: unknown
  signal: AbortSignal
  /** The time of the last write of the counts, by `performance.now()`. */
  writtenAt: number
}

/** Stores the records to process, once. Returns undefined when the bulk action failed because the author has no access. */
async function prepare(world: World, row: BulkActionRow, job: Job): Promise<Running | undefined> {
  const { id } = row
  const task = findTask(world, row)
  if (!task) throw new Error(`bulk action ${id}: there is no such task`)
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  const input = task.readInput(row.input ?? {}, { today, settings })
  const running = { world, id, task, input, signal: job.signal, writtenAt: performance.now() }
  if (row.isSettled) return running
  try {
    await storeRecords(running, row.audience)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    await endFailed(running, error.message)
    return undefined
  }
  return running
}

async function storeRecords({ world, id, task, input }: Running, audience: unknown): Promise<void> {
  await writeChanges(world, async (db) => {
    const author = await lockRunning(db, id)
    if (!author) return []
    const settings = await world.organisation.settings()
    const { caller } = await callerOf(db, author, { access: task.access, settings })
    await allowLongStatements(db)
    const today = await world.organisation.today()
    const records = task.records({ world, audience, input, caller, today, settings })
    await execute(
      db,
      sql`INSERT INTO bulk_action_results (bulk_action_id, place, record_id, label, outcome, reason, data)
          SELECT ${id}::uuid, place, record_id, coalesce(nullif(label, ''), '—'), CASE WHEN reason IS NULL THEN 'pending' ELSE 'skipped' END, reason, data
          FROM (${records}) records ORDER BY place ON CONFLICT (bulk_action_id, record_id) DO NOTHING`,
    )
    return updateRunning(db, id, sql`settled_at = now()`)
  })
}

/** The author of a bulk action that is still running. The lock makes a stop wait for this transaction and precede the next record. */
async function lockRunning(db: Querying, id: string): Promise<Author | undefined> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${stopLock(id)})`)
  // A separate statement, whose snapshot includes what was committed while this waited for the lock.
  return maybeOne(
    db,
    sql`SELECT asked_by AS "accountId", created_by_name AS name, address FROM bulk_actions WHERE id = ${id} AND state = 'running'`,
    { accountId: 'uuid?', name: 'text?', address: 'text?' },
  )
}

interface Pending {
  id: string
  recordId: string
  place: number
}

/** Processes all pending records. Returns false when the bulk action was stopped or failed. */
async function processPending(running: Running): Promise<boolean> {
  const { world, id, signal } = running
  let last = 0
  for (;;) {
    const pending: Pending[] = await many(
      world.database.pool,
      sql`SELECT id, record_id AS "recordId", place FROM bulk_action_results
          WHERE bulk_action_id = ${id} AND outcome = 'pending' AND place > ${last} ORDER BY place LIMIT ${inline(batchSize)}`,
      { id: 'uuid', recordId: 'text', place: 'integer' },
    )
    for (const record of pending) {
      if (signal.aborted) throw new JobInterrupted()
      if (!(await processRecord(running, record))) return false
      await writeProgress(running)
    }
    const lastPending = pending.at(-1)
    if (!lastPending) return true
    last = lastPending.place
  }
}

/** Processes one record and stores its result in the same transaction. Returns whether to continue with the next. */
async function processRecord(running: Running, record: Pending): Promise<boolean> {
  const { world } = running
  try {
    return await perform(running, record)
  } catch (error) {
    if (error instanceof NotAllowed) {
      await endFailed(running, error.message)
      return false
    }
    // The database is not reachable: the record stays pending, and the job is retried.
    if (isUnreachable(error)) throw error
    const reason = failureOf(error)
    if (reason === unexpected)
      world.log.error({ err: error, bulkAction: running.id, record: record.recordId }, 'a bulk action failed')
    await writeResult(world.database.pool, record.id, { outcome: 'failed', reason })
    return true
  }
}

async function perform({ world, id, task, input }: Running, record: Pending): Promise<boolean> {
  if (task.beforehand) {
    const { data } = await one(
      world.database.pool,
      sql`SELECT data FROM bulk_action_results WHERE id = ${record.id}`,
      { data: 'json?' },
    )
    await task.beforehand(world, { id: record.recordId, bulkActionId: id, data }, input)
  }
  return writeInTransaction(world, async (db, changes) => {
    const author = await lockRunning(db, id)
    if (!author) return false
    const writing = {
      ...(await createContext(
        world,
        db,
        await callerOf(db, author, { access: task.access, settings: await world.organisation.settings() }),
      )),
      changes,
    }
    // Locks the result: another process, which lost its advisory lock, may be processing the same record.
    const result = await maybeOne(
      db,
      sql`SELECT data FROM bulk_action_results WHERE id = ${record.id} AND outcome = 'pending' FOR NO KEY UPDATE`,
      { data: 'json?' },
    )
    if (!result) return true
    const performed = { id: record.recordId, bulkActionId: id, data: result.data }
    const outcome = await task.perform(writing, performed, input)
    await writeResult(db, record.id, outcome)
    return true
  })
}

const unexpected = 'Não foi possível concluir: a causa está no registo do servidor.'

/** The reason of a failed record, for users. */
function failureOf(error: unknown): string {
  if (error instanceof ApiError) return reasonOf(error)
  if (isCollision(error)) return 'Os dados estavam a ser alterados ao mesmo tempo. Tente outra vez.'
  if (codeOf(error) === '57014') return 'Demorou demasiado tempo. Tente outra vez.'
  return unexpected
}

async function writeProgress(running: Running): Promise<void> {
  if (performance.now() - running.writtenAt < PROGRESS_MS) return
  running.writtenAt = performance.now()
  await writeChanges(running.world, (db) => updateRunning(db, running.id, sql`problem = NULL`))
}

/** Marks the bulk action as done, unless records are pending. Returns whether they are. */
async function finish({ world, id }: Running): Promise<boolean> {
  let hasPending = false
  await writeChanges(world, async (db) => {
    const pending = await many(
      db,
      sql`SELECT id FROM bulk_action_results WHERE bulk_action_id = ${id} AND outcome = 'pending' LIMIT 1`,
      { id: 'uuid' },
    )
    hasPending = pending.length > 0
    if (hasPending) return []
    return updateRunning(db, id, sql`state = 'done', finished_at = ${world.clock()}::timestamptz`)
  })
  return hasPending
}

async function endFailed({ world, id }: Running, reason: string): Promise<void> {
  await writeChanges(world, (db) =>
    updateRunning(
      db,
      id,
      sql`state = 'failed', problem = ${reason}, finished_at = ${world.clock()}::timestamptz`,
    ),
  )
}

/**
 * The key of an advisory lock that the transaction of each record takes in shared mode, and a stop exclusively. With a row lock the
 * next record would take it again before the waiting stop wakes; advisory locks are granted in the order of the requests.
 */
export function stopLock(id: string): Sql {
  return sql`hashtextextended('bulk action ' || ${id}::text, 0)`
}
