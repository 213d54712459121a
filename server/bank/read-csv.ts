import { createHash } from 'node:crypto'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { parseAmount } from '@agremia/resources/rules/amount.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import Papa from 'papaparse'
import type { Statement, StatementLine, UnreadLine } from './statement-lines.ts'

/** What a column of a bank's file has. Either `amount`, or `debit` and `credit`. */
export const columnRoles = {
  date: 'Data do movimento',
  valueDate: 'Data-valor',
  description: 'Descrição',
  amount: 'Valor, com sinal',
  debit: 'Débito',
  credit: 'Crédito',
  balance: 'Saldo',
  counterpartName: 'Nome de quem pagou ou recebeu',
  counterpartIban: 'IBAN de quem pagou ou recebeu',
  reference: 'Referência',
} as const
export type ColumnRole = keyof typeof columnRoles

/** The name of the column for each role. */
export type ColumnMapping = Partial<Record<ColumnRole, string>>

/** Folded words of headings, by role; the most specific first. */
const headings: Record<ColumnRole, RegExp> = {
  valueDate: /^data (de )?val(or)?$/,
  date: /^(data|data (do |da |de )?(mov(imento)?|operacao|lanc(amento)?|transacao|contab\w*)|date)$/,
  counterpartName: /^(nome( do)? (ordenante|beneficiario)|ordenante|beneficiario|contraparte|nome)$/,
  counterpartIban: /iban|^conta (do )?(ordenante|beneficiario|contraparte)$/,
  debit: /^(debitos?|saidas?|valor debito|mont\w* debito)( eur| em eur)?$/,
  credit: /^(creditos?|entradas?|valor credito|mont\w* credito)( eur| em eur)?$/,
  amount: /^(valor|mont\w*|importancia|movimento|amount)( do movimento)?( eur| em eur)?$/,
  balance: /^saldo/,
  reference: /^(referencia|ref|end to end|n documento|documento|id)( \w+)?$/,
  description: /^(descricao|descritivo|historico|detalhe|designacao|movimento|description)( do movimento)?$/,
}

/** A CSV file as a table: its heading is the first row that names a date and an amount. */
export interface CsvTable {
  columns: string[]
  rows: string[][]
  /** Number of the first row in the file, from 1. */
  firstLine: number
  /** IBAN in the rows above the heading. */
  iban: string | null
  /** Identifies files of the same bank: their columns. */
  signature: string
}

/** Decodes text whose encoding is not named: UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
export function decodeText(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** Separators of columns, the usual one of Portuguese files first. */
const separators = [';', '\t', ',', '|']

/** The rows with the separator that gives most rows a date and an amount: decimal commas mislead the guess of the library. */
function parseRows(text: string): string[][] {
  const parsed = separators.map((delimiter) => {
    const { data: rows } = Papa.parse<string[]>(text, { delimiter, preview: 2 * preambleRows })
    const isMovement = (row: string[]) =>
      row.some((cell) => readDate(cell) !== undefined) && row.some((cell) => readAmount(cell) !== undefined)
    return { delimiter, movements: rows.filter(isMovement).length }
  })
  const [best] = parsed.toSorted((one, other) => other.movements - one.movements)
  return Papa.parse<string[]>(text, { delimiter: best?.delimiter ?? ';' }).data
}

/** Rows that are searched for the heading: banks write the account and the period above it. */
const preambleRows = 40

