import Bowser from 'bowser'
import { isId } from '@agremia/resources/coerce.ts'
import { sessions, type SignInMethod } from '@agremia/resources/definitions/sessions.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Tx } from '../database/transaction.ts'
import { execute, many, maybeOne, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { ActionCall, Context, World } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import { nameChanges } from '../rest/write-request.ts'
import { sessionOf } from './caller.ts'
import { requirePassword } from './passwords.ts'
import type { Account, Tokens } from './tokens.ts'
import { hashToken, issueTokens, secondsLeft } from './tokens.ts'

/** How and where somebody signs in. */
export interface SignIn {
  method: SignInMethod
  request?: Pick<FastifyRequest, 'headers' | 'ip'>
}

/** Starts a session of the account; returns its first tokens. */
export async function startSession(
  world: Pick<World, 'keys' | 'clock'>,
  db: Tx,
  account: Account,
  { method, request }: SignIn,
): Promise<Tokens> {
  const id = newId()
  const now = world.clock()
  const device = deviceOf(request?.headers['user-agent'])
  const address = request?.ip ?? null
  // Not only when the tokens are issued: maintenance deletes sessions that have expired.
  const expiresAt = new Date(now.getTime() + secondsLeft(now, now) * 1000)
  await execute(
    db,
    sql`INSERT INTO sessions (id, created_at, user_id, role, method, device, address, last_seen_at, expires_at)
        VALUES (${id}, ${now}, ${account.id}, ${account.role}, ${method}, ${device}, ${address}, ${now}, ${expiresAt})`,
  )
  const changes = Object.entries({ method, device }).map(([field, to]) => ({ field, from: null, to }))
  const { id: userId, name, role, personId } = account
  await recordAudit({ db, caller: { id: userId, name, role, personId }, address }, [
    { resource: sessions.name, id, action: 'signedIn', changes },
  ])
  return issueTokens(world, db, account, { sessionId: id, startedAt: now, byLink: method === 'link' })
}

/** Browser and system, for people to recognise; null when unknown. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  return [browser.name, os.name].filter(Boolean).join(' · ').slice(0, 100) || null
}

type SessionWrite = Pick<Context, 'db' | 'changes'>

/** Ends the sessions of a user: all, one of them, or all but one. Their tokens are refused from now on. */
export async function endSessions(
  { db, changes }: SessionWrite,
  userId: string,
  { only = null, except = null }: { only?: string | null; except?: string | null } = {},
): Promise<void> {
  const ended = await many(
    db,
    sql`UPDATE sessions SET ended_at = now(), updated_at = now(), version = version + 1
        WHERE user_id = ${userId} AND ended_at IS NULL AND id = coalesce(${only}::uuid, id) AND id IS DISTINCT FROM ${except}::uuid
        RETURNING id, version`,
    idAndVersion,
  )
  // The first drops the caches of accounts, which know their ended sessions; the second removes the sessions from lists.
  changes.push({ resource: users.name, action: 'updated', id: userId, version: 0 })
  changes.push(...changesOf(sessions.name, 'deleted', ended).map((one) => ({ ...one, owner: userId })))
}

/** Ends the session of a refresh token. */
export async function endSessionOf(writing: SessionWrite, refreshToken: string): Promise<void> {
  const session = await maybeOne(
    writing.db,
    sql`SELECT s.id, s.user_id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.token_hash = ${hashToken(refreshToken)}`,
    { id: 'uuid', user_id: 'uuid' },
  )
  if (session) await endSessions(writing, session.user_id, { only: session.id })
}

export const sessionsModule = resourceModule({ definition: sessions, actions: { end } })

/** Throws 409 for a session of the caller: `endOwnSessions` asks for the password. */
async function end(call: ActionCall<typeof sessions, 'end'>): Promise<object> {
  const { _id: id } = call.record
  const userId = call.record.userId
  if (userId === call.caller.id) throw conflict('As suas sessões terminam-se no perfil, com a palavra-passe.')
  await endSessions(call, userId, { only: id })
  await recordAudit(call, [{ resource: users.name, id: userId, action: 'endSession', changes: [] }])
  return {}
}

/**
 * `POST /auth/end_sessions {password, session}`: ends a session of the caller; without `session`, all on other devices. Throws 401, 422,
 * 429.
 */
export async function endOwnSessions(world: World, request: FastifyRequest, reply: FastifyReply) {
  const { caller, sessionId } = sessionOf(request)
  await requirePassword(world, request)
  const only = textOf(bodyOf(request)['session'])
  if (only !== '' && !isId(only)) throw invalid({ session: ['Não é o id de uma sessão.'] })
  const changed = await writeInTransaction(world, async (db, changes) => {
    await endSessions({ db, changes }, caller.id, only === '' ? { except: sessionId } : { only })
    const action = only === '' ? 'endOtherSessions' : 'endSession'
    await recordAudit({ db, caller, address: request.ip }, [
      { resource: users.name, id: caller.id, action, changes: [] },
    ])
    return changes
  })
  nameChanges(reply, changed)
  return reply.code(204).send()
}
