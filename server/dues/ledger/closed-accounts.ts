import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { Context } from '../../context.ts'
import type { Querying } from '../../database/querying.ts'
import { execute, maybeOne, prepared, sql } from '../../database/sql.ts'

export type Closing = Pick<Context['settings'], 'closedUntil'>

/**
 * Until when the accounts are closed, as everybody says it, also in other processes: whoever closes them waits until the
 * transaction ends, and whoever writes money meanwhile waits for who is closing them.
 */
export async function lockClosing(db: Querying): Promise<Closing> {
  const kept = await maybeOne(
    db,
    prepared(sql`SELECT value AS "closedUntil" FROM settings WHERE name = 'closedUntil' FOR SHARE`),
    { closedUntil: 'text?' },
  )
  return { closedUntil: kept?.closedUntil ?? '' }
}

/** Waits until the transactions that register or cancel payments have ended, and makes others wait until this one has. */
export async function lockPayments(db: Querying): Promise<void> {
  await execute(db, sql`SELECT FROM settings WHERE name = 'closedUntil' FOR UPDATE`)
}

/** Whether the accounts of the day are closed. */
export function isClosed({ closedUntil }: Closing, date: string): boolean {
  return closedUntil !== '' && date <= closedUntil
}

/** Until when, without a full stop: whoever says so adds the way out. */
export function closedMessage({ closedUntil }: Closing): string {
  return `As contas estão fechadas até ${formatDate(closedUntil)}`
}