export function readTable(content: Buffer): CsvTable | undefined {
  const data = parseRows(decodeText(content))
  const isHeading = (row: string[]) => {
    const { date, amount, debit, credit } = guessColumns(row)
    return date !== undefined && [amount, debit, credit].some((name) => name !== undefined)
  }
  const firstDated = data.findIndex((row) => row.some((cell) => readDate(cell) !== undefined))
  const named = data.slice(0, preambleRows).findIndex(isHeading)
  const at = named >= 0 ? named : headingAbove(data, firstDated)
  const heading = data[at]
  const preamble = data.slice(0, Math.max(at, 0)).flat().join(' ')
  const iban = preamble.match(/PT50(?: ?\d){21}/)?.[0]
  const start = heading ? at + 1 : firstDated
  if (start < 0) return undefined
  const width = Math.max(...data.slice(start, start + 50).map((row) => row.length))
  if (width < 2) return undefined
  const names = Array.from({ length: width }, (_, index) => heading?.[index]?.trim() || `Coluna ${index + 1}`)
  const columns = names.map((name, index) =>
    names.indexOf(name) === index ? name : `${name} (${index + 1})`,
  )
  return {
    columns,
    rows: data.slice(start),
    firstLine: start + 1,
    iban: iban === undefined ? null : iban.replaceAll(' ', ''),
    signature: createHash('sha256').update(columns.map(foldText).join('|')).digest('hex'),
  }
}

/** The row above the first date, if it names every column in words of its own. */
function headingAbove(rows: readonly string[][], firstDated: number): number {
  const row = rows[firstDated - 1]
  const isName = (cell: string) => cell.trim() !== '' && readAmount(cell) === undefined
  return row?.length === rows[firstDated]?.length && row?.every(isName) ? firstDated - 1 : -1
}

/** The columns of a heading, by role. */
function guessColumns(heading: readonly string[]): ColumnMapping {
  const folded = heading.map(foldText)
  const found: ColumnMapping = {}
  const taken = new Set<number>()
  for (const [role, pattern] of Object.entries(headings) as [ColumnRole, RegExp][]) {
    const index = folded.findIndex((name, place) => !taken.has(place) && pattern.test(name))
    if (index < 0) continue
    taken.add(index)
    found[role] = heading[index]?.trim() ?? ''
  }
  return found
}

/** Finds the columns by their headings, and missing ones by the values of their cells. */
export function findMapping({ columns, rows }: CsvTable): ColumnMapping {
  const mapping = guessColumns(columns)
  const sample = rows.filter((row) => row.some((cell) => cell.trim() !== '')).slice(0, 60)
  const taken = new Set(Object.values(mapping))
  const best = (isIt: (cell: string) => boolean) =>
    columns.find((name, index) => {
      const cells = sample.map((row) => row[index]?.trim() ?? '').filter(Boolean)
      return !taken.has(name) && cells.length > sample.length / 2 && cells.every(isIt)
    })
  const take = (role: ColumnRole, name: string | undefined) => {
    if (name === undefined) return
    mapping[role] = name
    taken.add(name)
  }
  const isDated = (cell: string) => readDate(cell) !== undefined
  if (!mapping.date) take('date', best(isDated))
  if (!mapping.amount && !mapping.debit && !mapping.credit)
    take(
      'amount',
      best((cell) => readAmount(cell) !== undefined),
    )
  if (!mapping.description) {
    const lengths = columns.map((name, index) => ({
      name,
      length: taken.has(name) ? 0 : sample.reduce((sum, row) => sum + (row[index]?.length ?? 0), 0),
    }))
    take(
      'description',
      lengths.toSorted((a, b) => b.length - a.length).find(({ length }) => length > 0)?.name,
    )
  }
  return mapping
}

/** The Portuguese error message of an incomplete mapping; undefined when it is complete. */
export function mappingProblem(mapping: ColumnMapping): string | undefined {
  if (!mapping.date) return 'Escolha a coluna da data.'
  if (!mapping.amount && !(mapping.debit && mapping.credit))
    return 'Escolha a coluna do valor, ou as do débito e do crédito.'
  if (!mapping.description) return 'Escolha a coluna da descrição.'
  return undefined
}

