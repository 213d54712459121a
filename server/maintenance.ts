import { todayIn } from '@agremia/resources/rules/dates.ts'
import { advisoryLocks } from './database/advisory-locks.ts'
import { inTransaction } from './database/transaction.ts'
import { removeDiscarded } from './files/index.ts'
import { forgetChanged, notifyChanges } from './rest/changes.ts'
import { keysKeptForHours } from './rest/idempotency.ts'
import type { Engine } from './rest/modules.ts'

const minute = 60_000
const hour = 60 * minute

/** What must happen with time: changes dated ahead take effect, and what has expired is forgotten. */
export async function maintain({ world, areas }: Pick<Engine, 'world' | 'areas'>): Promise<void> {
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  const now = world.clock()
  const changes = await inTransaction(world.database, async (tx) => {
    const { rows } = await tx.query({
      text: 'SELECT pg_try_advisory_xact_lock($1) AS mine',
      values: [advisoryLocks.maintenance],
    })
    if (!(rows[0] as { mine: boolean }).mine) return []
    const forget = (what: string, hours: number) =>
      tx.query({
        text: `DELETE FROM ${what} < $1::timestamptz - $2 * interval '1 hour'`,
        values: [now, hours],
      })
    await forget('idempotency_keys WHERE created_at', keysKeptForHours)
    await forget('refresh_tokens WHERE expires_at', 0)
    await forget('login_codes WHERE expires_at', 24)
    await forget('email_changes WHERE expires_at', 0)
    await forget('login_attempts WHERE window_started_at', 24)
    const due = []
    for (const { daily } of areas) if (daily) due.push(...(await daily(tx, today, settings)))
    await notifyChanges(tx, due)
    return due
  })
  forgetChanged(world, changes)
  await removeDiscarded(world)
}

/** How many milliseconds the next housekeeping waits: an hour, or until a day of the organisation begins (at most a minute more). */
export function untilNext(now: Date, timeZone: string): number {
  const today = todayIn(timeZone, now)
  for (let later = minute; later < hour; later += minute)
    if (todayIn(timeZone, new Date(now.getTime() + later)) !== today) return later
  return hour
}

/** Does it at once, so that nothing is answered out of date, and then each hour and when a day begins. */
export async function startMaintenance(engine: Engine): Promise<{ close(): Promise<void> }> {
  const { world } = engine
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const wait = async () => untilNext(world.clock(), (await world.organisation.settings()).timeZone)
  const run = async () => {
    await maintain(engine).catch((error: unknown) =>
      world.log.warn({ err: error }, 'the housekeeping failed'),
    )
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
