import { inTransaction } from './database/transaction.ts'
import { forgetChanged, notifyChanges } from './rest/changes.ts'
import { keysKeptForHours } from './rest/idempotency.ts'
import type { Engine } from './rest/modules.ts'

const every = 60 * 60_000
/** One process at a time does the housekeeping; the others go on. */
const maintenanceLock = 7_305_003

/** What must happen with time: changes dated ahead take effect, and what has expired is forgotten. */
export async function maintain({ world, areas }: Pick<Engine, 'world' | 'areas'>): Promise<void> {
  const today = await world.organisation.today()
  const changes = await inTransaction(world.database, async (tx) => {
    const { rows } = await tx.query({
      text: 'SELECT pg_try_advisory_xact_lock($1) AS mine',
      values: [maintenanceLock],
    })
    if (!(rows[0] as { mine: boolean }).mine) return []
    await tx.query({
      text: `DELETE FROM idempotency_keys WHERE created_at < now() - interval '${keysKeptForHours} hours'`,
    })
    await tx.query({ text: 'DELETE FROM refresh_tokens WHERE expires_at < now()' })
    await tx.query({ text: `DELETE FROM login_codes WHERE expires_at < now() - interval '1 day'` })
    await tx.query({ text: `DELETE FROM login_attempts WHERE window_started_at < now() - interval '1 day'` })
    const due = []
    for (const { daily } of areas) if (daily) due.push(...(await daily(tx, today)))
    await notifyChanges(tx, due)
    return due
  })
  forgetChanged(world, changes)
}

export function startMaintenance(engine: Engine): { close(): void } {
  const run = () =>
    void maintain(engine).catch((error: unknown) =>
      engine.world.log.warn({ err: error }, 'the housekeeping failed'),
    )
  const timer = setInterval(run, every)
  timer.unref()
  run()
  return { close: () => clearInterval(timer) }
}
