import { randomBytes } from 'node:crypto'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import type { FastifyRequest } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, exists, join, many, maybeOne, one, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'
import { ApiError, conflict, invalid } from '../errors.ts'
import { qrPath } from '../pdf/qr.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, World } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { toJson } from '../rest/codec.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { hasApp, hasPasskey, hasTwoSteps, lockAccount } from './accounts.ts'
import type { Subject } from './attempts.ts'
import { limitAttempts, uncountAttempt } from './attempts.ts'
import { needsTwoSteps, requireUser, sessionOf } from './caller.ts'
import { endCredentials } from './credentials.ts'
import { requirePassword } from './passwords.ts'
import { announceSecurity } from './security-messages.ts'
import { endSessions } from './sessions.ts'
import type { Account } from './tokens.ts'
import { hashToken } from './tokens.ts'

const twoStepsShape = { hasApp: 'boolean', hasPasskey: 'boolean', isProtected: 'boolean' } as const

/** Second steps of an account, and whether nobody signs in to it with one step (`hasTwoSteps`). */
function findTwoSteps(db: Querying, userId: string): Promise<RowOf<typeof twoStepsShape>> {
  return one(
    db,
    sql`SELECT ${hasApp(sql`u.id`)} AS "hasApp", ${hasPasskey(sql`u.id`)} AS "hasPasskey", ${hasTwoSteps('u')} AS "isProtected"
        FROM users u WHERE id = ${userId}`,
    twoStepsShape,
  )
}

export const twoStepsColumn: ComputedColumn = { sql: hasTwoSteps, toJson: toJson.boolean }

/**
 * The code that signing in with a password or a link still has to accept, whose attempt is counted; undefined when that is nothing. Throws 403 `codeRequired` without a
 * code, 403 `passkeyRequired` when only a passkey is left, 429.
 */
export async function expectSecondStep(
  world: World,
  account: Account,
  given: string,
): Promise<string | undefined> {
  const steps = await findTwoSteps(world.database.pool, account.id)
  if (!steps.isProtected) return undefined
  if (!steps.hasApp) throw new ApiError(403, 'Entre com a sua chave de acesso.', { code: 'passkeyRequired' })
  if (given.trim() === '')
    throw new ApiError(403, 'Escreva o código da aplicação de autenticação.', { code: 'codeRequired' })
  const code = given.replaceAll(/[\s-]/g, '').toLowerCase()
  await limitAttempts(world, guessesOf(account.id, code))
  return code
}

const isAppCode = (code: string) => /^\d{6}$/.test(code)

/** What limits guesses of a code. Recovery codes cannot be guessed, and are for when somebody else used up the guesses. */
function guessesOf(userId: string, code: string): Subject[] {
  return isAppCode(code)
    ? [
        ['secondStep', userId],
        ['secondStepOfDay', userId],
      ]
    : []
}

/** Accepts a code of the app, or a recovery code, once. Throws 422. */
export async function acceptSecondStep(
  { db, world }: { db: Tx; world: World },
  account: Account,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) return
  const accepted = isAppCode(code)
    ? await acceptAppCode({ db, world }, account.id, code)
    : await acceptRecoveryCode({ db, world }, account.id, code)
  if (!accepted) throw invalid({ code: ['O código não está certo, ou já foi usado.'] })
}

/** Uncounts the attempt of an accepted code. */
export async function uncountSecondStep(
  world: World,
  account: Account,
  code: string | undefined,
): Promise<void> {
  if (code !== undefined) await uncountAttempt(world, guessesOf(account.id, code))
}

async function acceptAppCode(
  { db, world }: { db: Tx; world: World },
  userId: string,
  code: string,
): Promise<boolean> {
  const app = await maybeOne(db, sql`SELECT secret FROM authenticator_apps WHERE user_id = ${userId}`, {
    secret: 'bytes',
  })
  if (!app) return false
  const totp = totpOf(Secret.fromBase32(await world.keys.unseal('authenticatorApps', app.secret)))
  const timestamp = world.clock().getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  return exists(
    db,
    sql`UPDATE authenticator_apps SET last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${world.clock()}) WHERE user_id = ${userId} AND last_step < ${step}`,
  )
}

