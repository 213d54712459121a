import type { Caller } from '@agremia/resources/access.ts'
import { isStaff } from '@agremia/resources/access.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { routeScopes } from '../rest/route-scope.ts'
import type { AccountCache, CachedAccount } from './accounts.ts'
import type { TokenClaims } from './tokens.ts'
import {
  callerOfSecret,
  type ExhaustedSecrets,
  countCall,
  invalidSecret,
  isValidSecret,
  logCalls,
  refuseExhausted,
  secretPrefix,
} from './api-secrets.ts'
import { withHidden } from './hidden-kinds.ts'
import { recordForbidden } from './refusals.ts'
import { readToken } from './tokens.ts'
import type { World } from '../rest/modules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** Undefined for visitors. */
    sessionId: string | undefined
    /** The secret of a program. */
    apiSecretId: string | undefined
  }
  interface FastifyContextConfig {
    /** Also for users who must set up a second step before anything else. */
    enrolment?: true
    /** Open to every secret: the route itself looks at the scopes. */
    anySecret?: true
  }
}

export const visitor: Caller = Object.freeze({ id: null, name: 'Visitante', role: 'visitor', personId: null })

const maxTokens = 2000

/** Sets `request.caller`. Throws 401 for an invalid token, except on open routes: it must not silently become a visitor. */
export function registerCaller(app: FastifyInstance, world: World, accounts: AccountCache): void {
  /** Of each signing key, so that its replacement ends the tokens. */
  const verifiedBy = new WeakMap<Buffer, Map<string, TokenClaims>>()
  const exhausted: ExhaustedSecrets = new Map()
  app.decorateRequest('caller', null as never)
  app.decorateRequest('sessionId')
  app.decorateRequest('apiSecretId')
  logCalls(app, world)
  recordForbidden(app, world)
  app.addHook('onRequest', async (request, reply) => {
    const header = request.headers.authorization
    const { open, enrolment } = request.routeOptions.config
    request.caller = visitor
    if (!header) return
    const value = parseBearer(header)
    if (value?.startsWith(secretPrefix)) return identifyProgram(value, request, reply)
    const found = await findSession(header)
    if (!found && !open) throw sessionExpired()
    if (!found) return
    const { account, sessionId } = found
    if (!enrolment && !account.hasTwoSteps && (await needsTwoSteps(world, account))) {
      if (open) return
      throw new ApiError(403, 'A organização exige a verificação em dois passos. Ative o segundo passo.', {
        code: 'twoStepsRequired',
      })
    }
    const { id, name, role, personId } = account
    request.caller = withHidden({ id, name, role, personId }, await world.organisation.settings())
    request.sessionId = sessionId
  })

  /** Throws 401 for an invalid secret, 403 without the scope of the route, 429. */
  async function identifyProgram(value: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const secret = await accounts.secret(value)
    const { open, anySecret } = request.routeOptions.config
    if (!secret || !(await isValidSecret(world, secret))) throw invalidSecret()
    refuseExhausted(exhausted, secret, world.clock())
    request.apiSecretId = secret.id
    await countCall(world, secret, { request, reply, exhausted })
    const needed = routeScopes({ ...request.routeOptions, method: request.method })
    const missing = needed?.filter((scope) => !secret.scopes.has(scope))
    if (anySecret || missing?.length === 0)
      request.caller = withHidden(callerOfSecret(secret), await world.organisation.settings())
    else if (!open)
      throw new ApiError(
        403,
        missing === undefined
          ? 'Este caminho não está aberto a programas.'
          : `A chave não tem ${missing.length === 1 ? 'a permissão' : 'as permissões'} ${missing.join(' e ')}.`,
        { code: 'missingScope' },
      )
  }

  async function findSession(
    header: string,
  ): Promise<{ account: CachedAccount; sessionId: string } | undefined> {
    const token = parseBearer(header)
    const claims = token && (await claimsOf(token))
    const account = claims && (await accounts.get(claims.userId))
    if (!account || account.blocked || account.generation !== claims.generation) return undefined
    const { sessionId } = claims
    if (sessionId === undefined || account.endedSessions.includes(sessionId)) return undefined
    return { account, sessionId }
  }

  async function claimsOf(token: string): Promise<TokenClaims | undefined> {
    const key = world.keys.signing('tokens')
    const verified = verifiedBy.get(key) ?? new Map<string, TokenClaims>()
    verifiedBy.set(key, verified)
    const known = verified.get(token)
    if (known) return known.expires * 1000 > world.clock().getTime() ? known : undefined
    const claims = await readToken(world, token, 'access')
    if (!claims) return undefined
    if (verified.size >= maxTokens) verified.clear()
    verified.set(token, claims)
    return claims
  }
}

/** Whether a setting requires a second step of users with this role. */
export async function needsTwoSteps(
  { organisation }: Pick<World, 'organisation'>,
  { role }: Pick<Caller, 'role'>,
): Promise<boolean> {
  return isStaff({ role }) && (await organisation.setting('requireTwoSteps')) === 'true'
}

export function sessionExpired(): ApiError {
  return new ApiError(401, 'A sessão expirou. Entre de novo.')
}

/** 403 for an invalid code of a link. */
export function wrongCode(): ApiError {
  return new ApiError(403, 'Esta ligação já foi usada ou perdeu a validade. Peça outra.', {
    code: 'wrongCode',
  })
}

/** Whether the access token was issued by a link. */
export async function isSignedInByLink(world: World, { headers }: FastifyRequest): Promise<boolean> {
  const token = parseBearer(headers.authorization)
  return token !== undefined && (await readToken(world, token, 'access'))?.byLink === true
}

function parseBearer(header: string | undefined): string | undefined {
  return /^Bearer (.+)$/i.exec(header ?? '')?.[1]
}

/** Returns the user. Throws 401 for visitors. */
export function requireUser(caller: Caller): Caller & { id: string } {
  if (caller.id === null) throw new ApiError(401, 'É preciso entrar para continuar.')
  return caller as Caller & { id: string }
}

/** Returns the user and the session of its token. Throws 401 for visitors. */
export function sessionOf({ caller, sessionId }: FastifyRequest): {
  caller: Caller & { id: string }
  sessionId: string
} {
  const user = requireUser(caller)
  if (sessionId === undefined) throw sessionExpired()
  return { caller: user, sessionId }
}
