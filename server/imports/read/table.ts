import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { ApiError } from '../../errors.ts'
import { uploadField } from '../../files/uploads.ts'
import { importLimits } from '../../limits.ts'

/** The formats that are read. */
export type TableFormat = 'xlsx' | 'ods' | 'text' | 'zip'

/** Which table of a file, and how it is written. */
export interface TableOptions {
  /** Index of the sheet of a workbook. */
  sheet: number
  /** Of a text; undefined: found out. */
  encoding?: string | undefined
  separator?: string | undefined
}

/** Cells as texts: dates `2026-03-07`, numbers with a decimal comma, booleans `Sim` and `Não`. */
export type Cells = string[]

export interface TableRow {
  place: number
  cells: Cells
  /** A filter or a person hides it in the spreadsheet. */
  isHidden?: true
}

/** An open file. */
export interface OpenTable {
  format: TableFormat
  /** Names of the sheets, hidden ones last; none of a text. */
  sheets: string[]
  encoding: string | null
  separator: string | null
  /** Whether serial numbers of dates begin in 1904. */
  startsIn1904: boolean
  /** The rows with their number in the file, from 1, in constant memory. Rows without any text are left out. */
  rows(): AsyncIterable<TableRow>
  /** What a person should know of the file, when its rows are read. */
  warnings(): string[]
  close(): Promise<void>
}

/** A file that cannot be imported; the message says what to do instead. */
export function refusal(message: string, status: 413 | 422 = 422, cause?: unknown): ApiError {
  return new ApiError(status, message, { errors: { [uploadField]: [message] }, cause })
}

const saveAs = 'Abra-o no Excel ou no LibreOffice e escolha «Guardar como», XLSX ou CSV.'

export const refusals = {
  macros: () =>
    refusal(
      'O ficheiro traz macros, que são programas, e por isso não se abre. Guarde-o como XLSX sem macros, ou como CSV.',
    ),
  encrypted: () =>
    refusal('O ficheiro só abre com uma palavra-passe. Guarde-o sem palavra-passe, em XLSX ou CSV.'),
  binary: () => refusal(`É um ficheiro XLSB, que não se lê. ${saveAs}`),
  largeXls: () => refusal(`O ficheiro XLS é grande demais para se abrir aqui. ${saveAs}`, 413),
  pdf: () =>
    refusal(
      'É um PDF, que não tem linhas e colunas. Peça o ficheiro da folha de cálculo, em XLSX, ODS ou CSV.',
    ),
  page: () => refusal(`É uma página da internet com nome de folha de cálculo. ${saveAs}`),
  dbase: () =>
    refusal(
      'É uma tabela do dBase (DBF), de um programa antigo. Abra-a no LibreOffice com o conjunto de caracteres em que os acentos ficam certos (em programas de MS-DOS, o 860 ou o 850) e guarde-a como XLSX.',
    ),
  unknown: () => refusal('Não é uma folha de cálculo. Envie um ficheiro XLSX, XLS, ODS ou CSV.'),
  empty: () => refusal('O ficheiro não tem nenhuma linha com dados. Escolha outro ficheiro ou outra folha.'),
  damaged: (cause?: unknown) => refusal(`O ficheiro está incompleto ou estragado. ${saveAs}`, 422, cause),
  unpacked: () =>
    refusal(
      `Descomprimido, o ficheiro tem mais de ${importLimits.unpackedMegabytes} MB. Divida-o em ficheiros mais pequenos.`,
      413,
    ),
  rows: () =>
    refusal(
      `O ficheiro tem mais de ${formatNumber(importLimits.rows)} linhas. Divida-o em ficheiros mais pequenos.`,
      413,
    ),
  columns: () =>
    refusal(`O ficheiro tem mais de ${importLimits.columns} colunas. Apague as que não são precisas.`, 413),
  quotes: (line: number) =>
    refusal(
      `Depois da linha ${line} há aspas que abrem e não fecham, ou uma célula enorme. Corrija essa linha e envie outra vez.`,
    ),
}

/** Cells without blanks at the end of the row; undefined when all are blank. Throws 413 with too many columns. */
export function trimmed(cells: Cells): Cells | undefined {
  let width = cells.length
  while (width > 0 && !cells[width - 1]) width--
  if (width > importLimits.columns) throw refusals.columns()
  return width === 0 ? undefined : cells.slice(0, width)
}

/** Names of the sheets in the order in which they are offered: hidden ones are last, so that the first one is read by default. */
export function offeredSheets<Sheet extends { name: string; isHidden: boolean }>(
  sheets: readonly Sheet[],
): { offered: Sheet[]; names: string[] } {
  const offered = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  return { offered, names: offered.map(({ name, isHidden }) => (isHidden ? `${name} (oculta)` : name)) }
}

/** What a spreadsheet shows in a cell whose formula failed, in Portuguese or English. */
const errorText =
  /^(#(DIV\/0!|N\/[AD]|VALUE!|VALOR!|NAME\?|NOME\?|REF!|N[UÚ]M!|NULL!|NULO!|SPILL!|CALC!)|Err(o)?:\d{3})$/i

export function isErrorText(text: string): boolean {
  return errorText.test(text)
}

/** The text of a cell whose formula failed. */
export function errorCell(text: string): string {
  return isErrorText(text) ? text : '#N/A'
}

/** A text of a cell: no control characters, at most `cellLength` characters. */
export function cellText(text: string): string {
  return (
    text
      .slice(0, importLimits.cellLength)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- PostgreSQL has no U+0000, and nobody types the others
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
      .trim()
  )
}
