import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isEmpty } from '@agremia/resources/coerce.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { execute, exists, maybeOne, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { ApiError, invalid } from '../errors.ts'
import { sessionLimits } from '../limits.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit, secretChanges } from '../rest/audit.ts'
import { writeInTransaction } from '../rest/changes.ts'
import type { Area, World } from '../rest/modules.ts'
import { findAccount, findAccountWithPassword } from './accounts.ts'
import { apis } from './apis.ts'
import { uncountAttempt, limitAttempts } from './attempts.ts'
import { requireUser, wrongCode } from './caller.ts'
import { endCredentials } from './credentials.ts'
import { requestEmailChange, confirmEmailChange, sendEmailChange } from './email-change.ts'
import { announceSecurity } from './security-messages.ts'
import { addPasskey, passkeyOptions, removePasskey, signInByPasskey, signInOptions } from './passkeys.ts'
import { recordRefusedSignIn, refuseSignIn } from './refusals.ts'
import { endOwnSessions, endSessionOf, sessionsModule, startSession } from './sessions.ts'
import { hashToken, issueTokens, readToken, rememberDevice } from './tokens.ts'
import { requestLoginLink, sendLoginLink } from './login-link.ts'
import { checkPassword, hashPassword, newPasswordProblem, requireOwner } from './passwords.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import {
  acceptSecondStep,
  beginApp,
  confirmApp,
  expectSecondStep,
  readTwoSteps,
  removeApp,
  renewRecoveryCodes,
  uncountSecondStep,
} from './two-steps.ts'
import type { Account, Tokens } from './tokens.ts'
import { route, type WithId } from '../rest/api.ts'

export { withHidden } from './hidden-kinds.ts'
export type { Author } from './author.ts'
export { callerOf, NotAllowed } from './author.ts'
export { createAccountCache, findAccountWithPassword } from './accounts.ts'
export type { AccountCache } from './accounts.ts'
export { registerCaller } from './caller.ts'
export { endCredentials } from './credentials.ts'
export { secretPrefix } from './api-secrets.ts'
export { countAttempt, uncountAttempt, limitAttempts } from './attempts.ts'
export { createAccountLink, sendAccountLink } from './login-link.ts'
export { hashPassword, newPasswordProblem, requireOwner } from './passwords.ts'
export { startSession } from './sessions.ts'
export { resetTwoSteps, twoStepsColumn } from './two-steps.ts'
export { hashToken } from './tokens.ts'
export type { Account, Tokens } from './tokens.ts'

const wrongCredentials = 'O email ou a palavra-passe não estão certos.'
const smallBody = { bodyLimit: 16 * 1024 }
/** For visitors too. */
const open = (api: Api) => ({ config: { open: true, api }, ...smallBody })
/** Also for users who must set up a second step first. */
const enrolment = (api: Api) => ({ config: { enrolment: true, api } as const, ...smallBody })
/** For people alone. */
const own = (api: Api) => route(api)

export const authArea: Area = {
  resources: [sessionsModule],
  routes(app, world) {
    app.post('/auth', open(apis.signIn), (request, reply) => signIn(world, request, reply))
    app.post('/auth/refresh', open(apis.refresh), (request) => refresh(world, request))
    app.post('/auth/logout', open(apis.signOut), (request, reply) => signOut(world, request, reply))
    app.post('/auth/end_sessions', own(apis.endSessions), (request, reply) =>
      endOwnSessions(world, request, reply),
    )
    app.get('/auth/two_steps', enrolment(apis.readTwoSteps), (request) => readTwoSteps(world, request))
    app.post('/auth/two_steps/begin', enrolment(apis.beginApp), (request) => beginApp(world, request))
    app.post('/auth/two_steps/confirm', enrolment(apis.confirmApp), (request) => confirmApp(world, request))
    app.post('/auth/two_steps/recovery_codes', own(apis.renewRecoveryCodes), (request) =>
      renewRecoveryCodes(world, request),
    )
    app.post('/auth/two_steps/remove', own(apis.removeApp), (request) => removeApp(world, request))
    app.post('/auth/passkeys/options', enrolment(apis.passkeyOptions), (request) =>
      passkeyOptions(world, request),
    )
    app.post('/auth/passkeys', enrolment(apis.addPasskey), (request, reply) =>
      addPasskey(world, request, reply),
    )
    app.post<WithId>('/auth/passkeys/:id/remove', own(apis.removePasskey), (request) =>
      removePasskey(world, request),
    )
    app.post('/auth/passkey_options', open(apis.signInOptions), (request) => signInOptions(world, request))
    app.post('/auth/password', own(apis.changePassword), (request, reply) =>
      changePassword(world, request, reply),
    )
    app.post('/auth/email', own(apis.requestEmailChange), (request, reply) =>
      requestEmailChange(world, request, reply),
    )
    app.post('/auth/email/confirm', open(apis.confirmEmailChange), (request, reply) =>
      confirmEmailChange(world, request, reply),
    )
  },
  work: (world) => [
    world.jobs.work('accountLinks', (job) =>
      job.data['kind'] === 'login' ? sendLoginLink(world, job) : sendEmailChange(world, job),
    ),
  ],
}

