import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../context.ts'
import { one, sql } from '../database/sql.ts'
import { JobInterrupted } from '../jobs/index.ts'

/** The clock is looked at this often: it may be one that a test moves. */
const longestNap = 200

/** Takes the next moment at which a message may leave, of all processes together. */
async function takeSlot({ database, clock, organisation }: World): Promise<Date> {
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

/** Waits for this process's turn. Throws JobInterrupted when the program ends meanwhile. */
export async function waitForTurn(world: World, signal: AbortSignal): Promise<void> {
  const slot = (await takeSlot(world)).getTime()
  for (;;) {
    if (signal.aborted) throw new JobInterrupted('the program is ending')
    const left = slot - world.clock().getTime()
    if (left <= 0) return
    await sleep(Math.min(left, longestNap), undefined, { ref: false })
  }
}

/** Counts a message that waits for nobody. */
export async function countTurn(world: World): Promise<void> {
  await takeSlot(world)
}
