import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { inline, maybeOne, sql, textOf } from '../database/sql.ts'
import { sessionLimits } from '../limits.ts'
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

/** Whether the user has confirmed an authenticator app. */
export function hasApp(userId: Sql | string): Sql {
  return sql`EXISTS (SELECT 1 FROM authenticator_apps a WHERE a.user_id = ${userId} AND a.confirmed_at IS NOT NULL)`
}

export function hasPasskey(userId: Sql | string): Sql {
  return sql`EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = ${userId})`
}

export interface CachedAccount extends Account {
  /** Ended while their access tokens were valid. */
  endedSessions: string[]
  hasSecondStep: boolean
}

async function findCachedAccount(db: Querying, id: string): Promise<CachedAccount | undefined> {
  const ended = sql`SELECT id FROM sessions WHERE user_id = users.id AND ended_at > now() - ${inline(sessionLimits.accessMinutes + 1)} * interval '1 minute'`
  const hasSecondStep = sql`${hasApp(sql`users.id`)} OR ${hasPasskey(sql`users.id`)}`
  return maybeOne(
    db,
    sql`SELECT ${columns}, ARRAY(${ended}) AS "endedSessions", ${hasSecondStep} AS "hasSecondStep" FROM users WHERE id = ${id}`,
    { ...accountShape, endedSessions: 'uuid[]', hasSecondStep: 'boolean' },
  )
}

/** Cache of accounts, so that requests need no query to identify their caller. */
export interface AccountCache {
  get(id: string): Promise<CachedAccount | undefined>
  forget(): void
}

const maxAccounts = 5000

export function createAccountCache(db: Querying): AccountCache {
  const known = new Map<string, Promise<CachedAccount | undefined>>()
  return {
    get(id) {
      let account = known.get(id)
      if (!account) {
        if (known.size >= maxAccounts) known.clear()
        account = findCachedAccount(db, id)
        account.catch(() => known.delete(id))
        known.set(id, account)
      }
      return account
    },
    forget: () => known.clear(),
  }
}
