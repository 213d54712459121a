import { advisoryLocks } from './database/advisory-locks.ts'
import { inTransaction } from './database/transaction.ts'
import { removeDiscarded } from './files/index.ts'
import { forgetChanged, notifyChanges } from './rest/changes.ts'
import { keysKeptForHours } from './rest/idempotency.ts'
import type { Engine } from './rest/modules.ts'

const every = 60 * 60_000

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
    await forget('login_attempts WHERE window_started_at', 24)
    const due = []
    for (const { daily } of areas) if (daily) due.push(...(await daily(tx, today, settings)))
    await notifyChanges(tx, due)
    return due
  })
  forgetChanged(world, changes)
  await removeDiscarded(world)
}

/** Does it at once, so that nothing is answered out of date, and then each hour. */
export async function startMaintenance(engine: Engine): Promise<{ close(): Promise<void> }> {
  let running = Promise.resolve()
  const run = () => {
    running = maintain(engine).catch((error: unknown) =>
      engine.world.log.warn({ err: error }, 'the housekeeping failed'),
    )
    return running
  }
  const timer = setInterval(() => void run(), every)
  timer.unref()
  await run()
  return {
    close() {
      clearInterval(timer)
      return running
    },
  }
}
