import http from 'node:http'
import https from 'node:https'
import type { Caller } from '@agremia/resources/access.ts'
import { secretRole } from '@agremia/resources/api-scopes.ts'
import { webhookDeliveries } from '@agremia/resources/definitions/webhooks.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { testEvent } from '@agremia/resources/webhook-events.ts'
import type { Worker } from '../jobs/index.ts'
import { eventsChannel } from '../rest/events.ts'
import { findRecordJson } from '../rest/find-record.ts'
import { withHidden } from '../auth/index.ts'
import { planOf } from '../rest/modules.ts'
import { planFor, scopeOf } from '../rest/scope.ts'
import type { DeliveryRow, WebhookRow } from './due.ts'
import { dueWebhooks, findDue, nextDeliveries } from './due.ts'
import type { Connections, Outcome } from './receiver.ts'
import { post } from './receiver.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { secretsOf, signedHeaders } from './secrets.ts'
import type { World } from '../rest/modules.ts'

/** Deliveries become due without a notification, and processes die. */
const POLL_MS = 5000

/** Delivers events: each webhook by one process at a time, and beside all others, so that a slow receiver delays no other. */
export function startDeliveries(world: World): Worker {
  const stop = new AbortController()
  const delivering = new Map<string, Promise<void>>()
  /** Webhooks with events that arrived while this process was delivering, and may have missed them. */
  const again = new Set<string>()
  let looking: Promise<void> | undefined
  let lookAgain = false

  function deliver(webhookId: string): void {
    if (delivering.has(webhookId)) return void again.add(webhookId)
    const work = world.jobs
      .exclusively(`webhook ${webhookId}`, () => deliverDue(world, webhookId, stop.signal))
      .catch((error: unknown) => world.log.warn({ err: error, webhookId }, 'could not deliver events'))
      .finally(() => {
        delivering.delete(webhookId)
        if (again.delete(webhookId) && !stop.signal.aborted) deliver(webhookId)
      })
    delivering.set(webhookId, work)
  }

  async function look(): Promise<void> {
    do {
      lookAgain = false
      for (const { id } of await dueWebhooks(world)) if (!stop.signal.aborted) deliver(id)
    } while (lookAgain && !stop.signal.aborted)
  }

  function wake(): void {
    if (stop.signal.aborted) return
    lookAgain = true
    looking ??= look()
      .catch((error: unknown) => world.log.warn({ err: error }, 'could not read the events to deliver'))
      .finally(() => (looking = undefined))
  }

  const listening = world.listener.listen(eventsChannel, wake)
  const polling = setInterval(wake, POLL_MS).unref()
  wake()
  return {
    queue: 'webhooks',
    wake,
    stop: () => stop.abort(),
    async close() {
      // Aborts requests in flight: deliveries without a recorded outcome are sent again.
      stop.abort()
      clearInterval(polling)
      ;(await listening)()
      await looking
      await Promise.all(delivering.values())
    },
  }
}

/** Sends the due deliveries, until none is left or the receiver is unreachable. */
async function deliverDue(world: World, webhookId: string, signal: AbortSignal): Promise<void> {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  let last = 0
  try {
    while (!signal.aborted) {
      const webhook = await findDue(world, webhookId)
      if (!webhook) return
      const deliveries = await nextDeliveries(world, webhook, last)
      last = deliveries.at(-1)?.place ?? last
      const secrets = await secretsOf(world, webhookId)
      if (deliveries.length === 0 || secrets.length === 0) return
      const allowPrivate = (await world.organisation.setting('webhooksAllowPrivate')) === 'true'
      const connections = { agents, allowPrivate, signal }
      const outcomes = await Promise.all(
        deliveries.map((delivery) => attempt(world, { webhook, delivery, secrets, connections })),
      )
      if (signal.aborted) return
      await recordOutcomes(
        world,
        webhook,
        deliveries.map((delivery, index) => ({ delivery, outcome: outcomes[index]! })),
      )
    }
  } finally {
    agents.http.destroy()
    agents.https.destroy()
  }
}

interface Attempt {
  webhook: WebhookRow
  delivery: DeliveryRow
  secrets: readonly string[]
  connections: Connections
}

async function attempt(world: World, { webhook, delivery, secrets, connections }: Attempt): Promise<Outcome> {
  const body = await bodyOf(world, delivery)
  const headers = signedHeaders({ id: delivery.id, body, at: world.clock() }, secrets)
  return post(webhook.url, { headers, body }, connections)
}

/** Webhooks read what programs with a secret may read (decision 0033). */
const reader: Caller = { id: null, name: webhookDeliveries.name, role: secretRole, personId: null }

/**
 * The event as JSON, with the record as it is now: the log stores no personal data, and a repeated event has the current data. A record
 * that no longer exists has its id alone.
 */
async function bodyOf(world: World, { event, action, recordId, createdAt }: DeliveryRow): Promise<string> {
  const head = JSON.stringify({ type: event, timestamp: createdAt, ...(action !== null && { action }) })
  const data = event === testEvent ? undefined : await readRecord(world, event, recordId)
  return `${head.slice(0, -1)},"data":${data ?? JSON.stringify({ _id: recordId })}}`
}

async function readRecord(world: World, event: string, id: string): Promise<string | undefined> {
  const settings = await world.organisation.settings()
  const caller = withHidden(reader, settings)
  const plan = planFor(planOf(world, toCamelCase(event.split('.')[0] ?? '')), 'record', caller)
  return findRecordJson(world.database.pool, plan, id, scopeOf(plan, 'read', caller))
}
