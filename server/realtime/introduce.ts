import { isId } from '@agremia/resources/coerce.ts'
import type { Caller, Role } from '@agremia/resources/access.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, many, maybeOne, sql, textOf } from '../database/sql.ts'
import { ApiError, badRequest } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import type { Identity } from './connections.ts'

/** On this channel each process hears whose a socket is; only the one that holds the socket minds. */
export const socketsChannel = 'agremia_sockets'

export interface Introduction {
  connectionId: string
  identity: Identity
  /** Milliseconds since the page began to read. */
  age: number
}

/**
 * `POST /websocket/auth {connectionId, age}` with the caller's token: says whose the socket of that handshake is, and for
 * how many milliseconds the page has been reading (optional). The socket may be held by another process, so the answer
 * does not tell whether there is one.
 */
export function registerIntroductions(app: FastifyInstance, { world }: Engine): void {
  app.post('/websocket/auth', async (request, reply) => {
    const { caller } = request
    if (!isUser(caller)) throw new ApiError(401, 'É preciso entrar para continuar.')
    const connectionId = connectionIdOf(request.body)
    const generation = await generationOf(world.database.pool, caller.id)
    const expires = tokenExpiry(request) ?? world.clock().getTime() + unknownExpiry
    const introduction: Introduction = {
      connectionId,
      identity: { caller, generation, expires },
      age: ageOf(request.body),
    }
    await execute(
      world.database.pool,
      sql`SELECT pg_notify(${socketsChannel}, ${JSON.stringify(introduction)})`,
    )
    return reply.code(204).send()
  })
}

function isUser(caller: Caller): caller is Identity['caller'] {
  return caller.id !== null
}

/** Tokens that say nothing of their end are asked for again after this long. */
const unknownExpiry = 15 * 60_000

function connectionIdOf(body: unknown): string {
  const given =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['connectionId'] : undefined
  if (typeof given !== 'string' || !/^[\w-]{1,64}$/.test(given))
    throw badRequest('connectionId: indique o que veio no aperto de mão.')
  return given
}

function ageOf(body: unknown): number {
  const given = (body as Record<string, unknown>)['age']
  return typeof given === 'number' && given > 0 ? Math.ceil(given) : 0
}

/** The token was verified before the request came here; this only reads when it ends. */
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

/** Reads a notification of the channel; undefined when it is none of ours. */
export function readIntroduction(payload: string): Introduction | undefined {
  try {
    const { connectionId, identity, age } = JSON.parse(payload) as Introduction
    return typeof connectionId === 'string' && isId(identity.caller.id)
      ? { connectionId, identity, age }
      : undefined
  } catch {
    return undefined
  }
}

type Account = RowOf<typeof accountShape>
const accountShape = {
  id: 'uuid',
  role: textOf<Role>(),
  personId: 'uuid?',
  generation: 'integer',
  blocked: 'boolean',
} as const

/** The ids among these whose tokens are no longer what they were: account gone, blocked, changed or revoked. */
export async function findRevoked(db: Querying, identities: readonly Identity[]): Promise<Set<string>> {
  const rows = await many(
    db,
    sql`SELECT id, role, person_id AS "personId", token_generation AS generation, blocked FROM users WHERE id = ANY(${[...new Set(identities.map(({ caller }) => caller.id))]}::uuid[])`,
    accountShape,
  )
  const accounts = new Map(rows.map((account) => [account.id, account]))
  return new Set(
    identities
      .filter((identity) => !isGood(identity, accounts.get(identity.caller.id)))
      .map(({ caller }) => caller.id),
  )
}

function isGood({ caller, generation }: Identity, account: Account | undefined): boolean {
  if (!account || account.blocked || account.generation !== generation) return false
  return sameStanding(caller, account)
}

function sameStanding(caller: Caller, account: Account): boolean {
  return caller.role === account.role && caller.personId === account.personId
}
