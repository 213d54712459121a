import { Readable } from 'node:stream'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { escapeFormula } from '@agremia/resources/rules/plain-text.ts'
import { stringify } from 'csv-stringify/sync'
import type { Batches, CellKind, Row, Table } from './table.ts'

/**
 * Writes a table as CSV that a Portuguese Excel opens directly: semicolons, decimal comma, UTF-8 with BOM, CRLF. An error of the source
 * destroys the stream.
 */
export function csvStream(table: Table, batches: Batches): Readable {
  return Readable.from(parts(table, batches), { objectMode: false })
}

async function* parts({ columns }: Table, batches: Batches): AsyncGenerator<string> {
  yield byteOrderMark + lines([columns.map(({ label }) => escapeFormula(label))])
  const writers = columns.map(({ kind }) => format[kind])
  const line = (row: Row) => row.map((cell, index) => (cell === null ? '' : (writers[index] as Writer)(cell)))
  for await (const rows of batches) if (rows.length > 0) yield lines(rows.map(line))
}

type Writer = (cell: string) => string

const byteOrderMark = '\ufeff'

const format: Record<CellKind, Writer> = {
  text: (cell) => escapeFormula(cell),
  integer: (cell) => cell,
  money: (cell) => cell.replace('.', ','),
  date: formatDate,
  datetime: (cell) => `${formatDate(cell)} ${cell.slice(11, 16)}`,
}

function lines(rows: string[][]): string {
  return stringify(rows, { delimiter: ';', record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}
