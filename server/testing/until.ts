import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is true; fails, and says what never came, after half a minute of looking. */
export async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 1500; tries++) {
    if (isTrue()) return
    await sleep(20)
  }
  assert.fail(`never came: ${what}`)
}
