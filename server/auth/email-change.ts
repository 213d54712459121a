import { randomBytes } from 'node:crypto'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { Caller } from '@agremia/resources/access.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import { email as emailRule } from '@agremia/resources/rules/email.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exists, maybeOne, sql } from '../database/sql.ts'
import { inTransaction, withoutTransaction } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'
import { ApiError, conflict, invalid } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { sessionLimits } from '../limits.ts'
import { announce, hasMailServer } from '../messages/index.ts'
import { recordAudit } from '../rest/audit.ts'
import { planOf } from '../rest/modules.ts'
import { write } from '../rest/write-request.ts'
import { saveRecord } from '../rest/write.ts'
import { findAccount, findAccountWithPassword, lockAccount } from './accounts.ts'
import { uncountAttempt, limitAttempts } from './attempts.ts'
import { requireUser, wrongCode } from './caller.ts'
import { startSession } from './sessions.ts'
import { hashToken, rememberDevice } from './tokens.ts'
import { requireOwner } from './passwords.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import type { Tokens } from './tokens.ts'
import type { World } from '../rest/modules.ts'

/** The caller when a link is opened, as named in the audit trail. */
const linkCaller: Caller = Object.freeze({
  id: null,
  name: 'Ligação de confirmação do email',
  role: 'admin',
  personId: null,
})

/**
 * `POST /auth/email`: queues a link to the new address of the caller's account. The job, after the response, finds out whether another
 * account has the address, and tells only its owner. Answers that the message is held when there is no mail server. Throws 401, 422 by field, 429.
 */
export async function requestEmailChange(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ data: { isHeld: boolean } } | undefined> {
  const caller = requireUser(request.caller)
  const body = bodyOf(request)
  const email = emailRule.normalize(textOf(body['email'])).toLowerCase()
  const problem = email === '' ? fieldErrors.required : emailRule.problem(email)
  if (problem) throw invalid({ email: [problem] })
  const account = await requireOwner(world, request, {
    field: 'password',
    password: textOf(body['password']),
  })
  if (email === account.email) throw invalid({ email: ['Já é o email da sua conta.'] })
  await limitAttempts(world, [['emailChange', account.id]])
  const until = new Date(world.clock().getTime() + sessionLimits.emailChangeMinutes * 60_000).toISOString()
  await inTransaction(world.database, async (tx) => {
    const generation = String(account.generation)
    const data = { kind: 'emailChange', userId: account.id, generation, email, until }
    await world.jobs.add(tx, 'accountLinks', [{ data }])
    const requested = { resource: users.name, id: account.id, action: 'askEmailChange', changes: [] }
    await recordAudit({ db: tx, caller, address: request.ip }, [requested])
  })
  if (!hasMailServer(world, await world.organisation.settings())) return { data: { isHeld: true } }
  void reply.code(204)
  return undefined
}

/** Sends the link, unless the tokens that requested it were revoked meanwhile. */
export async function sendEmailChange(world: World, { id, data }: Job): Promise<void> {
  const { userId = '', generation, email = '', until = '' } = data
  await inTransaction(world.database, async (tx) => {
    await lockAccount(tx, userId)
    const account = await findAccount(tx, userId)
    if (!account || String(account.generation) !== generation) return
    const code = randomBytes(24).toString('base64url')
    const isNew = await exists(
      tx,
      sql`INSERT INTO email_changes AS known (user_id, job_id, email, code_hash, expires_at) VALUES (${userId}, ${id}, ${email}, ${hashToken(code)}, ${until})
             ON CONFLICT (user_id) DO UPDATE SET job_id = excluded.job_id, email = excluded.email,
               code_hash = excluded.code_hash, expires_at = excluded.expires_at
             WHERE known.job_id <> excluded.job_id AND known.expires_at <= excluded.expires_at`,
    )
    // Another process did the job and died before deleting it.
    if (!isNew) return
    const owner = await findAccountWithPassword(tx, { email })
    // Without the account's person: in its own list of messages it would see that the address has no account.
    await announce(
      { db: tx, world },
      owner
        ? { event: 'emailInUse', to: { personId: owner.personId, name: owner.name, email }, values: {} }
        : {
            event: 'emailChange',
            to: { name: account.name, email },
            values: { validade: `${sessionLimits.emailChangeMinutes} minutos` },
            secretLink: `${world.config.publicUrl}/${screenPaths.identity}/confirmarEmail/${code}`,
          },
    )
  })
}

/**
 * `POST /auth/email/confirm`: sets the email of the link. Revokes all tokens of the account; the account's own session gets new ones.
 * Throws 403 when the link was used or has expired, 409 when another account has the address now.
 */
export async function confirmEmailChange(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Tokens | undefined> {
  const codeHash = hashToken(textOf(bodyOf(request)['code']))
  const subject = ['address', request.ip] as const
  await limitAttempts(world, [subject])
  let confirmed: string | undefined
  await write(world, request, reply, async (writing) => {
    const { id, email } = await takeEmailChange(writing.db, codeHash, world.clock())
    const plan = planOf(world, users.name)
    try {
      await saveRecord({ ...writing, caller: linkCaller }, plan, { id, input: { email }, mode: 'modify' })
    } catch (error) {
      if (error instanceof ApiError && error.errors?.['email'])
        throw conflict('Este email é agora o de outra conta. Peça a mudança para outro endereço.')
      throw error
    }
    confirmed = id
    return { status: 204 }
  })
  await uncountAttempt(world, [subject])
  if (confirmed === undefined || confirmed !== request.caller.id) return undefined
  const account = await findAccount(world.database.pool, confirmed)
  if (!account) return undefined
  void reply.code(200)
  await rememberDevice(world, reply, account)
  return startSession(world, withoutTransaction(world.database), account, { method: 'password', request })
}

/** Returns the account and email of a code, and deletes it. */
async function takeEmailChange(db: Tx, codeHash: Buffer, now: Date): Promise<{ id: string; email: string }> {
  const requested = await maybeOne(db, sql`SELECT user_id FROM email_changes WHERE code_hash = ${codeHash}`, {
    user_id: 'uuid',
  })
  // Before the row of the change: deletion of an account locks in this order.
  if (requested) await lockAccount(db, requested.user_id)
  const change = await maybeOne(
    db,
    sql`DELETE FROM email_changes WHERE code_hash = ${codeHash} AND expires_at > ${now} RETURNING user_id AS id, email`,
    { id: 'uuid', email: 'text' },
  )
  if (!change) throw wrongCode()
  return change
}