async function signIn(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Tokens | undefined> {
  const body = bodyOf(request)
  if (body['recover_password'] === true) {
    await requestLoginLink(world, textOf(body['email']), request.ip)
    void reply.code(204)
    return undefined
  }
  const { passkey } = body
  if (typeof passkey === 'object' && passkey !== null) {
    const { account, tokens } = await signInByPasskey(world, request, passkey as Record<string, unknown>)
    await rememberDevice(world, reply, account)
    return tokens
  }
  if (!isEmpty(body['recover_code'])) return signInByCode(world, request, reply)
  return signInByPassword(world, request, reply)
}

async function signInByPassword(world: World, request: FastifyRequest, reply: FastifyReply): Promise<Tokens> {
  const body = bodyOf(request)
  const email = textOf(body['email'])
  const password = textOf(body['password'])
  const missing = Object.entries({ email, password }).filter(([, value]) => value.trim() === '')
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(([name]) => [name, [fieldErrors.required]])))
  if (email.length > 254 || password.length > 200)
    throw new ApiError(403, wrongCredentials, { code: 'wrongCredentials' })
  const account = await findAccountWithPassword(world.database.pool, { email })
  const right = await checkPassword(world, request, { email, password, account })
  if (account && !right) recordRefusedSignIn(world, request, account.id)
  // The activity log has events of accounts alone.
  if (!account) request.log.warn('a sign-in of an unknown account was refused')
  if (!account || !right || account.blocked) {
    if (!account && (await world.organisation.setting('revealUnknownAccounts')) === 'true') {
      throw new ApiError(404, 'Não existe uma conta com este email.', { code: 'accountNotFound' })
    }
    if (account && right)
      throw new ApiError(403, 'Esta conta está bloqueada. Fale com a secretaria.', { code: 'blocked' })
    throw new ApiError(403, wrongCredentials, { code: 'wrongCredentials' })
  }
  const step = await expectSecondStep(world, account, textOf(body['code']))
  const tokens = await inTransaction(world.database, async (tx) => {
    await acceptSecondStep({ db: tx, world }, account, step)
    await execute(tx, sql`UPDATE users SET last_login_at = now() WHERE id = ${account.id}`)
    return startSession(world, tx, account, { method: 'password', request })
  }).catch((error: unknown) => refuseSignIn(world, request, account.id, error))
  await uncountSecondStep(world, account, step)
  await rememberDevice(world, reply, account)
  return tokens
}

async function signInByCode(world: World, request: FastifyRequest, reply: FastifyReply): Promise<Tokens> {
  const body = bodyOf(request)
  const codeHash = hashToken(textOf(body['recover_code']))
  const subject = ['address', request.ip] as const
  await limitAttempts(world, [subject])
  const now = world.clock()
  const isUsable = sql`code_hash = ${codeHash} AND used_at IS NULL AND expires_at > ${now}`
  const code = await maybeOne(
    world.database.pool,
    sql`SELECT user_id AS "userId" FROM login_codes WHERE ${isUsable}`,
    { userId: 'uuid' },
  )
  const account = code && (await findAccount(world.database.pool, code.userId))
  if (!account || account.blocked) throw wrongCode()
  const step = await expectSecondStep(world, account, textOf(body['code']))
  const tokens = await inTransaction(world.database, async (tx) => {
    if (!(await exists(tx, sql`UPDATE login_codes SET used_at = ${now} WHERE ${isUsable}`))) throw wrongCode()
    // The links that were not used end with this one.
    await execute(
      tx,
      sql`UPDATE login_codes SET used_at = ${now} WHERE user_id = ${account.id} AND used_at IS NULL`,
    )
    await acceptSecondStep({ db: tx, world }, account, step)
    await execute(tx, sql`UPDATE users SET last_login_at = now() WHERE id = ${account.id}`)
    return startSession(world, tx, account, { method: 'link', request })
  }).catch((error: unknown) => refuseSignIn(world, request, account.id, error))
  await uncountSecondStep(world, account, step)
  await uncountAttempt(world, [subject])
  await rememberDevice(world, reply, account)
  return tokens
}

