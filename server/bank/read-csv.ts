import { createHash } from 'node:crypto'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import { rare } from '../rare.ts'
import { invalid } from '../errors.ts'
import type { DecimalMark } from './read-amount.ts'
import { findDecimalMark, isAmount, readAmount } from './read-amount.ts'
import type { StatedSum, Statement, StatementLine, UnreadLine } from './statement-lines.ts'
import { sumOf } from './statement-lines.ts'
import { namesOf } from '@agremia/resources/names.ts'

/** What a column of a bank's file has. Either `amount`, or `debit` and `credit`. */
export const columnRoles = {
  date: 'Data do movimento',
  valueDate: 'Data-valor',
  description: 'Descrição',
  amount: 'Valor, com sinal',
  debit: 'Débito',
  credit: 'Crédito',
  side: 'Débito ou crédito (D/C)',
  currency: 'Moeda',
  balance: 'Saldo',
  counterpartName: 'Nome de quem pagou ou recebeu',
  counterpartIban: 'IBAN de quem pagou ou recebeu',
  reference: 'Referência',
} as const
export type ColumnRole = keyof typeof columnRoles

/** The name of the column for each role, and the decimal mark of the amounts. */
export type ColumnMapping = Partial<Record<ColumnRole, string>> & { decimalMark?: DecimalMark }

export const decimalMarks: Record<DecimalMark, string> = { ',': 'Vírgula: 1.234,56', '.': 'Ponto: 1,234.56' }

/** Folded words of headings, by role; the most specific first. */
const headings: Record<ColumnRole, RegExp> = {
  valueDate: /^data (de )?val(or)?$/,
  date: /^(data|data (do |da |de )?(mov(imento)?|operacao|lanc(amento)?|transacao|contab\w*)|date)$/,
  counterpartName: /^(nome( do)? (ordenante|beneficiario)|ordenante|beneficiario|contraparte|nome)$/,
  counterpartIban: /iban|^conta (do )?(ordenante|beneficiario|contraparte)$/,
  debit: /^(debitos?|saidas?|valor debito|mont\w* debito)( eur| em eur)?$/,
  credit: /^(creditos?|entradas?|valor credito|mont\w* credito)( eur| em eur)?$/,
  amount: /^(valor|mont\w*|importancia|movimento|amount)( do movimento)?( eur| em eur)?$/,
  side: /^(d c|c d|dc|cd|sinal|debito credito|tipo d c)$/,
  currency: /^(moeda|divisa|currency)$/,
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
  /** The rows above the heading. */
  preamble: string[][]
  /** The heading as it is in the file, where pages repeat it. */
  heading: string[] | undefined
  /** IBAN in the rows above the heading. */
  iban: string | null
  /** Identifies files of the same bank: their columns. */
  signature: string
}

/** Separators of columns, the usual one of Portuguese files first. */
const separators = [';', '\t', ',', '|']

/** The rows with the separator that gives most rows a date and an amount: decimal commas mislead the guess of the library. */
function parseRows(text: string): string[][] {
  const parsed = separators.map((delimiter) => {
    const { data: rows } = rare.papaparse().parse<string[]>(text, { delimiter, preview: 2 * preambleRows })
    const isMovement = (row: string[]) =>
      row.some((cell) => readDate(cell) !== undefined) && row.some(isAmount)
    return { delimiter, movements: rows.filter(isMovement).length }
  })
  const [best] = parsed.toSorted((one, other) => other.movements - one.movements)
  const { data, errors } = rare.papaparse().parse<string[]>(text, { delimiter: best?.delimiter ?? ';' })
  const quotes = errors.find(({ type }) => type === 'Quotes')
  // What follows an open quote would be one cell.
  if (quotes)
    throw invalid({ file: [`A linha ${(quotes.row ?? 0) + 1} tem aspas por fechar: corrija-a no ficheiro.`] })
  return data
}

/** Rows that are searched for the heading: banks write the account and the period above it. */
const preambleRows = 40

