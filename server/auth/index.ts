import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isEmpty } from '@agremia/resources/coerce.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import { passwordProblem } from '@agremia/resources/rules/password.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { execute, exists, maybeOne, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { ApiError, invalid } from '../errors.ts'
import { sessionLimits } from '../limits.ts'
import { recordAudit, secretChanges } from '../rest/audit.ts'
import { writeInTransaction } from '../rest/changes.ts'
import type { Area, Engine } from '../rest/modules.ts'
import { findAccount, findAccountWithPassword } from './accounts.ts'
import { uncountAttempt, limitAttempts } from './attempts.ts'
import { requireUser, wrongCode } from './caller.ts'
import { requestEmailChange, confirmEmailChange, sendEmailChange } from './email-change.ts'
import { announceSecurity } from './security-messages.ts'
import { addPasskey, passkeyOptions, removePasskey, signInByPasskey, signInOptions } from './passkeys.ts'
import { recordRefusedSignIn, refuseSignIn } from './refusals.ts'
import { endOtherSessions, endSessionOf, revokeTokens, sessionsModule, startSession } from './sessions.ts'
import { hashToken, issueTokens, readToken, rememberDevice } from './tokens.ts'
import { requestLoginLink, sendLoginLink } from './login-link.ts'
import { checkPassword, hashPassword, requireOwner } from './passwords.ts'
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

export { createAccountCache, findAccount } from './accounts.ts'
export type { AccountCache } from './accounts.ts'
export { registerCaller } from './caller.ts'
export { secretPrefix } from './api-secrets.ts'
export { countAttempt, uncountAttempt, limitAttempts } from './attempts.ts'
export { sendAccountLink } from './login-link.ts'
export { hashPassword } from './passwords.ts'
export { revokeTokens, startSession } from './sessions.ts'
export { resetTwoSteps, twoStepsColumn } from './two-steps.ts'
export { hashToken } from './tokens.ts'
export type { Account, Tokens } from './tokens.ts'

const wrongCredentials = 'O email ou a palavra-passe não estão certos.'
/** For visitors too, with a small body. */
const open = { config: { open: true }, bodyLimit: 16 * 1024 }
const enrolment = { config: { enrolment: true }, bodyLimit: 16 * 1024 } as const

export const authArea: Area = {
  resources: [sessionsModule],
  routes(app, engine) {
    app.post('/auth', open, (request, reply) => signIn(engine, request, reply))
    app.post('/auth/refresh', open, (request) => refresh(engine, request))
    app.post('/auth/logout', open, (request, reply) => signOut(engine, request, reply))
    app.post('/auth/end_other_sessions', (request, reply) => endOtherSessions(engine, request, reply))
    app.get('/auth/two_steps', enrolment, (request) => readTwoSteps(engine, request))
    app.post('/auth/two_steps/begin', enrolment, (request) => beginApp(engine, request))
    app.post('/auth/two_steps/confirm', enrolment, (request) => confirmApp(engine, request))
    app.post('/auth/two_steps/recovery_codes', (request) => renewRecoveryCodes(engine, request))
    app.post('/auth/two_steps/remove', (request) => removeApp(engine, request))
    app.post('/auth/passkeys/options', enrolment, (request) => passkeyOptions(engine, request))
    app.post('/auth/passkeys', enrolment, (request, reply) => addPasskey(engine, request, reply))
    app.post<{ Params: { id: string } }>('/auth/passkeys/:id/remove', (request) =>
      removePasskey(engine, request),
    )
    app.post('/auth/passkey_options', open, (request) => signInOptions(engine, request))
    app.post('/auth/password', (request, reply) => changePassword(engine, request, reply))
    app.post('/auth/email', (request, reply) => requestEmailChange(engine, request, reply))
    app.post('/auth/email/confirm', open, (request, reply) => confirmEmailChange(engine, request, reply))
  },
  work: ({ world }) => [
    world.jobs.work('accountLinks', (job) =>
      job.data['kind'] === 'login' ? sendLoginLink(world, job) : sendEmailChange(world, job),
    ),
  ],
}

async function signIn(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Tokens | undefined> {
  const body = bodyOf(request)
  if (body['recover_password'] === true) {
    await requestLoginLink(engine.world, textOf(body['email']), request.ip)
    void reply.code(204)
    return undefined
  }
  const { passkey } = body
  if (typeof passkey === 'object' && passkey !== null) {
    const { account, tokens } = await signInByPasskey(engine, request, passkey as Record<string, unknown>)
    await rememberDevice(engine.world, reply, account)
    return tokens
  }
  if (!isEmpty(body['recover_code'])) return signInByCode(engine, request, reply)
  return signInByPassword(engine, request, reply)
}

async function signInByPassword(
  { world }: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Tokens> {
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
  if (account && !right) await recordRefusedSignIn(world, request, account.id)
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

async function signInByCode(
  { world }: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Tokens> {
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
 * Exchanges a refresh token for another pair of its session. Reuse within `refreshAgainSeconds` returns a pair again, because the first
 * response may have been lost; later it ends the session. Throws 401.
 */
async function refresh(engine: Engine, request: FastifyRequest): Promise<Tokens> {
  const { world } = engine
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
                 AND (spent_at IS NULL OR spent_at >= ${now}::timestamptz - ${sessionLimits.refreshAgainSeconds} * interval '1 second')
               RETURNING s.id`,
        { id: 'uuid' },
      )
      if (!spent) {
        await endSessionOf({ db: tx, changes }, token)
        return undefined
      }
      const account = await findAccount(tx, claims.userId)
      const isValid = account && !account.blocked && account.generation === claims.generation
      return isValid ? issueTokens(world, tx, account, { sessionId: spent.id }) : undefined
    }))
  if (!tokens) throw new ApiError(401, 'A sessão terminou. Entre de novo.')
  return tokens
}

async function signOut(engine: Engine, request: FastifyRequest, reply: FastifyReply): Promise<undefined> {
  const token = textOf(bodyOf(request)['refreshToken'])
  await writeInTransaction(engine.world, (db, changes) => endSessionOf({ db, changes }, token))
  void reply.code(204)
  return undefined
}

/** Changes the own password. After sign-in by link the current one is not needed. */
async function changePassword(engine: Engine, request: FastifyRequest, reply: FastifyReply): Promise<Tokens> {
  const { world } = engine
  const caller = requireUser(request.caller)
  const body = bodyOf(request)
  const current = textOf(body['currentPassword'])
  const newPassword = textOf(body['newPassword'])
  const { email } = await requireOwner(world, request, { field: 'currentPassword', password: current })
  const problem = passwordProblem(newPassword, { name: caller.name, email })
  if (problem) throw invalid({ newPassword: [problem] })
  const passwordHash = await hashPassword(newPassword)
  const changed = await writeInTransaction(world, async (tx, changes) => {
    await execute(tx, sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${caller.id}`)
    await revokeTokens({ db: tx, changes }, caller.id)
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
