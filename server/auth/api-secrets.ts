import { secretRole } from '@agremia/resources/api-scopes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, inline, maybeOne, sql } from '../database/sql.ts'
import { ApiError } from '../errors.ts'
import { apiLimits } from '../limits.ts'
import { hashToken } from './tokens.ts'
import type { World } from '../rest/modules.ts'

/** Begins every secret, so that scanners of repositories and logs recognise it. */
export const secretPrefix = 'agr_'

export interface ApiSecret {
  id: string
  name: string
  scopes: ReadonlySet<string>
  /** Last day, `YYYY-MM-DD`. */
  expiresOn: string | null
  /** The end of a value that another has replaced. */
  validUntil: string | null
}

/** The secret with this value, unless it is revoked; it may have expired. */
export async function findApiSecret(db: Querying, value: string): Promise<ApiSecret | undefined> {
  const found = await maybeOne(
    db,
    sql`SELECT s.id, s.name, coalesce(s.scopes, '') AS scopes, s.expires_on AS "expiresOn", v.valid_until AS "validUntil"
        FROM api_secret_values v JOIN api_secrets s ON s.id = v.secret_id
        WHERE v.value_hash = ${hashToken(value)} AND s.revoked_at IS NULL`,
    { id: 'uuid', name: 'text', scopes: 'text', expiresOn: 'day?', validUntil: 'moment?' },
  )
  return found && { ...found, scopes: new Set(found.scopes.split(' ')) }
}

/** Whether the secret is valid now. */
export async function isValidSecret(
  { clock, organisation }: Pick<World, 'clock' | 'organisation'>,
  { expiresOn, validUntil }: ApiSecret,
): Promise<boolean> {
  if (validUntil !== null && new Date(validUntil) <= clock()) return false
  return expiresOn === null || expiresOn >= (await organisation.today())
}

/** Who a program is: an editor within the scopes of its secret, with its name in the history. */
export function callerOfSecret({ id, name, scopes }: ApiSecret): FastifyRequest['caller'] {
  return { id, name: `${name} (API)`, role: secretRole, personId: null, scopes }
}

/** Secrets without calls left, with the time in ms from which they have some again. */
export type ExhaustedSecrets = Map<string, number>

/** Throws 429 without a statement for a secret that this process has refused in this minute. */
export function refuseExhausted(exhausted: ExhaustedSecrets, { id }: ApiSecret, now: Date): void {
  const until = exhausted.get(id) ?? 0
  if (until > now.getTime()) throw tooManyCalls(Math.ceil((until - now.getTime()) / 1000))
  exhausted.delete(id)
}

function tooManyCalls(seconds: number): ApiError {
  const { callsPerMinute } = apiLimits
  return new ApiError(429, `Demasiados pedidos desta chave: no máximo ${callsPerMinute} por minuto.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Counts a call of the secret, notes its last use, and sets the `RateLimit` headers. Throws 429 with `Retry-After` when the secret has no
 * calls left in this minute, 401 when it was deleted meanwhile.
 */
export async function countCall(
  { database, clock }: Pick<World, 'database' | 'clock'>,
  { id }: ApiSecret,
  {
    request,
    reply,
    exhausted,
  }: { request: FastifyRequest; reply: FastifyReply; exhausted: ExhaustedSecrets },
): Promise<void> {
  const now = clock()
  const { callsPerMinute } = apiLimits
  const window = sql`interval '1 minute'`
  const isOpen = sql`known.window_started_at > ${now}::timestamptz - ${window}`
  const counted = await maybeOne(
    database.pool,
    sql`WITH used AS (
          UPDATE api_secrets SET last_used_at = ${now}, last_used_address = ${request.ip}
          WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${now}::timestamptz - ${window} OR last_used_address IS DISTINCT FROM ${request.ip}))
        INSERT INTO api_secret_calls AS known (secret_id, window_started_at, calls)
        SELECT id, ${now}::timestamptz, 1 FROM api_secrets WHERE id = ${id} FOR KEY SHARE
        ON CONFLICT (secret_id) DO UPDATE SET
          calls = CASE WHEN ${isOpen} THEN least(known.calls, ${inline(callsPerMinute)}) + 1 ELSE 1 END,
          window_started_at = CASE WHEN ${isOpen} THEN known.window_started_at ELSE ${now}::timestamptz END
        RETURNING calls, greatest(1, ceil(extract(epoch FROM window_started_at + ${window} - ${now}::timestamptz))::integer) AS seconds`,
    { calls: 'integer', seconds: 'integer' },
  )
  if (!counted) throw invalidSecret()
  const { calls, seconds } = counted
  const left = Math.max(0, callsPerMinute - calls)
  void reply.header('ratelimit-policy', `"secret";q=${callsPerMinute};w=60`)
  void reply.header('ratelimit', `"secret";r=${left};t=${seconds}`)
  if (calls <= callsPerMinute) return
  exhausted.set(id, now.getTime() + seconds * 1000)
  throw tooManyCalls(seconds)
}

export function invalidSecret(): ApiError {
  return new ApiError(401, 'A chave não é válida: expirou, foi revogada ou está mal copiada.')
}

/** Logs the calls of programs, after the answer. Paths are stored without their parameters, which may name people. */
export function logCalls(app: FastifyInstance, world: World): void {
  app.addHook('onResponse', async (request, reply) => {
    const secretId = request.apiSecretId
    if (secretId === undefined) return
    const path = request.url.split('?', 1)[0]?.slice(0, 300) ?? ''
    try {
      await execute(
        world.database.pool,
        sql`INSERT INTO api_calls (id, api_secret_id, method, path, status, address) VALUES (${newId()}, ${secretId}, ${request.method}, ${path}, ${reply.statusCode}, ${request.ip})`,
      )
    } catch (error) {
      world.log.warn({ err: error }, 'could not log a call of the API')
    }
  })
}
