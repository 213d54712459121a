import { randomBytes } from 'node:crypto'
import { admins } from '@agremia/resources/access.ts'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { apiCalls, apiSecrets } from '@agremia/resources/definitions/api-secrets.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, secretPrefix } from '../auth/index.ts'
import { execute, maybeOne, sql } from '../database/sql.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { apiLimits } from '../limits.ts'
import { recordAudit } from '../rest/audit.ts'
import { writeInTransaction } from '../rest/changes.ts'
import type { Area, Engine } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { bodyOf } from '../rest/request.ts'
import { constraintOf } from '../rest/scope.ts'

export const developersArea: Area = {
  resources: [
    resourceModule({
      definition: apiSecrets,
      hooks: {
        validate: async ({ values }) => {
          const { scopes } = values
          const unknown =
            typeof scopes === 'string' && scopes.split(/\s+/).find((one) => one && !known.has(one))
          return unknown ? { errors: { scopes: [`A permissão ${unknown} não existe.`] } } : undefined
        },
        async beforeSave({ values }) {
          const { scopes } = values
          if (typeof scopes === 'string')
            values['scopes'] = [...new Set(scopes.split(/\s+/).filter(Boolean))].sort().join(' ')
        },
      },
    }),
    resourceModule({ definition: apiCalls }),
  ],
  routes(app, engine) {
    app.post<{ Params: { id: string } }>('/api_secrets/:id/issue', (request, reply) =>
      issueSecret(engine, request, reply),
    )
  },
}

const known = new Set(allScopes())

/**
 * `POST /api_secrets/:id/issue {overlapHours}` (administrators): a new value of the secret, answered once. Earlier values stay valid for
 * `overlapHours`, default 0. Ignores `Idempotency-Key`, whose answers are stored. Throws 404, 409 for a revoked secret, 422.
 */
async function issueSecret(
  { world }: Engine,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<{ data: { secret: string } }> {
  const { caller, ip: address } = request
  constraintOf(admins(caller), caller)
  const { id } = request.params
  const { overlapHours = 0 } = bodyOf(request)
  const { maxOverlapHours } = apiLimits
  if (typeof overlapHours !== 'number' || !(overlapHours >= 0 && overlapHours <= maxOverlapHours))
    throw invalid({ overlapHours: [`Entre 0 e ${maxOverlapHours} horas.`] })
  const secret = secretPrefix + randomBytes(32).toString('base64url')
  await writeInTransaction(world, async (db, changes) => {
    const record = isId(id)
      ? await maybeOne(db, sql`SELECT version, revoked_at FROM api_secrets WHERE id = ${id} FOR UPDATE`, {
          version: 'integer',
          revoked_at: 'moment?',
        })
      : undefined
    if (!record) throw notFound()
    if (record.revoked_at !== null) throw conflict('O segredo foi revogado: crie outro.')
    const until = new Date(world.clock().getTime() + overlapHours * 3_600_000)
    await execute(
      db,
      sql`UPDATE api_secret_values SET valid_until = ${until} WHERE secret_id = ${id} AND (valid_until IS NULL OR valid_until > ${until})`,
    )
    await execute(
      db,
      sql`INSERT INTO api_secret_values (value_hash, secret_id) VALUES (${hashToken(secret)}, ${id})`,
    )
    changes.push({ resource: apiSecrets.name, action: 'updated', id, version: record.version })
    await recordAudit({ db, caller, address }, [
      { resource: apiSecrets.name, id, action: 'issue', changes: [] },
    ])
  })
  void reply.code(201)
  return { data: { secret } }
}
