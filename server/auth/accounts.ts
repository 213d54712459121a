import type { Querying } from '../database/querying.ts'
import type { Account } from './tokens.ts'

const columns = `id, name, role, person_id AS "personId", blocked, token_generation AS generation`

export async function findAccount(db: Querying, id: string): Promise<Account | undefined> {
  const { rows } = await db.query({ text: `SELECT ${columns} FROM users WHERE id = $1`, values: [id] })
  return rows[0] as Account | undefined
}

/** The account of an email with its password hash. Emails are kept in lower case. */
export async function findAccountByEmail(
  db: Querying,
  email: string,
): Promise<(Account & { passwordHash: string | null }) | undefined> {
  const { rows } = await db.query({
    text: `SELECT ${columns}, password_hash AS "passwordHash" FROM users WHERE email = $1`,
    values: [email.trim().toLowerCase()],
  })
  return rows[0] as (Account & { passwordHash: string | null }) | undefined
}

/** Accounts as this process last read them, so that a request costs no query to know who asks. */
export interface AccountCache {
  get(id: string): Promise<Account | undefined>
  forget(): void
}

const mostAccounts = 5000

export function createAccountCache(db: Querying): AccountCache {
  const known = new Map<string, Promise<Account | undefined>>()
  return {
    get(id) {
      let account = known.get(id)
      if (!account) {
        if (known.size >= mostAccounts) known.clear()
        account = findAccount(db, id)
        account.catch(() => known.delete(id))
        known.set(id, account)
      }
      return account
    },
    forget: () => known.clear(),
  }
}

/** Refuses every token of the user from now on. */
export async function revokeTokens(db: Querying, userId: string): Promise<void> {
  await db.query({
    text: 'UPDATE users SET token_generation = token_generation + 1 WHERE id = $1',
    values: [userId],
  })
  await db.query({
    text: 'UPDATE refresh_tokens SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL',
    values: [userId],
  })
}