export function readTable(text: string): CsvTable | undefined {
  const data = parseRows(text)
  const isHeading = (row: string[]) => {
    const { date, amount, debit, credit } = guessColumns(row)
    return date !== undefined && [amount, debit, credit].some((name) => name !== undefined)
  }
  const firstDated = data.findIndex((row) => row.some((cell) => readDate(cell) !== undefined))
  const named = data.slice(0, preambleRows).findIndex(isHeading)
  const at = named >= 0 ? named : headingAbove(data, firstDated)
  const heading = data[at]
  const preamble = data.slice(0, Math.max(at, 0))
  const iban = preamble
    .flat()
    .join(' ')
    .match(/PT50(?: ?\d){21}/)?.[0]
  const start = heading ? at + 1 : firstDated
  if (start < 0) return undefined
  const widths = data.slice(start, start + 50).map((row) => row.length)
  const widest = Math.max(...widths)
  // Rows that are wider than the heading have a separator within a text, unless most are.
  const isWider = widths.filter((one) => one > (heading?.length ?? 0)).length > widths.length / 2
  const width = heading && !isWider ? heading.length : widest
  if (width < 2) return undefined
  const names = Array.from({ length: width }, (_, index) => heading?.[index]?.trim() || `Coluna ${index + 1}`)
  const columns = names.map((name, index) =>
    names.indexOf(name) === index ? name : `${name} (${index + 1})`,
  )
  return {
    columns,
    rows: data.slice(start),
    firstLine: start + 1,
    preamble,
    heading,
    iban: iban === undefined ? null : iban.replaceAll(' ', ''),
    signature: createHash('sha256').update(columns.map(foldText).join('|')).digest('hex'),
  }
}

/** The row above the first date, if it names every column in words of its own. */
function headingAbove(rows: readonly string[][], firstDated: number): number {
  const row = rows[firstDated - 1]
  const isName = (cell: string) => cell.trim() !== '' && !isAmount(cell)
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
  // The available balance also has what is not booked.
  const booked = folded.findIndex((name) => name.startsWith('saldo contab'))
  if (booked >= 0) found.balance = heading[booked]?.trim() ?? ''
  return found
}

/** Finds the columns by their headings, and missing ones by the values of their cells. */
export function findMapping({ columns, rows }: Pick<CsvTable, 'columns' | 'rows'>): ColumnMapping {
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
  if (!mapping.amount && !mapping.debit && !mapping.credit) take('amount', best(isAmount))
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
  const decimalMark = decimalMarkOf({ columns, rows }, mapping)
  return { ...mapping, ...(decimalMark && { decimalMark }) }
}

const amountRoles = ['amount', 'debit', 'credit', 'balance'] as const

/** The decimal mark that the amounts of a file have; undefined when they may have either. */
export function decimalMarkOf(
  { columns, rows }: Pick<CsvTable, 'columns' | 'rows'>,
  mapping: ColumnMapping,
): DecimalMark | undefined {
  const places = amountRoles.map((role) => columns.indexOf(mapping[role] ?? '')).filter((at) => at >= 0)
  return findDecimalMark(rows.flatMap((row) => places.map((at) => row[at] ?? '')))
}

/** The Portuguese error message of an incomplete mapping; undefined when it is complete. */
export function mappingProblem(mapping: ColumnMapping): string | undefined {
  if (!mapping.date) return 'Escolha a coluna da data.'
  if (!mapping.amount && !(mapping.debit && mapping.credit))
    return 'Escolha a coluna do valor, ou as do débito e do crédito.'
  if (!mapping.description) return 'Escolha a coluna da descrição.'
  return undefined
}

/** A row that has no movement but a balance, such as «Saldo inicial». */
interface BalanceRow {
  side: 'opening' | 'closing' | 'other'
  text: string
}

const balanceLabel =
  /^saldo (?:(inicial|anterior|de abertura|transportado)|(final|de fecho|a transportar)|disponivel|contabilistico|autorizado|atual)?(?: em [\d ]+)?$/

/** The first cell of a row with sums, and not the name of a company. */
const totalLabel =
  /^(?:soma|(?:sub)?tota(?:l|is)(?: (?:geral|(?:d[eo]s? )?(?:movimentos?|periodo|pagina|debitos?(?: e creditos?)?|creditos?)))?)$/

