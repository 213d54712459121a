import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { execute, inline, maybeOne, raw, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { sessionLimits } from '../limits.ts'
import type { ApiSecret } from './api-secrets.ts'
import { findApiSecret } from './api-secrets.ts'
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

/**
 * Whether an account is protected by two steps: it has an app; or a passkey, which is two steps by itself, where the organisation requires
 * two and the password alone does not sign in.
 */
export function hasTwoSteps(alias: string): Sql {
  const user = raw(alias)
  const isRequired = sql`${user}.role <> 'member' AND EXISTS (SELECT FROM settings WHERE name = 'requireTwoSteps' AND value = 'true')`
  return sql`(${hasApp(sql`${user}.id`)} OR (${hasPasskey(sql`${user}.id`)} AND ${isRequired}))`
}

/** Locks an account, before its second steps are counted or its email changed. Sessions may begin meanwhile. */
export async function lockAccount(db: Tx, id: string): Promise<void> {
  await execute(db, sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`)
}

export interface CachedAccount extends Account {
  /** Ended while their access tokens were valid. */
  endedSessions: string[]
  hasTwoSteps: boolean
}

async function findCachedAccount(db: Querying, id: string): Promise<CachedAccount | undefined> {
  const ended = sql`SELECT id FROM sessions WHERE user_id = users.id AND ended_at > now() - ${inline(sessionLimits.accessMinutes + 1)} * interval '1 minute'`
  return maybeOne(
    db,
    sql`SELECT ${columns}, ARRAY(${ended}) AS "endedSessions", ${hasTwoSteps('users')} AS "hasTwoSteps" FROM users WHERE id = ${id}`,
    { ...accountShape, endedSessions: 'uuid[]', hasTwoSteps: 'boolean' },
  )
}

/** Cache of accounts and secrets, so that requests need no query to identify their caller. */
export interface AccountCache {
  get(id: string): Promise<CachedAccount | undefined>
  /** The secret with this value. */
  secret(value: string): Promise<ApiSecret | undefined>
  forget(): void
}

const maxCached = 5000

export function createAccountCache(db: Querying): AccountCache {
  const accounts = createCache((id) => findCachedAccount(db, id))
  const secrets = createCache((value) => findApiSecret(db, value))
  return {
    get: accounts.get,
    secret: secrets.get,
    forget() {
      accounts.forget()
      secrets.forget()
    },
  }
}

function createCache<Value>(find: (key: string) => Promise<Value>) {
  const known = new Map<string, Promise<Value>>()
  return {
    get(key: string): Promise<Value> {
      let value = known.get(key)
      if (!value) {
        if (known.size >= maxCached) known.clear()
        value = find(key)
        value.catch(() => known.delete(key))
        known.set(key, value)
      }
      return value
    },
    forget: () => known.clear(),
  }
}
