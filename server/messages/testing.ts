import { after } from 'node:test'
import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import { inTransaction } from '../database/transaction.ts'
import { setSetting } from '../testing/make.ts'
import type { TestApp } from '../testing/test-app.ts'
import { until } from '../testing/wait.ts'
import type { Announcement } from './index.ts'
import { announce } from './index.ts'

/** Functions that tests of messages share. */
export function messageTools(testApp: TestApp) {
  const { app, database, sql, as } = testApp
  const { world } = app

  const stateOf = async (recipient: string) =>
    (
      await sql<{ id: string; state: string; attempts: number; reason: string | null; error: string | null }>(
        `SELECT id, state, attempts, reason, last_error AS error FROM messages WHERE recipient = $1
         ORDER BY created_at DESC, id DESC LIMIT 1`,
        [recipient],
      )
    )[0]

  return {
    until,
    stateOf,
    /** Announces an event to an email address, in its own transaction. */
    tell: (email: string, more: Partial<Announcement> & { event?: MessageEventCode } = {}) =>
      inTransaction(database, (tx) =>
        announce(
          { db: tx, world },
          { event: 'welcome', to: { name: 'Ana Reis', email }, values: {}, ...more },
        ),
      ),
    becomes: (recipient: string, state: string) =>
      until(async () => (await stateOf(recipient))?.state === state, `${recipient} never was ${state}`),
    /** Makes all scheduled jobs due now. */
    async hurry(): Promise<void> {
      await sql(`UPDATE jobs SET due_at = now()`)
      await sql(
        `SELECT pg_notify('agremia_jobs', queue) FROM unnest(ARRAY['messages', 'urgentMessages']) AS queue`,
      )
    },
    set: async (name: string, value: string) => setSetting(await as('admin'), name, value),
  }
}

/** Advances the clock of a test a hundred times as fast, so that the rate limit does not delay messages. */
export function runClock({ clock }: Pick<TestApp, 'clock'>): void {
  const ticking = setInterval(() => clock.advance({ seconds: 1 }), 10)
  after(() => clearInterval(ticking))
}
