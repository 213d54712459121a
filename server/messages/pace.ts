import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../context.ts'
import { one, sql } from '../database/sql.ts'
import { JobInterrupted } from '../jobs/index.ts'

/** Milliseconds between looks at the clock, which tests advance. */
const pollInterval = 200

/** Reserves the next moment at which a message may be sent, under the rate limit that all processes share. */
export async function takeSlot({ database, clock, organisation }: World): Promise<Date> {
  const gap = 60_000 / Number(await organisation.setting('messagesPerMinute'))
  const now = clock()
  const { slot } = await one(
    database.pool,
    sql`INSERT INTO message_pace AS pace (name, next_at) VALUES ('messages', ${now}::timestamptz + ${gap} * interval '1 millisecond')
           ON CONFLICT (name) DO UPDATE SET next_at = greatest(pace.next_at, ${now}::timestamptz) + ${gap} * interval '1 millisecond'
           RETURNING (next_at - ${gap} * interval '1 millisecond') AS slot`,
    { slot: 'moment' },
  )
  return new Date(slot)
}

/** Reserves a slot and waits for it. Throws JobInterrupted when the program ends meanwhile. */
export async function waitForSlot(world: World, signal: AbortSignal): Promise<void> {
  const slot = (await takeSlot(world)).getTime()
  for (;;) {
    if (signal.aborted) throw new JobInterrupted('the program is ending')
    const left = slot - world.clock().getTime()
    if (left <= 0) return
    await sleep(Math.min(left, pollInterval), undefined, { ref: false })
  }
}
