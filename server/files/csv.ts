import { Readable } from 'node:stream'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { escapeFormula } from '@agremia/resources/rules/plain-text.ts'
import type { Batches, CellKind, Table } from './table.ts'

/**
 * Writes a table as CSV that a Portuguese Excel opens directly: semicolons, decimal comma, UTF-8 with BOM, CRLF. An error of the source
 * destroys the stream.
 */
export function csvStream(table: Table, batches: Batches): Readable {
  return Readable.from(parts(table, batches), { objectMode: false })
}

async function* parts({ columns }: Table, batches: Batches): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.map(({ label }) => quoted(escapeFormula(label))).join(';')}\r\n`
  const writers = columns.map(({ kind }) => format[kind])
  for await (const rows of batches) {
    let lines = ''
    for (const row of rows) {
      for (let index = 0; index < writers.length; index++) {
        const cell = row[index]
        if (index > 0) lines += ';'
        if (cell != null) lines += quoted((writers[index] as Writer)(cell))
      }
      lines += '\r\n'
    }
    if (lines !== '') yield lines
  }
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

/** RFC 4180, section 2. */
function quoted(cell: string): string {
  return /[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
