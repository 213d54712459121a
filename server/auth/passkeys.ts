import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, exists, many, maybeOne, one, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'
import { ApiError, conflict, invalid, notFound } from '../errors.ts'
import { sessionLimits } from '../limits.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import { findAccount, lockAccount } from './accounts.ts'
import { limitAttempts, uncountAttempt } from './attempts.ts'
import { sessionOf } from './caller.ts'
import { requirePassword } from './passwords.ts'
import { endSessions, startSession } from './sessions.ts'
import type { Account, Tokens } from './tokens.ts'
import { recordChange, requireStepLeft } from './two-steps.ts'
import type { World } from '../rest/modules.ts'
import { type WithId } from '../rest/api.ts'

/** Loaded at the first use: a tenth of the code that the program would load at its start. */
const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, which all authenticators know (COSE). */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Passkeys per account. */
const maxPasskeys = 20

/** The site that passkeys belong to: `PUBLIC_URL`. */
function siteOf({ config }: Pick<World, 'config'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

async function storeChallenge(world: World, challenge: string, userId: string | null): Promise<string> {
  const id = newId()
  const until = new Date(world.clock().getTime() + sessionLimits.passkeyMinutes * 60_000)
  await execute(
    world.database.pool,
    sql`INSERT INTO passkey_challenges (id, user_id, challenge, expires_at) VALUES (${id}, ${userId}, ${challenge}, ${until})`,
  )
  return id
}

/** Returns a challenge once. Throws 403 when it was used or has expired. */
async function takeChallenge(world: World, db: Tx, id: unknown, userId: string | null): Promise<string> {
  const taken = isId(textOf(id))
    ? await maybeOne(
        db,
        sql`DELETE FROM passkey_challenges WHERE id = ${id} AND user_id IS NOT DISTINCT FROM ${userId}::uuid AND expires_at > ${world.clock()} RETURNING challenge`,
        { challenge: 'text' },
      )
    : undefined
  if (!taken) throw refused()
  return taken.challenge
}

function refused(): ApiError {
  return new ApiError(403, 'A chave de acesso não foi aceite. Tente outra vez.', { code: 'wrongPasskey' })
}

/** `POST /auth/passkeys/options {password}`: options for the browser to create a passkey. Throws 401, 409, 422, 429. */
export async function passkeyOptions(world: World, request: FastifyRequest) {
  const account = await requirePassword(world, request)
  const known = await many(
    world.database.pool,
    sql`SELECT credential_id AS id FROM passkeys WHERE user_id = ${account.id}`,
    { id: 'text' },
  )
  await requireRoom(world.database.pool, account.id)
  const options = await (
    await webAuthn()
  ).generateRegistrationOptions({
    rpName: (await world.organisation.terminology()).name,
    rpID: siteOf(world).rpID,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.name,
    supportedAlgorithmIDs,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { data: { challengeId: await storeChallenge(world, options.challenge, account.id), options } }
}

/** Throws 409 when the account has as many passkeys as it may. */
async function requireRoom(db: Querying, userId: string): Promise<void> {
  const { count } = await one(
    db,
    sql`SELECT count(*)::integer AS count FROM passkeys WHERE user_id = ${userId}`,
    { count: 'integer' },
  )
  if (count >= maxPasskeys)
    throw conflict(`Uma conta tem, no máximo, ${maxPasskeys} chaves de acesso. Tire uma antes.`)
}

/** `POST /auth/passkeys {challengeId, name, response}`: stores a passkey that the browser created. Throws 401, 403, 409, 422. */
export async function addPasskey(world: World, request: FastifyRequest, reply: FastifyReply) {
  const { caller, sessionId } = sessionOf(request)
  const body = bodyOf(request)
  const name = textOf(body['name']).trim()
  if (name === '') throw invalid({ name: [fieldErrors.required] })
  if (name.length > 60) throw invalid({ name: ['No máximo 60 caracteres.'] })
  const { rpID, origin } = siteOf(world)
  const id = newId()
  await writeInTransaction(world, async (db, changes) => {
    await lockAccount(db, caller.id)
    await requireRoom(db, caller.id)
    const expectedChallenge = await takeChallenge(world, db, body['challengeId'], caller.id)
    const { registrationInfo } = await (
      await webAuthn()
    )
      .verifyRegistrationResponse({
        response: body['response'] as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        supportedAlgorithmIDs,
        requireUserVerification: true,
      })
      .catch(refuse)
    if (!registrationInfo) throw refused()
    const { credential } = registrationInfo
    const isNew = await exists(
      db,
      sql`INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
          VALUES (${id}, ${caller.id}, ${name}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter}, ${credential.transports ?? []}, ${world.clock()})
          ON CONFLICT DO NOTHING`,
    )
    if (!isNew) throw conflict('Esta chave de acesso já existe.')
    changes.push({ resource: users.name, action: 'updated', id: caller.id, version: 0 })
    if (body['endOtherSessions'] === true)
      await endSessions({ db, changes }, caller.id, { except: sessionId })
    await recordChange({ db, world }, request, 'addPasskey', `foi criada a chave de acesso «${name}»`)
  })
  void reply.code(201)
  return { data: { _id: id, name } }
}

/** `POST /auth/passkeys/:id/remove {password}`. Throws 401, 404, 409 when it is the last required second step, 422, 429. */
export async function removePasskey(
  world: World,
  request: FastifyRequest<WithId>,
): Promise<{ data: object }> {
  const account = await requirePassword(world, request)
  const { id } = request.params
  await writeInTransaction(world, async (db, changes) => {
    await lockAccount(db, account.id)
    const removed = isId(id)
      ? await maybeOne(
          db,
          sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${account.id} RETURNING name`,
          { name: 'text' },
        )
      : undefined
    if (!removed) throw notFound()
    await requireStepLeft({ db, world }, account)
    changes.push({ resource: users.name, action: 'updated', id: account.id, version: 0 })
    await recordChange(
      { db, world },
      request,
      'removePasskey',
      `foi tirada a chave de acesso «${removed.name}»`,
    )
  })
  return { data: {} }
}

/** `POST /auth/passkey_options`: options for the browser to sign in with a passkey. Throws 429. */
export async function signInOptions(world: World, request: FastifyRequest) {
  await limitAttempts(world, [['passkeyOptions', request.ip]])
  const options = await (
    await webAuthn()
  ).generateAuthenticationOptions({
    rpID: siteOf(world).rpID,
    userVerification: 'required',
  })
  return { data: { challengeId: await storeChallenge(world, options.challenge, null), options } }
}

/** Signs in with `{challengeId, response}` of the browser. Throws 403, 429. */
export async function signInByPasskey(
  world: World,
  request: FastifyRequest,
  given: Record<string, unknown>,
): Promise<{ account: Account; tokens: Tokens }> {
  const subject = ['address', request.ip] as const
  await limitAttempts(world, [subject])
  const signedIn = await inTransaction(world.database, async (db) => {
    const expectedChallenge = await takeChallenge(world, db, given['challengeId'], null)
    const response = given['response'] as AuthenticationResponseJSON
    const passkey = await findPasskey(db, response)
    const { rpID, origin } = siteOf(world)
    const { verified, authenticationInfo } = await (
      await webAuthn()
    )
      .verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
        },
        requireUserVerification: true,
      })
      .catch(refuse)
    const account = verified ? await findAccount(db, passkey.userId) : undefined
    if (!account) throw refused()
    if (account.blocked)
      throw new ApiError(403, 'Esta conta está bloqueada. Fale com a secretaria.', { code: 'blocked' })
    const now = world.clock()
    await execute(
      db,
      sql`UPDATE passkeys SET counter = ${authenticationInfo.newCounter}, last_used_at = ${now} WHERE id = ${passkey.id}`,
    )
    await execute(db, sql`UPDATE users SET last_login_at = ${now} WHERE id = ${account.id}`)
    return { account, tokens: await startSession(world, db, account, { method: 'passkey', request }) }
  })
  await uncountAttempt(world, [subject])
  return signedIn
}

/** The passkey that the response names, locked. Throws 403. */
async function findPasskey(db: Tx, response: unknown) {
  const id = (response as { id?: unknown } | null)?.id
  const passkey =
    typeof id === 'string' && /^[\w-]{1,1400}$/.test(id)
      ? await maybeOne(
          db,
          sql`SELECT id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey", counter
              FROM passkeys WHERE credential_id = ${id} FOR UPDATE`,
          { id: 'uuid', userId: 'uuid', credentialId: 'text', publicKey: 'bytes', counter: 'integer' },
        )
      : undefined
  if (!passkey) throw refused()
  return passkey
}

/** The library throws errors of its own, and others for responses that are none. */
function refuse(): never {
  throw refused()
}