/** Reads the lines of a table; those that are neither empty nor totals and cannot be read are answered apart. */
export function readCsvStatement(
  table: CsvTable,
  mapping: ColumnMapping,
): Statement & { unread: UnreadLine[] } {
  const indexOf = Object.fromEntries(
    Object.entries(mapping).map(([role, name]) => [role, table.columns.indexOf(name)]),
  )
  const lines: StatementLine[] = []
  const unread: UnreadLine[] = []
  for (const [index, row] of table.rows.entries()) {
    const cell = (role: ColumnRole) => row[indexOf[role] ?? -1]?.trim() ?? ''
    const [dateText, debit, credit] = [cell('date'), cell('debit'), cell('credit')]
    if (row.every((one) => one.trim() === '')) continue
    const date = readDate(dateText)
    const amount = mapping.amount ? readAmount(cell('amount')) : amountOf(debit, credit)
    // A line of totals, or a note below the table.
    if (date === undefined && (dateText === '' || amount === undefined)) continue
    if (date === undefined || amount === undefined) {
      unread.push({
        line: table.firstLine + index,
        reason: date === undefined ? `«${dateText.slice(0, 40)}» não é uma data.` : 'Não se percebe o valor.',
      })
      continue
    }
    if (amount === 0) continue
    const counterpartIban = cell('counterpartIban').replaceAll(/\s/g, '').toUpperCase()
    lines.push({
      date,
      amount,
      valueDate: readDate(cell('valueDate')) ?? null,
      description: cell('description').replaceAll(/\s+/g, ' ').slice(0, 500),
      counterpartName: cell('counterpartName').slice(0, 150) || null,
      counterpartIban:
        ibanRule.problem(counterpartIban) === undefined && counterpartIban ? counterpartIban : null,
      reference: cell('reference').slice(0, 100) || null,
      balance: readAmount(cell('balance')) ?? null,
    })
  }
  if (isNewestFirst(lines)) lines.reverse()
  const last = lines.at(-1)
  const closing = last && last.balance !== null ? { date: last.date, balance: last.balance } : null
  return { format: 'csv', iban: table.iban, lines, closing, unread }
}

function amountOf(debit: string, credit: string): Cents | undefined {
  const [out, into] = [readAmount(debit), readAmount(credit)]
  if (out === undefined && into === undefined) return undefined
  return (into ?? 0) - Math.abs(out ?? 0)
}

/** Whether the file begins with the latest line; among lines of one day the balances tell. */
function isNewestFirst(lines: readonly StatementLine[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || first === last) return false
  if (first.date !== last.date) return first.date > last.date
  const follows = lines.slice(1).filter((line, index) => isAfter(line, lines[index])).length
  return (
    follows < (lines.length - 1) / 2 &&
    lines.slice(0, -1).some((line, index) => isAfter(line, lines[index + 1]))
  )
}

function isAfter(line: StatementLine, before: StatementLine | undefined): boolean {
  if (!before || line.balance === null || before.balance === null) return false
  return before.balance + line.amount === line.balance
}

/** `2026-03-01` of a date as banks write it: day first, or year first; undefined for other texts. */
export function readDate(text: string): string | undefined {
  const [, first = '', month = '', last = ''] =
    text.trim().match(/^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{2,4})(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/) ?? []
  const isYearFirst = first.length === 4
  const year = isYearFirst ? first : last
  const day = isYearFirst ? last : first
  if (day.length > 2) return undefined
  const whole = year.length === 2 ? `20${year}` : year
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** Cents of an amount as banks write it: also `(12.00)`, `12,00-`, `12,00 D`; undefined for other texts. */
export function readAmount(text: string): Cents | undefined {
  const found = text.trim().match(/^(\()?\+?([^()]*?)\)?\s*([-+DC]?)$/i)
  const [, bracket, plain = '', side = ''] = found ?? []
  const cents = /^[\d\s.,\u00a0€EUR−–-]+$/i.test(plain) ? parseAmount(plain) : undefined
  if (cents === undefined) return undefined
  return bracket !== undefined || side === '-' || side.toUpperCase() === 'D' ? -Math.abs(cents) : cents
}