/** The balance that a row states, beside its label or after its colon. */
function balanceRowOf(row: readonly string[]): BalanceRow | undefined {
  for (const [index, cell] of row.entries()) {
    const [label = '', ...rest] = cell.split(':')
    const [found, opening, closing] = balanceLabel.exec(foldText(label)) ?? []
    if (found === undefined) continue
    const text = [rest.join(':'), ...row.slice(index + 1)].map((one) => one.trim()).filter(Boolean)
    return { side: opening ? 'opening' : closing ? 'closing' : 'other', text: text.at(-1) ?? '' }
  }
  return undefined
}

/** A cell or a row that is not understood, with the reason for people. */
class Unreadable extends Error {}

function refuse(reason: string): never {
  throw new Unreadable(reason)
}

const quoted = (text: string) => `«${text.slice(0, 40)}»`

/**
 * Reads the lines of a table. Rows that are not understood are answered apart with the reason; repeated headings, totals, notes without
 * an amount, and rows of balances have no line.
 */
export function readCsvStatement(table: CsvTable, mapping: ColumnMapping): Statement {
  const places = new Map(
    namesOf(columnRoles).map((role) => [role, table.columns.indexOf(mapping[role] ?? '')]),
  )
  const { decimalMark } = mapping
  const lines: StatementLine[] = []
  const unread: UnreadLine[] = []
  const stated: Partial<Record<BalanceRow['side'], Cents>> = {}
  const readCents = (text: string, name: string): Cents =>
    readAmount(text, decimalMark) ??
    refuse(
      isAmount(text) && decimalMark === undefined
        ? `${quoted(text)} pode ser de milhares ou de cêntimos: escolha o separador decimal.`
        : `Não se percebe o ${name} ${quoted(text)}.`,
    )
  const takeBalance = ({ side, text }: BalanceRow) => {
    if (side !== 'other' && text !== '') stated[side] = readCents(text, 'saldo')
  }
  const signs = debitSigns(table, places.get('debit') ?? -1, decimalMark)

  function readRow(row: readonly string[]): StatementLine | undefined {
    const cell = (role: ColumnRole) => row[places.get(role) ?? -1]?.trim() ?? ''
    const filled = row.filter((one) => one.trim() !== '')
    if (filled.length === 0 || isHeadingAgain(row, table)) return undefined
    const dateText = cell('date')
    const balanceRow = balanceRowOf(row)
    if (balanceRow) {
      takeBalance(balanceRow)
      return undefined
    }
    const amounts = [cell('amount'), cell('debit'), cell('credit')].filter(Boolean)
    const date = readDate(dateText)
    if (date === undefined) {
      const isTotal = totalLabel.test(foldText(filled[0] ?? ''))
      const isNote = amounts.length === 0 && (dateText === '' || filled.length === 1)
      if (isTotal || isNote) return undefined
      refuse(dateText === '' ? 'Não tem data.' : `${quoted(dateText)} não é uma data.`)
    }
    if (row.slice(table.columns.length).some((one) => one.trim() !== ''))
      refuse('Tem mais colunas do que o cabeçalho.')
    const currency = cell('currency')
    if (!/^(€|EUR|euros?)?$/i.test(currency)) refuse(`Está noutra moeda, ${quoted(currency)}.`)
    const amount = mapping.amount
      ? withSide(readCents(cell('amount') || refuse('Não tem valor.'), 'valor'), cell('side'))
      : differenceOf(cell('debit'), cell('credit'))
    const balanceText = cell('balance')
    const balance = balanceText === '' ? null : readCents(balanceText, 'saldo')
    const valueText = cell('valueDate')
    const valueDate = readDate(valueText)
    if (valueText !== '' && valueDate === undefined)
      refuse(`A data-valor ${quoted(valueText)} não é uma data.`)
    const counterpartIban = ibanRule.normalize(cell('counterpartIban'))
    return {
      date,
      amount,
      entryAmount: amount,
      part: 1,
      isReturn: false,
      valueDate: valueDate ?? null,
      description: cell('description').replaceAll(/\s+/g, ' ').slice(0, 500),
      counterpartName: cell('counterpartName').slice(0, 150) || null,
      counterpartIban:
        counterpartIban !== '' && ibanRule.problem(counterpartIban) === undefined ? counterpartIban : null,
      counterpartBic: null,
      reference: cell('reference').slice(0, 100) || null,
      balance,
    }
  }
  function differenceOf(debitText: string, creditText: string): Cents {
    if (debitText === '' && creditText === '') refuse('Não tem valor.')
    const debit = debitText === '' ? 0 : readCents(debitText, 'débito')
    const credit = creditText === '' ? 0 : readCents(creditText, 'crédito')
    if (debit !== 0 && credit !== 0) refuse('Tem débito e crédito.')
    if (debit !== 0 && signs === undefined)
      refuse('Há débitos com e sem sinal: não se percebe se saiu ou entrou.')
    return credit - debit * (signs ?? 1)
  }

  for (const [index, row] of table.rows.entries())
    try {
      const line = readRow(row)
      if (line) lines.push(line)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unread.push({ line: table.firstLine + index, reason: error.message })
    }
  for (const [index, row] of table.preamble.entries())
    try {
      const balanceRow = balanceRowOf(row)
      if (balanceRow) takeBalance(balanceRow)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unread.push({ line: index + 1, reason: error.message })
    }
  if (isNewestFirst(lines)) lines.reverse()
  const last = lines.at(-1)
  const balance = last?.balance ?? stated.closing
  return {
    format: 'csv',
    iban: table.iban,
    lines,
    closing: last && balance !== undefined ? { date: last.date, balance } : null,
    period: null,
    sums: sumsOf(lines, stated),
    unread: unread.toSorted((one, other) => one.line - other.line),
    leftOut: [],
  }
}