/**
 * Exchanges a refresh token for another pair of its session. Reuse within `refreshAgainSeconds`, while what it was exchanged for is
 * unused, returns a pair again, because the first response may have been lost; later it ends the session. Throws 401.
 */
async function refresh(world: World, request: FastifyRequest): Promise<Tokens> {
  const token = textOf(bodyOf(request)['refreshToken'])
  const claims = await readToken(world, token, 'refresh')
  const tokens =
    claims &&
    (await writeInTransaction(world, async (tx, changes) => {
      const now = world.clock()
      const spent = await maybeOne(
        tx,
        sql`UPDATE refresh_tokens t SET spent_at = coalesce(spent_at, ${now}::timestamptz) FROM sessions s
               WHERE token_hash = ${hashToken(token)} AND s.id = t.session_id AND s.ended_at IS NULL
                 AND (spent_at IS NULL OR (
                   spent_at >= ${now}::timestamptz - ${sessionLimits.refreshAgainSeconds} * interval '1 second'
                   AND NOT EXISTS (SELECT FROM refresh_tokens next WHERE next.session_id = t.session_id AND next.id > t.id AND next.spent_at IS NOT NULL)))
               RETURNING s.id, s.created_at AS "startedAt"`,
        { id: 'uuid', startedAt: 'moment' },
      )
      if (!spent) {
        await endSessionOf({ db: tx, changes }, token)
        return undefined
      }
      const account = await findAccount(tx, claims.userId)
      const isValid = account && !account.blocked && account.generation === claims.generation
      if (!isValid) return undefined
      const startedAt = new Date(spent.startedAt)
      return issueTokens(world, tx, account, { sessionId: spent.id, startedAt })
    }))
  if (!tokens) throw new ApiError(401, 'A sessão terminou. Entre de novo.')
  return tokens
}

async function signOut(world: World, request: FastifyRequest, reply: FastifyReply): Promise<undefined> {
  const token = textOf(bodyOf(request)['refreshToken'])
  await writeInTransaction(world, (db, changes) => endSessionOf({ db, changes }, token))
  void reply.code(204)
  return undefined
}

/** Changes the own password. After sign-in by link the current one is not needed. */
async function changePassword(world: World, request: FastifyRequest, reply: FastifyReply): Promise<Tokens> {
  const caller = requireUser(request.caller)
  const body = bodyOf(request)
  const current = textOf(body['currentPassword'])
  const newPassword = textOf(body['newPassword'])
  const { email } = await requireOwner(world, request, { field: 'currentPassword', password: current })
  const { name: organisation } = await world.organisation.terminology()
  const problem = newPasswordProblem(newPassword, { name: caller.name, email, organisation })
  if (problem) throw invalid({ newPassword: [problem] })
  const passwordHash = await hashPassword(newPassword)
  const changed = await writeInTransaction(world, async (tx, changes) => {
    await execute(tx, sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${caller.id}`)
    await endCredentials({ db: tx, changes }, caller.id, 'newPassword')
    await recordAudit({ db: tx, caller, address: request.ip }, [
      {
        resource: 'users',
        id: caller.id,
        action: 'updated',
        changes: secretChanges(users.fields, { password: newPassword }),
      },
    ])
    await announceSecurity({ db: tx, world }, caller.id, 'a palavra-passe mudou')
    const account = (await findAccount(tx, caller.id)) as Account
    return { account, tokens: await startSession(world, tx, account, { method: 'password', request }) }
  })
  await rememberDevice(world, reply, changed.account)
  return changed.tokens
}
