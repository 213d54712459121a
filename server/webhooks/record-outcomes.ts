import { webhookAttempts, webhookDeliveries, webhooks } from '@agremia/resources/definitions/webhooks.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { webhookLimits } from '../limits.ts'
import { announce } from '../messages/index.ts'
import { byProgram, recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { DeliveryRow, WebhookRow } from './due.ts'
import type { Outcome } from './receiver.ts'
import type { World } from '../rest/modules.ts'

interface Attempted {
  delivery: DeliveryRow
  outcome: Outcome
}

/** Stores the outcomes of concurrent attempts, and whether and when the webhook continues. */
export async function recordOutcomes(
  world: World,
  webhook: WebhookRow,
  attempted: readonly Attempted[],
): Promise<void> {
  const now = world.clock()
  const after = afterAttempts(webhook, attempted, now)
  await writeInTransaction(world, async (db, changes) => {
    const rows = attempted.map(({ delivery, outcome }) => ({
      ...outcome,
      ...stateAfter(delivery, outcome, now),
      id: delivery.id,
      version: delivery.version,
      attempts: delivery.attempts + 1,
    }))
    // A delivery that was requested again meanwhile stays pending.
    const written = await many(
      db,
      sql`WITH outcomes AS MATERIALIZED (
            SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS o
              (id uuid, version integer, state text, attempts integer, "dueAt" timestamptz, status integer, duration integer, problem text, answer text)),
          updated AS (
            UPDATE webhook_deliveries d SET state = o.state, attempts = o.attempts, due_at = o."dueAt", status = o.status, problem = o.problem,
              ${raiseVersion('d')}
            FROM outcomes o WHERE d.id = o.id AND d.version = o.version RETURNING d.id, d.version),
          logged AS (
            INSERT INTO webhook_attempts (id, webhook_delivery_id, at, status, duration, problem, answer)
            SELECT new_id(), d.id, ${now}, o.status, o.duration, o.problem, nullif(o.answer, '')
            FROM outcomes o JOIN webhook_deliveries d USING (id))
          SELECT id, version FROM updated`,
      idAndVersion,
    )
    changes.push(...changesOf(webhookDeliveries.name, 'updated', written))
    changes.push({ resource: webhookAttempts.name, action: 'created', id: '', version: 0 })
    await updateWebhook({ db, world }, webhook, after, now)
    if (after.state !== webhook.state || after.problem !== webhook.problem)
      changes.push({ resource: webhooks.name, action: 'updated', id: webhook.id, version: 0 })
  })
}

interface WebhookAfter {
  state: 'active' | 'failing' | 'stopped'
  failingSince: string | null
  nextAttemptAt: Date | null
  pauses: number
  problem: string | null
}

function afterAttempts(webhook: WebhookRow, attempted: readonly Attempted[], now: Date): WebhookAfter {
  const outcomes = attempted.map(({ outcome }) => outcome)
  const hasDelivered = outcomes.some(({ kind }) => kind === 'delivered')
  const isGone = outcomes.some(({ kind }) => kind === 'gone')
  const isUnavailable = outcomes.some(({ kind }) => kind === 'unavailable')
  const failingSince = hasDelivered ? null : (webhook.failingSince ?? now.toISOString())
  const isLong =
    failingSince !== null &&
    now.getTime() - new Date(failingSince).getTime() >= webhookLimits.stoppedAfterDays * 24 * 3_600_000
  const { pauses } = webhook
  return {
    state: isGone || isLong ? 'stopped' : hasDelivered ? 'active' : 'failing',
    failingSince,
    nextAttemptAt: isUnavailable ? later(now, pauses) : null,
    pauses: isUnavailable ? pauses + 1 : 0,
    problem: outcomes.findLast(({ problem }) => problem !== null)?.problem ?? null,
  }
}

/** A delivery that was refused is due later; one whose receiver is out of reach when the webhook is. */
function stateAfter(
  { attempts }: DeliveryRow,
  { kind }: Outcome,
  now: Date,
): { state: string; dueAt: Date | null } {
  if (kind === 'delivered') return { state: 'delivered', dueAt: null }
  if (attempts >= webhookLimits.retryAfter.length) return { state: 'failed', dueAt: null }
  return { state: 'pending', dueAt: kind === 'refused' ? later(now, attempts) : null }
}

/** The time of the next attempt, up to a tenth later at random, so that receivers are not all tried at once. */
function later(now: Date, failures: number): Date {
  const { retryAfter } = webhookLimits
  const seconds = retryAfter[Math.min(failures, retryAfter.length - 1)] ?? 0
  return new Date(now.getTime() + seconds * 1000 * (1 + Math.random() / 10))
}

/** Writes the state, unless the webhook was switched off meanwhile. Tells the administrators when it stops. */
async function updateWebhook(
  { db, world }: { db: Tx; world: World },
  { id, name, state: earlier }: WebhookRow,
  { state, failingSince, nextAttemptAt, pauses, problem }: WebhookAfter,
  now: Date,
): Promise<void> {
  const updated = await execute(
    db,
    sql`UPDATE webhooks SET state = ${state}, failing_since = ${failingSince}::timestamptz, next_attempt_at = ${nextAttemptAt}, pauses = ${pauses},
          problem = ${problem}, last_attempt_at = ${now}${state === earlier ? sql`` : sql`, ${raiseVersion()}`}
        WHERE id = ${id} AND state IN ('active', 'failing')`,
  )
  if (state !== 'stopped' || updated === 0) return
  const change = { field: 'state', from: earlier, to: state }
  await recordAudit({ db, ...byProgram }, [
    { resource: webhooks.name, id, action: 'updated', changes: [change] },
  ])
  const administrators = await many(
    db,
    sql`SELECT name, email, person_id AS "personId" FROM users WHERE role = 'admin' AND NOT blocked`,
    { name: 'text', email: 'text', personId: 'uuid?' },
  )
  for (const to of administrators)
    await announce(
      { db, world },
      { event: 'webhookStopped', to, values: { webhook: name, motivo: problem ?? '' } },
    )
}
