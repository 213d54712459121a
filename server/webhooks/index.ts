import { testEvent, allEvents } from '@agremia/resources/webhook-events.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from '@agremia/resources/definitions/webhooks.ts'
import { execute, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { conflict } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { changeFields } from '../rest/change-fields.ts'
import { eventsChannel } from '../rest/events.ts'
import type { ActionCall, Area, HookContext } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { startDeliveries } from './deliver.ts'
import { hasSecret, secretRoutes } from './secrets.ts'
import { addressProblem } from './receiver.ts'

export const webhooksArea: Area = {
  resources: [
    resourceModule({
      definition: webhooks,
      hooks: {
        validate: async (context) => ({ errors: await problemsOf(context) }),
        async beforeSave({ values, set }) {
          const { events } = values
          if (typeof events === 'string') set({ events: eventsIn(events).join(' ') })
          if ('url' in values) set({ nextAttemptAt: null })
        },
        // The log is not restored with the webhook, and may have many thousands of rows.
        beforeDelete: async ({ db, record }) => {
          await execute(db, sql`DELETE FROM webhook_deliveries WHERE webhook_id = ${record._id}`)
        },
      },
      actions: { sendTest },
    }),
    resourceModule({ definition: webhookDeliveries, actions: { redeliver } }),
    resourceModule({ definition: webhookAttempts }),
  ],
  routes: secretRoutes,
  work: (world) => [startDeliveries(world)],
}

const known = new Set(allEvents())

function eventsIn(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))].sort()
}

async function problemsOf({
  values: { url, events },
  settings,
}: HookContext<typeof webhooks>): Promise<Record<string, string[]>> {
  const unknown = typeof events === 'string' && eventsIn(events).find((event) => !known.has(event))
  const problem =
    typeof url === 'string' ? await addressProblem(url, settings.webhooksAllowPrivate === 'true') : undefined
  return {
    ...(unknown && { events: [`O acontecimento ${unknown} não existe.`] }),
    ...(problem !== undefined && { url: [problem] }),
  }
}

/** Sends an event without data, to try the webhook. Throws 409 without a secret. */
async function sendTest(call: ActionCall<typeof webhooks, 'sendTest'>): Promise<undefined> {
  const { db, record, changes } = call
  if (!(await hasSecret(db, record._id))) throw conflict('Gere primeiro a chave, que assina o que se envia.')
  await execute(
    db,
    sql`INSERT INTO webhook_deliveries (id, webhook_id, event, record_id) VALUES (new_id(), ${record._id}, ${testEvent}, ${record._id})`,
  )
  await sendAtOnce(db, record._id)
  await recordAudit(call, [{ resource: webhooks.name, id: record._id, action: call.action, changes: [] }])
  changes.push({ resource: webhookDeliveries.name, action: 'created', id: '', version: 0 })
}

/** Sends a delivery again, with the same id, and with all its attempts. Throws 409 when its webhook is switched off. */
async function redeliver(call: ActionCall<typeof webhookDeliveries, 'redeliver'>): Promise<undefined> {
  const { db, record } = call
  const webhookId = record.webhookId
  await changeFields(call, { state: 'pending', attempts: 0, dueAt: null, problem: null })
  if (!(await sendAtOnce(db, webhookId))) throw conflict('O webhook está desligado: ligue-o primeiro.')
}

/** Ends the pause of a webhook. Returns false when it is switched off. */
async function sendAtOnce(db: Tx, webhookId: string): Promise<boolean> {
  const updated = await execute(
    db,
    sql`UPDATE webhooks SET next_attempt_at = NULL WHERE id = ${webhookId} AND state IN ('active', 'failing')`,
  )
  await execute(db, sql`SELECT pg_notify(${eventsChannel}, '')`)
  return updated > 0
}
