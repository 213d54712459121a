import { createHash } from 'node:crypto'
import type { Role } from '@agremia/resources/access.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { v7 as newId } from 'uuid'
import { isSecure } from '../config.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'
import { sessionLimits } from '../limits.ts'
import type { World } from '../rest/modules.ts'

export interface Account {
  id: string
  name: string
  role: Exclude<Role, 'visitor'>
  personId: string | null
  blocked: boolean
  generation: number
}

export interface Tokens {
  access: string
  refresh: string
}

export type TokenUse = 'access' | 'refresh' | 'device'

export interface TokenClaims {
  userId: string
  generation: number
  /** Undefined for a device. */
  sessionId: string | undefined
  /** Seconds since 1970. */
  expires: number
  /** For an access token: issued by a link sent by email. */
  byLink: boolean
}

type SigningContext = Pick<World, 'keys' | 'clock'>

/**
 * Issues a pair of tokens of a session, which began at `startedAt`. Stores the refresh token hashed; the session lasts as long as it.
 */
export async function issueTokens(
  world: SigningContext,
  db: Querying,
  account: Account,
  { sessionId, startedAt, byLink = false }: { sessionId: string; startedAt: Date; byLink?: boolean },
): Promise<Tokens> {
  const seconds = secondsLeft(startedAt, world.clock())
  const session = { sid: sessionId }
  const [access, refresh] = await Promise.all([
    signToken(
      world,
      account,
      { use: 'access', ...session, ...(byLink && { byLink }) },
      sessionLimits.accessMinutes * 60,
    ),
    signToken(world, account, { use: 'refresh', ...session }, seconds),
  ])
  const expiresAt = new Date(Number(decodeJwt(refresh).exp) * 1000)
  await execute(
    db,
    sql`WITH session AS (UPDATE sessions SET last_seen_at = ${world.clock()}, expires_at = ${expiresAt} WHERE id = ${sessionId})
        INSERT INTO refresh_tokens (id, session_id, token_hash, expires_at) VALUES (${newId()}, ${sessionId}, ${hashToken(refresh)}, ${expiresAt})`,
  )
  return { access, refresh }
}

/** Seconds until a session that began at `startedAt` ends, if it is not used again after `now`. */
export function secondsLeft(startedAt: Date, now: Date): number {
  const age = Math.floor((now.getTime() - startedAt.getTime()) / 1000)
  return Math.min(sessionLimits.unusedDays * 86_400, sessionLimits.totalDays * 86_400 - age)
}

/** Signs a token of the account that expires after `seconds`. */
export async function signToken(
  { keys, clock }: SigningContext,
  account: Account,
  claims: { use: TokenUse; sid?: string; byLink?: boolean },
  seconds: number,
): Promise<string> {
  const issued = Math.floor(clock().getTime() / 1000)
  return new SignJWT({
    ...claims,
    gen: account.generation,
    CustomUserInfo: { Name: account.name, ID: account.id, Role: account.role },
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(account.id)
    .setJti(newId())
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(keys.signing('tokens'))
}

/** Claims of a token; undefined when its signature or use is wrong, or when it has expired. */
export async function readToken(
  { keys, clock }: SigningContext,
  token: string,
  use: TokenUse,
): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys.signing('tokens'), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate: clock(),
    })
    if (payload['use'] !== use || typeof payload.sub !== 'string' || typeof payload['gen'] !== 'number')
      return undefined
    const { sub: userId, gen: generation, sid, exp: expires = 0 } = payload
    const sessionId = typeof sid === 'string' ? sid : undefined
    return { userId, generation, sessionId, expires, byLink: payload['byLink'] === true }
  } catch {
    return undefined
  }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** One cookie per account: several people may share a browser. With HTTPS browsers accept it from this host alone. */
function cookieOf(world: World, { id }: Pick<Account, 'id'>): string {
  return `${isSecure(world.config) ? '__Host-' : ''}device_${id}`
}

/** Makes the browser a known device of the account, until the account's tokens are revoked. */
export async function rememberDevice(world: World, reply: FastifyReply, account: Account): Promise<void> {
  const seconds = sessionLimits.knownDeviceDays * 86_400
  const token = await signToken(world, account, { use: 'device' }, seconds)
  // The prefix requires the path `/`.
  const scope = isSecure(world.config) ? 'Path=/; Secure' : 'Path=/api/auth'
  void reply.header(
    'set-cookie',
    `${cookieOf(world, account)}=${token}; ${scope}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`,
  )
}

/** The device token of the account; undefined for unknown devices. */
export async function findKnownDevice(
  world: World,
  { headers }: FastifyRequest,
  account: Account,
): Promise<string | undefined> {
  const start = `${cookieOf(world, account)}=`
  const cookie = headers.cookie?.split(/;\s*/).find((one) => one.startsWith(start))
  const token = cookie?.slice(start.length)
  const claims = token === undefined ? undefined : await readToken(world, token, 'device')
  return claims?.userId === account.id && claims.generation === account.generation ? token : undefined
}
