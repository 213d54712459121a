import { isId } from '@agremia/resources/coerce.ts'
import type { Caller, Role } from '@agremia/resources/access.ts'
import { described } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, many, maybeOne, sql, textOf } from '../database/sql.ts'
import { ApiError, badRequest } from '../errors.ts'
import type { Api } from '../rest/api.ts'
import type { Identity } from './connections.ts'
import type { World } from '../rest/modules.ts'
import { route } from '../rest/api.ts'

/** Channel of authentications; each process looks for the socket among its own. */
export const socketsChannel = 'agremia_sockets'

export interface SocketAuth {
  connectionId: string
  identity: Identity
  /** Milliseconds since the page began to load data. */
  age: number
}

const socketAuthApi: Api = {
  name: 'authenticateSocket',
  summary: 'Identificar uma ligação em tempo real',
  tag: 'Tempo real',
  body: {
    connectionId: described('O que veio no aperto de mão.', 'text'),
    'age?': described('Há quantos milissegundos a página começou a ler dados.', 'number'),
  },
  answers: { 204: null },
}

/**
 * `POST /websocket/auth {connectionId, age}` authenticates the socket of that handshake with the caller's token. `age` (optional) is
 * how many milliseconds ago the page began to load data. The socket may be in another process, so the response does not tell
 * whether it exists. Throws 400, 401.
 */
export function registerSocketAuth(app: FastifyInstance, world: World): void {
  app.post('/websocket/auth', route(socketAuthApi), async (request, reply) => {
    const { caller, sessionId } = request
    if (!isUser(caller) || sessionId === undefined)
      throw new ApiError(401, 'É preciso entrar para continuar.')
    const connectionId = connectionIdOf(request.body)
    const generation = await generationOf(world.database.pool, caller.id)
    const expires = tokenExpiry(request) ?? world.clock().getTime() + defaultLifetime
    const auth: SocketAuth = {
      connectionId,
      identity: { caller, generation, sessionId, expires },
      age: ageOf(request.body),
    }
    await execute(world.database.pool, sql`SELECT pg_notify(${socketsChannel}, ${JSON.stringify(auth)})`)
    return reply.code(204).send()
  })
}

function isUser(caller: Caller): caller is Identity['caller'] {
  return caller.id !== null
}

/** Assumed lifetime of tokens without expiry, in ms. */
const defaultLifetime = 15 * 60_000

function connectionIdOf(body: unknown): string {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['connectionId'] : undefined
  if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value))
    throw badRequest('connectionId: indique o que veio no aperto de mão.')
  return value
}

function ageOf(body: unknown): number {
  const value = (body as Record<string, unknown>)['age']
  return typeof value === 'number' && value > 0 ? Math.ceil(value) : 0
}

/** Reads the expiry. The token was verified before. */
function tokenExpiry({ headers }: FastifyRequest): number | undefined {
  try {
    const { exp } = decodeJwt((headers.authorization ?? '').replace(/^Bearer /i, ''))
    return exp === undefined ? undefined : exp * 1000
  } catch {
    return undefined
  }
}

async function generationOf(db: Querying, userId: string): Promise<number> {
  const user = await maybeOne(db, sql`SELECT token_generation FROM users WHERE id = ${userId}`, {
    token_generation: 'integer',
  })
  return user?.token_generation ?? 0
}

/** Parses a notification; undefined when it is invalid. */
export function parseSocketAuth(payload: string): SocketAuth | undefined {
  try {
    const { connectionId, identity, age } = JSON.parse(payload) as SocketAuth
    return typeof connectionId === 'string' && isId(identity.caller.id)
      ? { connectionId, identity, age }
      : undefined
  } catch {
    return undefined
  }
}

type Account = RowOf<typeof accountShape>
const accountShape = {
  sessionId: 'uuid',
  id: 'uuid',
  role: textOf<Role>(),
  personId: 'uuid?',
  generation: 'integer',
  blocked: 'boolean',
} as const

/** The outdated identities: account deleted, blocked, changed role or person, tokens revoked, or session ended. */
export async function findRevoked(db: Querying, identities: readonly Identity[]): Promise<Identity[]> {
  const sessionIds = identities.map(({ sessionId }) => sessionId)
  const rows = await many(
    db,
    sql`SELECT s.id AS "sessionId", u.id, u.role, person_id AS "personId", token_generation AS generation, blocked
        FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ANY(${sessionIds}::uuid[]) AND s.ended_at IS NULL`,
    accountShape,
  )
  const accounts = new Map(rows.map((account) => [account.sessionId, account]))
  return identities.filter((identity) => !isCurrent(identity, accounts.get(identity.sessionId)))
}

function isCurrent({ caller, generation }: Identity, account: Account | undefined): boolean {
  return (
    account !== undefined &&
    !account.blocked &&
    account.generation === generation &&
    isSameCaller(caller, account)
  )
}

/** Whether both are the same person with the same access. */
export function isSameCaller(one: CallerFacts, other: CallerFacts): boolean {
  return one.id === other.id && one.role === other.role && one.personId === other.personId
}

type CallerFacts = Pick<Caller, 'id' | 'role' | 'personId'>