function isHeadingAgain(row: readonly string[], { heading }: CsvTable): boolean {
  return heading !== undefined && row.join('\t').trim() === heading.join('\t').trim()
}

/** The sign with the letter of another column. */
function withSide(amount: Cents, side: string): Cents {
  if (side === '') return amount
  const [, debit, credit] =
    /^(?:(d|debitos?|db|dr|-)|(c|creditos?|cr|\+))$/.exec(
      side === '-' || side === '+' ? side : foldText(side),
    ) ?? []
  if (debit === undefined && credit === undefined)
    refuse(`Não se percebe se é débito ou crédito: ${quoted(side)}.`)
  if (credit !== undefined && amount < 0) refuse('O sinal do valor contradiz o crédito.')
  return debit === undefined ? amount : -Math.abs(amount)
}

/** 1 when debits are written without a sign, -1 when all have one; undefined when some have. */
function debitSigns({ rows }: CsvTable, place: number, mark: DecimalMark | undefined): 1 | -1 | undefined {
  const debits = rows.map((row) => readAmount(row[place] ?? '', mark) ?? 0).filter((cents) => cents !== 0)
  if (debits.every((cents) => cents > 0)) return 1
  return debits.every((cents) => cents < 0) ? -1 : undefined
}

/** What the file says of its sums: by its rows of balances, and by the balances beside its lines. */
function sumsOf(
  lines: readonly StatementLine[],
  { opening, closing }: Partial<Record<BalanceRow['side'], Cents>>,
): StatedSum[] {
  const withBalance = lines.flatMap(({ balance }, index) => (balance === null ? [] : [{ balance, index }]))
  const [first, last] = [withBalance[0], withBalance.at(-1)]
  const before = first && first.balance - sumOf(lines.slice(0, first.index + 1))
  const after = last && last.balance + sumOf(lines.slice(last.index + 1))
  const [start, end] = [opening ?? before, closing ?? after]
  const moved = sumOf(lines)
  const pairs = [[start, end], ...(opening === undefined && closing === undefined ? [] : [[before, after]])]
  return pairs.flatMap(([from, to]) =>
    from === undefined || to === undefined ? [] : [{ opening: from, moved, closing: to }],
  )
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
