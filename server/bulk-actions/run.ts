import type { Caller } from '@agremia/resources/access.ts'
import { findAccount } from '../auth/index.ts'
import { allowLongStatements, isCollision, isUnreachable } from '../database/transaction.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, inline, jsonOf, many, maybeOne, nullable, raiseVersion, sql } from '../database/sql.ts'
import { ApiError } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { isUnderWay, updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { BulkTask, Engine } from '../rest/modules.ts'
import { writingOf } from '../rest/register-resource.ts'
import { findTask } from './find-task.ts'
import { updateRunning, writeChanges, writeResult } from './results.ts'
import { stopLock } from './stop-lock.ts'

/** Milliseconds between two writes of how far it got. */
const PROGRESS_MS = 1000
/** Records that are read at once; each is done by itself. */
const portion = 200

const problem =
  'A tarefa não pôde ser preparada: nada foi feito. Pode tentar outra vez; se voltar a falhar, peça ajuda a quem cuida da instalação.'

/** Does a bulk action from where it was left, each record once, whatever happens to the process meanwhile. */
export async function runBulkAction(engine: Engine, job: Job): Promise<void> {
  const { world } = engine
  const id = job.data['id'] ?? ''
  const asked = await begin(engine, id)
  if (!asked) return
  let running: Running | undefined
  await workOrFail(world, { resource: 'bulkActions', id, problem }, async () => {
    running = await prepare(engine, asked, job)
  })
  if (!running) return
  // Records may be left when another process, which has died since, was doing them.
  let isLeft = true
  while (isLeft && (await goThrough(running))) isLeft = await finish(running)
}

type AskedRow = RowOf<typeof askedShape>
const askedShape = {
  ...idAndVersion,
  kind: 'text',
  resource: 'text?',
  action: 'text?',
  input: nullable(jsonOf<Record<string, unknown>>()),
  audience: 'json?',
  isSettled: 'boolean',
} as const

function begin({ world }: Engine, id: string): Promise<AskedRow | undefined> {
  return updateWorkRecord(world, 'bulkActions', (db) =>
    maybeOne(
      db,
      sql`UPDATE bulk_actions SET state = 'running', problem = NULL, finished_at = NULL, ${raiseVersion()}
          WHERE id = ${id} AND ${isUnderWay}
          RETURNING id, version, kind, resource, action, input, audience, settled_at IS NOT NULL AS "isSettled"`,
      askedShape,
    ),
  )
}

/** A bulk action that this process is doing. */
interface Running {
  engine: Engine
  id: string
  task: BulkTask
  input: unknown
  signal: AbortSignal
  /** When the counts were written, in milliseconds of `performance.now()`. */
  writtenAt: number
}

/** Settles the records, once. Returns undefined when the bulk action has ended. */
async function prepare(engine: Engine, asked: AskedRow, job: Job): Promise<Running | undefined> {
  const { id } = asked
  const task = findTask(engine, asked)
  if (!task) throw new Error(`bulk action ${id}: there is no such task`)
  const today = await engine.world.organisation.today()
  const settings = await engine.world.organisation.settings()
  const input = task.readInput(asked.input ?? {}, { today, settings })
  const running = { engine, id, task, input, signal: job.signal, writtenAt: performance.now() }
  if (asked.isSettled) return running
  try {
    await settle(running, asked.audience)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    await endFailed(running, error.message)
    return undefined
  }
  return running
}

async function settle({ engine, id, task, input }: Running, audience: unknown): Promise<void> {
  const { world } = engine
  await writeChanges(world, async (db) => {
    const asking = await lockRunning(db, id)
    if (!asking) return []
    const { caller } = await callerOf(db, asking, task)
    await allowLongStatements(db)
    const today = await world.organisation.today()
    const settings = await world.organisation.settings()
    const records = task.records({ engine, audience, input, caller, today, settings })
    await execute(
      db,
      sql`INSERT INTO bulk_action_results (bulk_action_id, place, record_id, label, outcome, reason, data)
          SELECT ${id}::uuid, place, record_id, coalesce(nullif(label, ''), '—'), CASE WHEN reason IS NULL THEN 'pending' ELSE 'skipped' END, reason, data
          FROM (${records}) records ORDER BY place ON CONFLICT (bulk_action_id, record_id) DO NOTHING`,
    )
    return updateRunning(db, id, sql`settled_at = now()`)
  })
}

interface Asking {
  askedBy: string | null
  name: string | null
  address: string | null
}

/** Who asks for a bulk action that is still to go on. Whoever stops it waits for this transaction, and no other record follows. */
async function lockRunning(db: Querying, id: string): Promise<Asking | undefined> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${stopLock(id)})`)
  // A statement of its own: it must see what was committed while the lock was waited for.
  return maybeOne(
    db,
    sql`SELECT asked_by AS "askedBy", created_by_name AS name, address FROM bulk_actions WHERE id = ${id} AND state = 'running'`,
    { askedBy: 'uuid?', name: 'text?', address: 'text?' },
  )
}

/** The account in whose name it is done may not do it any more. The message is for the staff. */
class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/** Who asked, as the account is now. Throws `NotAllowed`. */
async function callerOf(
  db: Querying,
  { askedBy, name, address }: Asking,
  task: BulkTask,
): Promise<{ caller: Caller; address: string | null }> {
  const account = askedBy === null ? undefined : await findAccount(db, askedBy)
  if (!account) throw new NotAllowed(`A conta de ${name ?? 'quem pediu'} já não existe. ${rest}`)
  if (account.blocked) throw new NotAllowed(`A conta de ${account.name} está bloqueada. ${rest}`)
  const { id, role, personId } = account
  const caller: Caller = { id, name: account.name, role, personId }
  if (task.access(caller) === false)
    throw new NotAllowed(`${account.name} já não tem permissão para esta tarefa. ${rest}`)
  return { caller, address }
}

const rest = 'O que falta não foi feito; quem tiver permissão pode continuar.'

interface Pending {
  id: string
  recordId: string
  place: number
}

/** Does every record that is pending. Returns whether it may go on: it was neither stopped nor ended. */
async function goThrough(running: Running): Promise<boolean> {
  const { engine, id, signal } = running
  let last = 0
  for (;;) {
    const pending: Pending[] = await many(
      engine.world.database.pool,
      sql`SELECT id, record_id AS "recordId", place FROM bulk_action_results
          WHERE bulk_action_id = ${id} AND outcome = 'pending' AND place > ${last} ORDER BY place LIMIT ${inline(portion)}`,
      { id: 'uuid', recordId: 'text', place: 'integer' },
    )
    for (const record of pending) {
      if (signal.aborted) throw new JobInterrupted('the program is ending')
      if (!(await doOne(running, record))) return false
      await writeProgress(running)
    }
    const reached = pending.at(-1)
    if (!reached) return true
    last = reached.place
  }
}

/** Does one record, with its result, in one transaction. Returns whether it may go on with the next. */
async function doOne(running: Running, record: Pending): Promise<boolean> {
  const { world } = running.engine
  try {
    return await perform(running, record)
  } catch (error) {
    if (error instanceof NotAllowed) {
      await endFailed(running, error.message)
      return false
    }
    // The record stays pending, and the job is retried.
    if (isUnreachable(error)) throw error
    const reason = reasonOf(error)
    if (reason === unexpected)
      world.log.error({ err: error, bulkAction: running.id, record: record.recordId }, 'a bulk action failed')
    await writeResult(world.database.pool, record.id, { outcome: 'failed', reason })
    return true
  }
}

async function perform({ engine, id, task, input }: Running, record: Pending): Promise<boolean> {
  const { world } = engine
  return writeInTransaction(world, async (db, changes) => {
    const asking = await lockRunning(db, id)
    if (!asking) return false
    const writing = { ...(await writingOf(engine, db, await callerOf(db, asking, task))), changes }
    // Locks the result: another process that lost its advisory lock may be doing the same record.
    const result = await maybeOne(
      db,
      sql`SELECT data FROM bulk_action_results WHERE id = ${record.id} AND outcome = 'pending' FOR NO KEY UPDATE`,
      { data: 'json?' },
    )
    if (!result) return true
    const done = await task.perform(writing, { id: record.recordId, data: result.data }, input)
    await writeResult(db, record.id, done)
    return true
  })
}

const unexpected = 'Não foi possível concluir: a causa está no registo do servidor.'

/** Why a record was refused, in words. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError)
    return (
      Object.values(error.errors ?? {})
        .flat()
        .join(' ') || error.message
    )
  if (isCollision(error)) return 'Os dados estavam a ser alterados ao mesmo tempo. Tente outra vez.'
  if ((error as { code?: string }).code === '57014') return 'Demorou demasiado tempo. Tente outra vez.'
  return unexpected
}

async function writeProgress(running: Running): Promise<void> {
  if (performance.now() - running.writtenAt < PROGRESS_MS) return
  running.writtenAt = performance.now()
  await writeChanges(running.engine.world, (db) => updateRunning(db, running.id, sql`problem = NULL`))
}

/** Says that it is done, unless records are left. Returns whether they are. */
async function finish({ engine, id }: Running): Promise<boolean> {
  let isLeft = false
  await writeChanges(engine.world, async (db) => {
    const pending = await many(
      db,
      sql`SELECT id FROM bulk_action_results WHERE bulk_action_id = ${id} AND outcome = 'pending' LIMIT 1`,
      { id: 'uuid' },
    )
    isLeft = pending.length > 0
    if (isLeft) return []
    return updateRunning(db, id, sql`state = 'done', finished_at = ${engine.world.clock()}::timestamptz`)
  })
  return isLeft
}

async function endFailed({ engine, id }: Running, reason: string): Promise<void> {
  await writeChanges(engine.world, (db) =>
    updateRunning(
      db,
      id,
      sql`state = 'failed', problem = ${reason}, finished_at = ${engine.world.clock()}::timestamptz`,
    ),
  )
}
