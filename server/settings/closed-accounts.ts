import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { Querying } from '../database/querying.ts'
import { execute, maybeOne, prepared, sql } from '../database/sql.ts'
import type { Context } from '../rest/modules.ts'

export type Closing = Pick<Context['settings'], 'closedUntil'>

/**
 * Reads until when the accounts are closed, with a share lock on the setting: closing the accounts waits until this transaction
 * ends, and this one waits for a closing in progress. Otherwise a payment could be written to a period that is being closed. Not
 * cached, since another process may have changed it.
 */
export async function lockClosing(db: Querying): Promise<Closing> {
  const row = await maybeOne(
    db,
    prepared(sql`SELECT value AS "closedUntil" FROM settings WHERE name = 'closedUntil' FOR SHARE`),
    { closedUntil: 'text?' },
  )
  return { closedUntil: row?.closedUntil ?? '' }
}

/** Waits for the transactions that register or cancel payments, and blocks new ones until this transaction ends. */
export async function lockPayments(db: Querying): Promise<void> {
  await execute(db, sql`SELECT FROM settings WHERE name = 'closedUntil' FOR UPDATE`)
}

/** Whether the accounts of a date are closed. */
export function isClosed({ closedUntil }: Closing, date: string): boolean {
  return closedUntil !== '' && date <= closedUntil
}

/** The error message, without a full stop: callers add what to do. */
export function closedMessage({ closedUntil }: Closing): string {
  return `As contas estão fechadas até ${formatDate(closedUntil)}`
}
