import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { exists, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'
import { invalid } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { sessionLimits } from '../limits.ts'
import { announce } from '../messages/index.ts'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { accountLinkDays } from '@agremia/resources/rules/account-link.ts'
import { findAccountWithPassword } from './accounts.ts'
import { countAttempt, limitAttempts } from './attempts.ts'
import { hashToken } from './tokens.ts'
import type { World } from '../rest/modules.ts'

/**
 * Queues a link to an email. The job, after the response, finds out whether an account has it, so that neither response nor timing
 * reveals that. Throws 422, 429.
 */
export async function requestLoginLink(world: World, given: string, address: string): Promise<void> {
  const email = given.trim().toLowerCase()
  if (email === '') throw invalid({ email: [fieldErrors.required] })
  await limitAttempts(world, [['address', address]])
  if ((await countAttempt(world, [['recovery', email]])) !== undefined || email.length > 254) return
  const until = new Date(world.clock().getTime() + sessionLimits.loginCodeMinutes * 60_000).toISOString()
  await inTransaction(world.database, (tx) =>
    world.jobs.add(tx, 'accountLinks', [{ data: { kind: 'login', email, until } }]),
  )
}

/** Sends the link if an account has the email. */
export async function sendLoginLink(world: World, { id, data }: Job): Promise<void> {
  const { email = '', until = '' } = data
  if (new Date(until) <= world.clock()) return
  await inTransaction(world.database, async (tx) => {
    const account = await findAccountWithPassword(tx, { email })
    if (!account || account.blocked) return
    const secretLink = await createLoginLink({ db: tx, world }, { id, userId: account.id, until })
    // Another process did the job and died before deleting it.
    if (secretLink === undefined) return
    await announce(
      { db: tx, world },
      {
        event: 'loginLink',
        to: { personId: account.personId, name: account.name, email },
        values: { validade: `${sessionLimits.loginCodeMinutes} minutos` },
        secretLink,
      },
    )
  })
}

interface LoginLink {
  /** Id of the stored code. */
  id: string
  userId: string
  /** End of its validity, as ISO 8601. */
  until: string
}

/** Stores a code and returns the link with it; undefined when a code with this id exists. */
async function createLoginLink(
  { db, world }: { db: Tx; world: World },
  { id, userId, until }: LoginLink,
): Promise<string | undefined> {
  const code = randomBytes(24).toString('base64url')
  const isNew = await exists(
    db,
    sql`INSERT INTO login_codes (id, user_id, code_hash, expires_at) VALUES (${id}, ${userId}, ${hashToken(code)}, ${until})
           ON CONFLICT (id) DO NOTHING`,
  )
  return isNew ? `${world.config.publicUrl}/${screenPaths.identity}/loginporlink/${code}` : undefined
}

/** Creates a sign-in link to hand over, valid as long as that of `sendAccountLink`. A credential: neither stored nor logged in plain text. */
export async function createAccountLink(
  { db, world }: { db: Tx; world: World },
  userId: string,
): Promise<string> {
  const until = accountLinkEnd(world)
  const link = await createLoginLink({ db, world }, { id: newId(), userId, until })
  if (link === undefined) throw new Error('a new id is taken')
  return link
}

function accountLinkEnd({ clock }: Pick<World, 'clock'>): string {
  return new Date(clock().getTime() + accountLinkDays * 86_400_000).toISOString()
}

/** Sends a link with which the user signs in and chooses a password, valid for days. Returns the id of the message. */
export async function sendAccountLink(
  { db, world }: { db: Tx; world: World },
  { id, name, email, personId }: { id: string; name: string; email: string; personId: string | null },
): Promise<string | undefined> {
  const until = accountLinkEnd(world)
  const secretLink = await createLoginLink({ db, world }, { id: newId(), userId: id, until })
  return announce(
    { db, world },
    {
      event: 'accountCreated',
      to: { personId, name, email },
      values: { validade: `${accountLinkDays} dias` },
      about: { resource: 'users', id },
      ...(secretLink !== undefined && { secretLink }),
    },
  )
}