async function acceptRecoveryCode(
  { db, world }: { db: Tx; world: World },
  userId: string,
  code: string,
): Promise<boolean> {
  const isUsed = await exists(
    db,
    sql`DELETE FROM recovery_codes WHERE user_id = ${userId} AND code_hash = ${hashToken(code)}`,
  )
  if (isUsed) await announceSecurity({ db, world }, userId, 'foi usado um código de recuperação para entrar')
  return isUsed
}

function totpOf(secret: Secret, { issuer = '', label = '' } = {}): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: 30 })
}

export const recoveryCodeCount = 10

/** Replaces the recovery codes. */
async function makeRecoveryCodes(db: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => {
    // 120 bits, so that a hash without salt protects them.
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(15)).buffer }).base32.toLowerCase()
    return letters.match(/.{4}/g)!.join('-')
  })
  await execute(db, sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
  const rows = codes.map((code) => sql`(${userId}::uuid, ${hashToken(code.replaceAll('-', ''))}::bytea)`)
  await execute(db, sql`INSERT INTO recovery_codes (user_id, code_hash) VALUES ${join(rows, ', ')}`)
  return codes
}

/** `GET /auth/two_steps`: the caller's second steps. */
export async function readTwoSteps(world: World, request: FastifyRequest) {
  const { id } = requireUser(request.caller)
  const { pool } = world.database
  const [{ hasApp: app }, { count }, passkeys] = await Promise.all([
    findTwoSteps(pool, id),
    one(pool, sql`SELECT count(*)::integer AS count FROM recovery_codes WHERE user_id = ${id}`, {
      count: 'integer',
    }),
    many(
      pool,
      sql`SELECT id AS _id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM passkeys WHERE user_id = ${id} ORDER BY created_at, id`,
      { _id: 'uuid', name: 'text', createdAt: 'moment', lastUsedAt: 'moment?' },
    ),
  ])
  const required = await needsTwoSteps(world, request.caller as Account)
  return { data: { required, app, recoveryCodes: app ? count : 0, passkeys } }
}

/**
 * `POST /auth/two_steps/begin {password}`: a new secret for an authenticator app, in use after `confirm`. Throws 401, 409, 422, 429.
 */
export async function beginApp(world: World, request: FastifyRequest) {
  const account = await requirePassword(world, request)
  const secret = new Secret({ size: 20 })
  const isStored = await inTransaction(world.database, async (db) => {
    const sealed = (await world.keys.sealer(db, 'authenticatorApps'))(secret.base32)
    return exists(
      db,
      sql`INSERT INTO authenticator_apps AS known (user_id, secret) VALUES (${account.id}, ${sealed})
          ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret WHERE known.confirmed_at IS NULL`,
    )
  })
  if (!isStored)
    throw conflict('A aplicação de autenticação já está ativa. Desative-a antes de ativar outra.')
  const issuer = (await world.organisation.terminology()).name
  const uri = totpOf(secret, { issuer, label: account.email }).toString()
  return { data: { secret: secret.base32, uri, qr: qrPath(uri) } }
}

