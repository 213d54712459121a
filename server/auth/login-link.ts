import { randomBytes } from 'node:crypto'
import type { World } from '../context.ts'
import { exists, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalid } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { sessionLimits } from '../limits.ts'
import { announce } from '../messages/index.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { findAccountWithPassword } from './accounts.ts'
import { countAttempt, limitAttempts } from './attempts.ts'
import { hashToken } from './tokens.ts'

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
    const code = randomBytes(24).toString('base64url')
    const isNew = await exists(
      tx,
      sql`INSERT INTO login_codes (id, user_id, code_hash, expires_at) VALUES (${id}, ${account.id}, ${hashToken(code)}, ${until})
             ON CONFLICT (id) DO NOTHING`,
    )
    // Another process did the job and died before deleting it.
    if (!isNew) return
    await announce(
      { db: tx, world },
      {
        event: 'loginLink',
        to: { personId: account.personId, name: account.name, email },
        values: { validade: `${sessionLimits.loginCodeMinutes} minutos` },
        secretLink: `${world.config.publicUrl}/autorizacao/loginporlink/${code}`,
      },
    )
  })
}
