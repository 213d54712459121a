import type { Querying } from '../database/querying.ts'
import { execute, maybeOne, sql, textOf } from '../database/sql.ts'
import type { Account } from './tokens.ts'

const columns = sql`id, name, role, person_id AS "personId", blocked, token_generation AS generation`
const accountShape = {
  id: 'uuid',
  name: 'text',
  role: textOf<Account['role']>(),
  personId: 'uuid?',
  blocked: 'boolean',
  generation: 'integer',
} as const

export async function findAccount(db: Querying, id: string): Promise<Account | undefined> {
  return maybeOne(db, sql`SELECT ${columns} FROM users WHERE id = ${id}`, accountShape)
}

export interface AccountWithPassword extends Account {
  email: string
  passwordHash: string | null
}

/** Finds an account by id or email, with its password hash. Emails are stored in lower case. */
export async function findAccountWithPassword(
  db: Querying,
  { id, email }: { id: string; email?: undefined } | { id?: undefined; email: string },
): Promise<AccountWithPassword | undefined> {
  return maybeOne(
    db,
    sql`SELECT ${columns}, email, password_hash AS "passwordHash" FROM users WHERE ${id === undefined ? sql`email` : sql`id`} = ${id ?? email.trim().toLowerCase()}`,
    { ...accountShape, email: 'text', passwordHash: 'text?' },
  )
}

/** Cache of accounts, so that requests need no query to identify their caller. */
export interface AccountCache {
  get(id: string): Promise<Account | undefined>
  forget(): void
}

const maxAccounts = 5000

export function createAccountCache(db: Querying): AccountCache {
  const known = new Map<string, Promise<Account | undefined>>()
  return {
    get(id) {
      let account = known.get(id)
      if (!account) {
        if (known.size >= maxAccounts) known.clear()
        account = findAccount(db, id)
        account.catch(() => known.delete(id))
        known.set(id, account)
      }
      return account
    },
    forget: () => known.clear(),
  }
}

/** Invalidates all tokens of the user, and a pending change of email. */
export async function revokeTokens(db: Querying, userId: string): Promise<void> {
  await execute(db, sql`UPDATE users SET token_generation = token_generation + 1 WHERE id = ${userId}`)
  await execute(
    db,
    sql`UPDATE refresh_tokens SET revoked_at = now() WHERE user_id = ${userId} AND revoked_at IS NULL`,
  )
  await execute(db, sql`DELETE FROM email_changes WHERE user_id = ${userId}`)
}