/** `POST /auth/two_steps/confirm {code}`: activates the app. Answers the recovery codes, which are not shown again. */
export async function confirmApp(world: World, request: FastifyRequest) {
  const { caller, sessionId } = sessionOf(request)
  const code = textOf(bodyOf(request)['code']).replaceAll(/\s/g, '')
  if (code === '') throw invalid({ code: [fieldErrors.required] })
  await limitAttempts(world, guessesOf(caller.id, code))
  const recoveryCodes = await writeInTransaction(world, async (db, changes) => {
    await lockAccount(db, caller.id)
    const { hasApp: isActive } = await findTwoSteps(db, caller.id)
    if (isActive) throw conflict('A aplicação de autenticação já está ativa.')
    if (!(await acceptAppCode({ db, world }, caller.id, code)))
      throw invalid({ code: ['O código não está certo. Veja se a hora do telemóvel está certa.'] })
    changes.push({ resource: users.name, action: 'updated', id: caller.id, version: 0 })
    if (bodyOf(request)['endOtherSessions'] === true)
      await endSessions({ db, changes }, caller.id, { except: sessionId })
    await recordChange({ db, world }, request, 'twoStepsOn', 'a verificação em dois passos foi ativada')
    return makeRecoveryCodes(db, caller.id)
  })
  await uncountAttempt(world, guessesOf(caller.id, code))
  return { data: { recoveryCodes } }
}

/** `POST /auth/two_steps/recovery_codes {password}`: replaces the recovery codes. */
export async function renewRecoveryCodes(world: World, request: FastifyRequest) {
  const account = await requirePassword(world, request)
  const recoveryCodes = await writeInTransaction(world, async (db) => {
    await lockAccount(db, account.id)
    const { hasApp: isActive } = await findTwoSteps(db, account.id)
    if (!isActive) throw conflict('A aplicação de autenticação não está ativa.')
    await recordChange(
      { db, world },
      request,
      'newRecoveryCodes',
      'foram feitos novos códigos de recuperação',
    )
    return makeRecoveryCodes(db, account.id)
  })
  return { data: { recoveryCodes } }
}

/** `POST /auth/two_steps/remove {password}`: deactivates the app. Throws 409 when it would leave no required second step. */
export async function removeApp(world: World, request: FastifyRequest): Promise<{ data: object }> {
  const account = await requirePassword(world, request)
  await writeInTransaction(world, async (db, changes) => {
    await lockAccount(db, account.id)
    await execute(db, sql`DELETE FROM authenticator_apps WHERE user_id = ${account.id}`)
    await execute(db, sql`DELETE FROM recovery_codes WHERE user_id = ${account.id}`)
    await requireStepLeft({ db, world }, account)
    changes.push({ resource: users.name, action: 'updated', id: account.id, version: 0 })
    await recordChange({ db, world }, request, 'twoStepsOff', 'a aplicação de autenticação foi desativada')
  })
  return { data: {} }
}

/** Throws 409 when the account has no second step although a setting requires one. Lock the account before the step is taken away. */
export async function requireStepLeft(
  { db, world }: { db: Tx; world: World },
  account: Account,
): Promise<void> {
  const left = await findTwoSteps(db, account.id)
  if (!left.isProtected && (await needsTwoSteps(world, account)))
    throw conflict(
      'A organização exige a verificação em dois passos a quem trabalha nela: ative outro segundo passo antes de tirar este.',
    )
}

/** Records a change of the caller's own second steps, and tells its email. */
export async function recordChange(
  { db, world }: { db: Tx; world: World },
  { caller, ip: address }: Pick<FastifyRequest, 'caller' | 'ip'>,
  action: string,
  text: string,
): Promise<void> {
  const { id } = requireUser(caller)
  await recordAudit({ db, caller, address }, [{ resource: users.name, id, action, changes: [] }])
  await announceSecurity({ db, world }, id, text)
}

/** Removes all second steps of a user who has lost them, and ends the sessions. */
export async function resetTwoSteps(call: ActionCall<typeof users, 'resetTwoSteps'>): Promise<undefined> {
  const { db, record } = call
  const { hasApp, hasPasskey } = await findTwoSteps(db, record._id)
  if (!hasApp && !hasPasskey) throw conflict('Esta conta não tem um segundo passo.')
  await endCredentials(call, record._id, 'resetTwoSteps')
  await recordAudit(call, [{ resource: users.name, id: record._id, action: call.action, changes: [] }])
  await announceSecurity(call, record._id, 'a secretaria repôs a verificação em dois passos')
  return undefined
}
