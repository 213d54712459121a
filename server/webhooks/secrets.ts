import { createHmac, randomBytes } from 'node:crypto'
import { admins } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { webhooks } from '@agremia/resources/definitions/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { execute, exists, many, maybeOne, sql } from '../database/sql.ts'
import { endOfEarlier, issuing } from '../developers/index.ts'
import { notFound } from '../errors.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { eventsChannel } from '../rest/events.ts'
import { requireAccess } from '../rest/scope.ts'
import type { World } from '../rest/modules.ts'
import { type WithId, route } from '../rest/api.ts'

/** As in Standard Webhooks (www.standardwebhooks.com), like the headers and the signature. */
const secretPrefix = 'whsec_'

const issueApi: Api = {
  ...issuing,
  name: 'issueWebhookSecret',
  summary: 'Gerar uma nova chave de um webhook',
}

export function secretRoutes(app: FastifyInstance, world: World): void {
  /**
   * `POST /webhooks/:id/issue {overlapHours}` (administrators): a new secret, answered once. Earlier ones sign besides it for
   * `overlapHours`, default 0. Ignores `Idempotency-Key`, whose answers are stored. Throws 404, 422.
   */
  app.post<WithId>('/webhooks/:id/issue', route(issueApi), async (request, reply) => {
    const { caller, ip: address } = request
    requireAccess(admins(caller), caller)
    const { id } = request.params
    const until = endOfEarlier(world, request)
    const secret = secretPrefix + randomBytes(32).toString('base64')
    await writeInTransaction(world, async (db, changes) => {
      const record = isId(id)
        ? await maybeOne(db, sql`SELECT version FROM webhooks WHERE id = ${id} FOR UPDATE`, {
            version: 'integer',
          })
        : undefined
      if (!record) throw notFound()
      await execute(
        db,
        sql`UPDATE webhook_secrets SET valid_until = ${until} WHERE webhook_id = ${id} AND (valid_until IS NULL OR valid_until > ${until})`,
      )
      const sealed = (await world.keys.sealer(db, 'webhooks'))(secret)
      await execute(db, sql`INSERT INTO webhook_secrets (webhook_id, sealed) VALUES (${id}, ${sealed})`)
      changes.push({ resource: webhooks.name, action: 'updated', id, version: record.version })
      await recordAudit({ db, caller, address }, [
        { resource: webhooks.name, id, action: 'issue', changes: [] },
      ])
      // Events wait for the first secret.
      await execute(db, sql`SELECT pg_notify(${eventsChannel}, '')`)
    })
    void reply.code(201)
    return { data: { secret } }
  })
}

export function hasSecret(db: Querying, webhookId: string): Promise<boolean> {
  return exists(db, sql`SELECT FROM webhook_secrets WHERE webhook_id = ${webhookId}`)
}

/** The secrets that sign now. */
export async function secretsOf({ database, keys, clock }: World, webhookId: string): Promise<string[]> {
  const rows = await many(
    database.pool,
    sql`SELECT sealed FROM webhook_secrets
        WHERE webhook_id = ${webhookId} AND (valid_until IS NULL OR valid_until > ${clock()}) ORDER BY created_at DESC`,
    { sealed: 'bytes' },
  )
  return Promise.all(rows.map(({ sealed }) => keys.unseal('webhooks', sealed)))
}

/** The headers of a request. Each secret signs, so that a receiver may change to the new one at any time. */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
