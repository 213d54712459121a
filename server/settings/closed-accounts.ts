import type { Definition } from '@agremia/resources/define-resource.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { fiscalYearDays } from '@agremia/resources/rules/fiscal-year.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { execute, maybeOne, prepared, sql } from '../database/sql.ts'
import type { FieldMessages } from '../errors.ts'
import { conflict, invalid } from '../errors.ts'
import type { Context, HookContext } from '../rest/modules.ts'

export type Closing = Pick<Context['settings'], 'closedUntil' | 'fiscalYearStart'>

export interface LockedClosing extends Closing {
  /** The first day of the treasury's accounts, null when it has none. */
  treasurySince: string | null
}

/**
 * Reads the days of the accounts, with a share lock on the setting of the closing: closing the accounts waits until this transaction ends, and
 * this one waits for a closing in progress. Otherwise a payment could be written to a period that is being closed. Not cached, since another
 * process may have changed it.
 */
export async function lockClosing(db: Querying): Promise<LockedClosing> {
  const row = await maybeOne(
    db,
    prepared(sql`SELECT value AS "closedUntil", (SELECT value FROM settings WHERE name = 'fiscalYearStart') AS "fiscalYearStart",
      (SELECT min(opening_date) FROM treasury_accounts) AS "treasurySince" FROM settings WHERE name = 'closedUntil' FOR SHARE`),
    { closedUntil: 'text?', fiscalYearStart: 'text?', treasurySince: 'day?' },
  )
  return {
    closedUntil: row?.closedUntil ?? '',
    fiscalYearStart: row?.fiscalYearStart ?? '1',
    treasurySince: row?.treasurySince ?? null,
  }
}

/** Waits for the transactions that register or cancel payments, and blocks new ones until this transaction ends. */
export async function lockPayments(db: Querying): Promise<void> {
  await execute(db, sql`SELECT FROM settings WHERE name = 'closedUntil' FOR UPDATE`)
}

/** Whether the accounts of a date are closed. */
export function isClosed({ closedUntil }: Pick<Closing, 'closedUntil'>, date: string): boolean {
  return closedUntil !== '' && date <= closedUntil
}

/** SQL: whether the accounts of a date are open. Under the lock of `lockClosing`, later statements read the closing that it waited for. */
export const isOpenDay = (date: Sql): Sql =>
  sql`${date} > coalesce((SELECT nullif(value, '')::date FROM settings WHERE name = 'closedUntil'), '-infinity')`

/** The error message, without a full stop: callers add what to do. */
export function closedMessage({ closedUntil }: Pick<Closing, 'closedUntil'>): string {
  return `As contas estão fechadas até ${formatDate(closedUntil)}`
}

/** The error of a day that a person may change, or that administrators may open. */
export function closedDayMessage(closing: Closing, noun: 'dia' | 'ano' = 'dia'): string {
  return `${closedMessage(closing)}: indique um ${noun} posterior, ou peça a quem administra que as reabra.`
}

/**
 * Errors of a record whose sums belong to days: `lockedBy` has the fields that stay when the day of a date field, or the year of a field of
 * years, is closed. The day before a change counts as well as the one after it.
 */
export function closedProblems<D extends Definition>(
  { before, values, merged }: Pick<HookContext<D>, 'before' | 'values' | 'merged'>,
  closing: Closing,
  lockedBy: { readonly [F in keyof D['fields'] & string]?: readonly (keyof D['fields'] & string)[] },
): FieldMessages {
  const isIn = (value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') && isClosed(closing, dayOf(closing, value))
  const fields = Object.entries<readonly string[] | undefined>(lockedBy)
    .filter(([, names = []]) => !before || names.some((name) => name in values))
    .map(([field]) => field)
  const closed = fields.filter((field) => isIn(before?.[field]) || isIn(merged[field]))
  return Object.fromEntries(
    closed.map((field) => [
      field,
      [closedDayMessage(closing, typeof merged[field] === 'number' ? 'ano' : 'dia')],
    ]),
  )
}

/** Throws 422 with `closedProblems`, and locks the closing, as `lockClosing`. */
export async function rejectClosed<D extends Definition>(
  context: Pick<HookContext<D>, 'db' | 'before' | 'values' | 'merged'>,
  lockedBy: Parameters<typeof closedProblems<D>>[2],
): Promise<void> {
  const errors = closedProblems(context, await lockClosing(context.db), lockedBy)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The last day of an accounting year, or the day itself. */
const dayOf = (closing: Closing, day: string | number) =>
  typeof day === 'number' ? fiscalYearDays(closing, day).last : day

/** Throws 409 when the accounts of a day, or of a year, are closed. Locks the closing, as `lockClosing`. */
export async function requireOpen(db: Querying, day: string | number): Promise<void> {
  const closing = await lockClosing(db)
  if (isClosed(closing, dayOf(closing, day)))
    throw conflict(`${closedMessage(closing)}: só quem administra pode reabri-las, nas definições.`)
}
