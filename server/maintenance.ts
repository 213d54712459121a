import { apiLimits, webhookLimits } from './limits.ts'
import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { todayIn } from '@agremia/resources/rules/dates.ts'
import { advisoryLocks } from './database/advisory-locks.ts'
import { allowLongStatements } from './database/transaction.ts'
import type { Sql } from './database/sql.ts'
import { execute, inline, one, sql } from './database/sql.ts'
import type { Tx } from './database/transaction.ts'
import { removeDiscarded } from './files/index.ts'
import { removeLeftOvers } from './files/received-documents.ts'
import { writeInTransaction } from './rest/changes.ts'
import { keyLifetimeHours } from './rest/idempotency.ts'
import type { World } from './rest/modules.ts'
import type { Change } from './rest/change.ts'

const minute = 60_000
const hour = 60 * minute

interface DailyWork {
  /** For the log. */
  name: string
  work: (tx: Tx) => Promise<Change[]>
}

/**
 * Runs maintenance: deletes expired rows, then the daily work of each area in order. Each is a separate transaction, so that a failure
 * neither rolls back nor stops the others; it is retried the next time. Stops at work that another process is doing, since that
 * process continues with the rest.
 */
export async function maintain(world: World): Promise<void> {
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  const tasks: DailyWork[] = [{ name: 'expired rows', work: (tx) => deleteExpired(tx, world.clock()) }]
  for (const { daily, resources } of world.areas)
    if (daily)
      tasks.push({
        name: resources[0]?.definition.name ?? '',
        work: (tx) => daily(tx, today, settings, world),
      })
  for (const [index, { name, work }] of tasks.entries()) {
    try {
      if (!(await runExclusively(world, index, work))) break
    } catch (error) {
      world.log.error({ err: error, work: name }, 'daily work failed; it will be retried')
    }
  }
  await removeDiscarded(world)
  await removeLeftOvers(world)
}

/** Does the work unless another process is doing it. Returns whether it did. */
async function runExclusively(world: World, index: number, work: DailyWork['work']): Promise<boolean> {
  return writeInTransaction(world, async (tx, changes) => {
    const { isLocked } = await one(
      tx,
      sql`SELECT pg_try_advisory_xact_lock(${advisoryLocks.maintenance}, ${index}) AS "isLocked"`,
      { isLocked: 'boolean' },
    )
    if (!isLocked) return false
    await allowLongStatements(tx)
    changes.push(...(await work(tx)))
    return true
  })
}

async function deleteExpired(tx: Tx, now: Date): Promise<Change[]> {
  const deleteOlder = (what: Sql, hours: number) =>
    execute(tx, sql`DELETE FROM ${what} < ${now}::timestamptz - ${inline(hours)} * interval '1 hour'`)
  await deleteOlder(sql`idempotency_keys WHERE created_at`, keyLifetimeHours)
  await deleteOlder(sql`refresh_tokens WHERE expires_at`, 0)
  await deleteOlder(sql`sessions WHERE expires_at`, 0)
  // Access tokens of a session that ended are refused while it is known.
  await deleteOlder(sql`sessions WHERE ended_at`, 24)
  await deleteOlder(sql`login_codes WHERE expires_at`, 24)
  await deleteOlder(sql`passkey_challenges WHERE expires_at`, 0)
  await deleteOlder(sql`email_changes WHERE expires_at`, 0)
  await deleteOlder(sql`login_attempts WHERE window_started_at`, 24)
  await deleteOlder(sql`webhook_deliveries WHERE created_at`, webhookLimits.loggedDays * 24)
  await deleteOlder(sql`webhook_secrets WHERE valid_until`, 0)
  await execute(
    tx,
    sql`DELETE FROM api_calls c USING (
          SELECT id, row_number() OVER (PARTITION BY api_secret_id ORDER BY created_at DESC, id DESC) AS place FROM api_calls) o
        WHERE o.id = c.id AND o.place > ${inline(apiLimits.logged)}`,
  )
  // Rows that can no longer be restored.
  await execute(
    tx,
    sql`UPDATE audit_events SET rows = NULL WHERE rows IS NOT NULL AND at < ${now}::timestamptz - interval '${inline(restorableDays)} days'`,
  )
  return []
}

/** Milliseconds until the next maintenance: an hour, or until the organisation's next day begins (up to a minute later). */
export function untilNext(now: Date, timeZone: string): number {
  const today = todayIn(timeZone, now)
  for (let later = minute; later < hour; later += minute)
    if (todayIn(timeZone, new Date(now.getTime() + later)) !== today) return later
  return hour
}

/** Runs maintenance at once, so that no request sees outdated data, then each hour and at midnight. */
export async function startMaintenance(world: World): Promise<{ close(): Promise<void> }> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const wait = async () => untilNext(world.clock(), (await world.organisation.settings()).timeZone)
  const run = async () => {
    await maintain(world).catch((error: unknown) => world.log.warn({ err: error }, 'maintenance failed'))
    const later = await wait().catch(() => hour)
    if (!isClosed) timer = setTimeout(() => void (running = run()), later).unref()
  }
  running = run()
  await running
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      return running
    },
  }
}
