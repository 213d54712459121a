import type { Querying } from '../database/querying.ts'
import { inline, nullable, one, sql, textOf } from '../database/sql.ts'

/** The order that dates of a file show: those with a day after the 12th. Null when none does. */
export type DateOrder = 'dayFirst' | 'monthFirst' | null

const numericDate = /^(\d{1,2})([/-])(\d{1,2})(?=\2(?:\d{2}|\d{4})(?:\D|$))/

/** Whether a text is a date that is another one with its day and month exchanged. */
export function readsTwoWays(text: string): boolean {
  const [, first, , second] = numericDate.exec(text) ?? []
  return (
    first !== undefined && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
  )
}

export function exchangeDayAndMonth(text: string): string {
  return text.replace(numericDate, '$3$2$1')
}

/** Reads the order of the dates in these columns of a file, by their index. Stops at the first row that shows one. */
export async function readDateOrder(
  db: Querying,
  importId: string,
  columns: readonly number[],
): Promise<DateOrder> {
  if (columns.length === 0) return null
  const shows = (place: 1 | 2) => {
    const parts = sql`regexp_match(btrim(r.cells[c + 1]), '^([0-9]{1,2})[/-]([0-9]{1,2})[/-](?:[0-9]{4}|[0-9]{2})(?:[^0-9]|$)')`
    return sql`EXISTS (SELECT FROM import_rows r, unnest(${columns}::integer[]) c
      WHERE r.import_id = ${importId} AND (${parts})[${inline(place)}]::integer BETWEEN 13 AND 31)`
  }
  const { order } = await one(
    db,
    sql`SELECT CASE WHEN ${shows(1)} THEN 'dayFirst' WHEN ${shows(2)} THEN 'monthFirst' END AS order`,
    { order: nullable(textOf<NonNullable<DateOrder>>()) },
  )
  return order
}
