import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Sql } from './sql.ts'
import { join, raw, sql } from './sql.ts'

/** SQL of a name from the catalogue of the database. */
export function named(name: string): Sql {
  return raw(`"${name.replaceAll('"', '""')}"`)
}

/** SQL of a list of names. */
export function namedList(names: readonly string[]): Sql {
  return join(names.map(named), ', ')
}

/** Rows as CSV with a heading, in constant memory: null is an empty cell, and an empty text is `""`. The statement has no parameters. */
export function copyOut(client: pg.Client, statement: Sql): Readable {
  const rows = client.query(to(textOf(sql`COPY (${statement}) TO STDOUT WITH (FORMAT csv, HEADER)`)))
  // The connection may fail after the reader has stopped: nobody else listens then.
  rows.on('error', () => {})
  return rows
}

/** Inserts the rows of a CSV with a heading, as `copyOut` writes it. Returns their number. */
export async function copyIn(
  client: pg.Client,
  { name, columns }: { name: string; columns: readonly string[] },
  csv: Readable,
): Promise<number> {
  const statement = sql`COPY ${named(name)} (${namedList(columns)}) FROM STDIN WITH (FORMAT csv, HEADER)`
  const copying = client.query(from(textOf(statement)))
  await pipeline(csv, copying)
  return copying.rowCount
}

/** COPY takes no parameters. */
function textOf({ text, values }: Sql): string {
  if (values.length > 0) throw new TypeError(`a COPY with parameters: ${text}`)
  return text
}
