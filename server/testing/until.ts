import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition holds. Fails with `what` after half a minute of polling. */
export async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 1500; tries++) {
    if (isTrue()) return
    await sleep(20)
  }
  assert.fail(`never came: ${what}`)
}
