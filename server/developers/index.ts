import { randomBytes } from 'node:crypto'
import { admins } from '@agremia/resources/access.ts'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { apiCalls, apiSecrets } from '@agremia/resources/definitions/api-secrets.ts'
import { described, limited } from '@agremia/resources/json-shape.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, secretPrefix } from '../auth/index.ts'
import { execute, maybeOne, sql } from '../database/sql.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { apiLimits } from '../limits.ts'
import { data, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { writeInTransaction } from '../rest/changes.ts'
import type { Area, World } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'

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
        async beforeSave({ values, before, caller, set }) {
          const { scopes } = values
          if (!before) set({ issuedById: caller.id })
          if (typeof scopes === 'string')
            set({ scopes: [...new Set(scopes.split(/\s+/).filter(Boolean))].sort().join(' ') })
        },
      },
    }),
    resourceModule({ definition: apiCalls }),
  ],
  routes(app, world) {
    app.post<WithId>('/api_secrets/:id/issue', route(issueApi), (request, reply) =>
      issueSecret(world, request, reply),
    )
  },
}

const known = new Set(allScopes())

/** What routes that issue a secret read and answer. */
export const issuing = {
  description: 'O valor só é mostrado nesta resposta.',
  body: {
    'overlapHours?': described(
      'Quantas horas valem ainda os valores anteriores.',
      limited('number', { minimum: 0, maximum: apiLimits.maxOverlapHours, default: 0 }),
    ),
  },
  answers: { 201: data({ secret: 'text' }) },
  refuses: [409, 422],
} satisfies Partial<Api>

const issueApi: Api = {
  ...issuing,
  name: 'issueApiSecret',
  summary: 'Gerar um novo valor de uma chave de API',
}

/**
 * `POST /api_secrets/:id/issue {overlapHours}` (administrators): a new value of the secret, answered once. Earlier values stay valid for
 * `overlapHours`, default 0. Ignores `Idempotency-Key`, whose answers are stored. Throws 404, 409 for a revoked secret, 422.
 */
async function issueSecret(
  world: World,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<{ data: { secret: string } }> {
  const { caller, ip: address } = request
  requireAccess(admins(caller), caller)
  const { id } = request.params
  const until = endOfEarlier(world, request)
  const secret = secretPrefix + randomBytes(32).toString('base64url')
  await writeInTransaction(world, async (db, changes) => {
    const record = isId(id)
      ? await maybeOne(db, sql`SELECT version, revoked_at FROM api_secrets WHERE id = ${id} FOR UPDATE`, {
          version: 'integer',
          revoked_at: 'moment?',
        })
      : undefined
    if (!record) throw notFound()
    if (record.revoked_at !== null) throw conflict('A chave foi revogada: crie outra.')
    await execute(
      db,
      sql`UPDATE api_secret_values SET valid_until = ${until} WHERE secret_id = ${id} AND (valid_until IS NULL OR valid_until > ${until})`,
    )
    await execute(
      db,
      sql`INSERT INTO api_secret_values (value_hash, secret_id) VALUES (${hashToken(secret)}, ${id})`,
    )
    await execute(db, sql`UPDATE api_secrets SET issued_by_id = ${caller.id} WHERE id = ${id}`)
    changes.push({ resource: apiSecrets.name, action: 'updated', id, version: record.version })
    await recordAudit({ db, caller, address }, [
      { resource: apiSecrets.name, id, action: 'issue', changes: [] },
    ])
  })
  void reply.code(201)
  return { data: { secret } }
}

/** When earlier values end, by the `overlapHours` of the request. Throws 422. */
export function endOfEarlier({ clock }: Pick<World, 'clock'>, request: FastifyRequest): Date {
  const { overlapHours = 0 } = bodyOf(request)
  const { maxOverlapHours } = apiLimits
  if (typeof overlapHours !== 'number' || !(overlapHours >= 0 && overlapHours <= maxOverlapHours))
    throw invalid({ overlapHours: [`Entre 0 e ${maxOverlapHours} horas.`] })
  return new Date(clock().getTime() + overlapHours * 3_600_000)
}
