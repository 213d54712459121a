import type { RowOf } from '../database/sql.ts'
import { inline, many, maybeOne, sql } from '../database/sql.ts'
import { webhookLimits } from '../limits.ts'
import type { World } from '../rest/modules.ts'

/** Webhooks that have something to deliver now. */
export function dueWebhooks({ database, clock }: World): Promise<{ id: string }[]> {
  const now = clock()
  return many(
    database.pool,
    sql`SELECT w.id FROM webhooks w
        WHERE w.state IN ('active', 'failing') AND (w.next_attempt_at IS NULL OR w.next_attempt_at <= ${now})
          AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending' AND (d.due_at IS NULL OR d.due_at <= ${now}))
          AND EXISTS (SELECT FROM webhook_secrets s WHERE s.webhook_id = w.id)`,
    { id: 'uuid' },
  )
}

export type WebhookRow = RowOf<typeof webhookShape>
const webhookShape = {
  id: 'uuid',
  name: 'text',
  url: 'text',
  state: 'text',
  failingSince: 'moment?',
  pauses: 'integer',
  problem: 'text?',
} as const

export type DeliveryRow = RowOf<typeof deliveryShape>
const deliveryShape = {
  id: 'uuid',
  version: 'integer',
  event: 'text',
  action: 'text?',
  recordId: 'text',
  attempts: 'integer',
  createdAt: 'moment',
  place: 'integer',
} as const

/** The webhook, unless it was switched off, deleted or paused meanwhile. A webhook that is not paused has no pauses. */
export function findDue({ database, clock }: World, id: string): Promise<WebhookRow | undefined> {
  return maybeOne(
    database.pool,
    sql`SELECT id, name, url, state, failing_since AS "failingSince", problem,
          CASE WHEN next_attempt_at IS NULL THEN 0 ELSE pauses END AS pauses
        FROM webhooks WHERE id = ${id} AND state IN ('active', 'failing') AND (next_attempt_at IS NULL OR next_attempt_at <= ${clock()})`,
    webhookShape,
  )
}

/** The next due deliveries, at most one of each record, so that events of a record stay in order. One alone tries a receiver after a pause. */
export async function nextDeliveries(
  { database, clock }: World,
  { id, pauses }: WebhookRow,
  after: number,
): Promise<DeliveryRow[]> {
  const limit = pauses > 0 ? 1 : webhookLimits.concurrent
  const rows = await many(
    database.pool,
    sql`SELECT id, version, event, action, record_id AS "recordId", attempts, created_at AS "createdAt", place
        FROM webhook_deliveries
        WHERE webhook_id = ${id} AND state = 'pending' AND (due_at IS NULL OR due_at <= ${clock()}) AND place > ${after}
        ORDER BY place LIMIT ${inline(limit)}`,
    deliveryShape,
  )
  const isRepeated = ({ recordId }: DeliveryRow, index: number) =>
    rows.findIndex((row) => row.recordId === recordId) < index
  const end = rows.findIndex(isRepeated)
  return end === -1 ? rows : rows.slice(0, end)
}
