import { Readable } from 'node:stream'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { escapeFormula } from '@agremia/resources/rules/plain-text.ts'
import type { Batches, CellKind, Table } from './table.ts'

/**
 * Writes a table as CSV that a Portuguese Excel opens directly: semicolons, decimal comma, UTF-8 with BOM, CRLF. An error of the source
 * destroys the stream.
 */
export function csvStream(table: Table, batches: Batches): Readable {
  return Readable.from(parts(table, batches, forSpreadsheets), { objectMode: false })
}

/** Writes a table as CSV for programs: commas, ISO 8601 dates, decimal point without grouping, UTF-8 without BOM, LF. */
export function plainCsvStream(table: Table, batches: Batches): Readable {
  return Readable.from(parts(table, batches, forPrograms), { objectMode: false })
}

interface Dialect {
  start: string
  separator: string
  lineEnd: string
  format: Record<CellKind, Writer>
}

async function* parts({ columns }: Table, batches: Batches, dialect: Dialect): AsyncGenerator<string> {
  const { start, separator, lineEnd, format } = dialect
  yield `${start}${columns.map(({ label }) => quoted(escapeFormula(label), separator)).join(separator)}${lineEnd}`
  const writers = columns.map(({ kind }) => format[kind])
  for await (const rows of batches) {
    let lines = ''
    for (const row of rows) {
      for (let index = 0; index < writers.length; index++) {
        const cell = row[index]
        if (index > 0) lines += separator
        if (cell != null) lines += quoted((writers[index] as Writer)(cell), separator)
      }
      lines += lineEnd
    }
    if (lines !== '') yield lines
  }
}

type Writer = (cell: string) => string

const asIs: Writer = (cell) => cell

const forSpreadsheets: Dialect = {
  start: '\ufeff',
  separator: ';',
  lineEnd: '\r\n',
  format: {
    text: escapeFormula,
    integer: asIs,
    money: (cell) => cell.replace('.', ','),
    date: formatDate,
    datetime: (cell) => `${formatDate(cell)} ${cell.slice(11, 16)}`,
  },
}

const forPrograms: Dialect = {
  start: '',
  separator: ',',
  lineEnd: '\n',
  format: { text: escapeFormula, integer: asIs, money: asIs, date: asIs, datetime: asIs },
}

/** RFC 4180, section 2. */
function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
