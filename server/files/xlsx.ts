import { Readable } from 'node:stream'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { ZipFile } from 'yazl'
import type { Batches, CellKind, Table } from './table.ts'
import { contentOf } from './zip-stream.ts'

/** Maximum rows of a worksheet, without the header. */
export const maxXlsxRows = 1_048_575

/** Of such repetitive text, level 5 makes files as small as 6, the default, in 60% of its time. */
const compressionLevel = 5

/**
 * Streams a table as an Excel workbook with constant memory. The header is bold and frozen, columns have filters, and numbers and dates
 * are typed. `footer` is printed on each page. An error of the source destroys the stream, and destroying the stream ends the source.
 */
export function xlsxStream(
  table: Table,
  batches: Batches,
  { footer }: { footer?: string | undefined } = {},
): Readable {
  const count = { rows: 0 }
  const sheet = Readable.from(sheetXml(table, batches, { count, footer }), { objectMode: false })
  const zip = new ZipFile()
  const output = contentOf(zip)
  // yazl does not handle errors of its sources; an unhandled one would end our process.
  sheet.on('error', (error) => output.destroy(error))
  zip.on('error', (error: Error) => output.destroy(error))
  output.once('close', () => sheet.destroy())
  for (const [path, content] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(content), path)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel })
  // Made last, because it contains the number of rows.
  zip.addReadStreamLazy('xl/workbook.xml', (give) =>
    give(null, Readable.from([Buffer.from(workbookXml(table, count.rows))])),
  )
  zip.end()
  return output
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes in `cellXfs` of the styles below. */
const styleOf: Record<CellKind | 'header', number> = {
  header: 1,
  text: 2,
  integer: 3,
  money: 4,
  date: 5,
  datetime: 6,
}

const fixedParts = {
  '[Content_Types].xml':
    `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  '_rels/.rels':
    `${head}<Relationships xmlns="${relationships}">` +
    `<Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels':
    `${head}<Relationships xmlns="${relationships}">` +
    `<Relationship Id="rId1" Type="${officeDocument}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${officeDocument}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `${head}<styleSheet xmlns="${main}"><numFmts count="2">` +
    '<numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    [49, 1, 4, 164, 165]
      .map(
        (format) =>
          `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      )
      .join('') +
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}

/** The filter is also a hidden name; without it some versions of Excel repair the file. */
function workbookXml(table: Table, rows: number): string {
  const name = sheetName(table.name)
  const range = `${absolute(0, 1)}:${absolute(table.columns.length - 1, rows + 1)}`
  return (
    `${head}<workbook xmlns="${main}" xmlns:r="${officeDocument}"><bookViews><workbookView/></bookViews>` +
    `<sheets><sheet name="${attribute(name)}" sheetId="1" r:id="rId1"/></sheets>` +
    '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">' +
    `${escaped(`'${name.replaceAll("'", "''")}'!${range}`)}</definedName></definedNames></workbook>`
  )
}

/** A valid name of a worksheet: at most 31 characters, without reserved ones. */
function sheetName(name: string): string {
  const clean = name
    .replace(/[[\]:*?/\\\s]+/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
  return clean.slice(0, 31) || 'Folha1'
}

const partLength = 65_536

async function* sheetXml(
  { columns }: Table,
  batches: Batches,
  { count, footer }: { count: { rows: number }; footer: string | undefined },
): AsyncGenerator<string> {
  const heads = columns.map(({ label }, index) => textWriter(columnLetters(index), styleOf.header)(1, label))
  const writers = columns.map(({ kind }, index) => cellWriter(columnLetters(index), kind))
  let xml = `${opening(columns)}<row r="1">${heads.join('')}</row>`
  for await (const rows of batches) {
    for (const row of rows) {
      if (++count.rows > maxXlsxRows) throw new RangeError(`a worksheet takes ${maxXlsxRows} rows`)
      const number = count.rows + 1
      xml += `<row r="${number}">`
      for (let index = 0; index < writers.length; index++) {
        const cell = row[index]
        if (cell) xml += (writers[index] as CellWriter)(number, cell)
      }
      xml += '</row>'
      if (xml.length < partLength) continue
      yield xml
      xml = ''
    }
  }
  const filter = `<autoFilter ref="A1:${columnLetters(columns.length - 1)}${count.rows + 1}"/>`
  // An ampersand begins a code, such as that of the left part.
  const foot = footer
    ? `<headerFooter><oddFooter>${escaped(`&L${footer.replaceAll('&', '&&')}`)}</oddFooter></headerFooter>`
    : ''
  yield `${xml}</sheetData>${filter}${foot}</worksheet>`
}

function opening(columns: Table['columns']): string {
  const cols = columns.map(({ kind, width = 18 }, index) => {
    const place = `min="${index + 1}" max="${index + 1}"`
    return `<col ${place} width="${width}" style="${styleOf[kind]}" customWidth="1"/>`
  })
  return (
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>' +
    `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
  )
}

/** Writes the cell of a column in a row. */
type CellWriter = (row: number, cell: string) => string

function cellWriter(letters: string, kind: CellKind): CellWriter {
  const asText = textWriter(letters, styleOf.text)
  if (kind === 'text') return asText
  return (row, cell) => {
    const number = numberOf(kind, cell)
    if (number === undefined) return asText(row, kind === 'date' ? formatDate(cell) : cell)
    return `<c r="${letters}${row}" s="${styleOf[kind]}"><v>${number}</v></c>`
  }
}

/** Excel's number of a value; undefined when it has none, such as dates before its calendar. */
function numberOf(kind: CellKind, cell: string): string | undefined {
  if (kind === 'integer' || kind === 'money') return /^-?\d+(\.\d+)?$/.test(cell) ? cell : undefined
  const days = Date.parse(`${cell.slice(0, 10)}T00:00:00Z`) / 86_400_000 + daysBefore1970
  if (Number.isNaN(days) || days < firstReliableDay) return undefined
  if (kind === 'date') return String(days)
  return String(days + (Number(cell.slice(11, 13)) * 60 + Number(cell.slice(14, 16))) / 1440)
}

/** Day 1 is 1 January 1900, and Excel treats 1900 as a leap year: day 61 is the first reliable one. */
const daysBefore1970 = 25_569
const firstReliableDay = 61

function textWriter(letters: string, style: number): CellWriter {
  return (row, text) => {
    const space = /^\s|\s\s|[\t\n\r]|\s$/.test(text) ? ' xml:space="preserve"' : ''
    return `<c r="${letters}${row}" s="${style}" t="inlineStr"><is><t${space}>${escaped(text.slice(0, maxTextLength))}</t></is></c>`
  }
}

const maxTextLength = 32_767

/** XML text without forbidden characters. `_x0041_`, which Excel would decode, is escaped. */
function escaped(text: string): string {
  if (!/[&<>_\p{Cc}\ufffe\uffff\ud800-\udfff]/u.test(text)) return text
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 has no way to write
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
  )
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;')
}

/** 0 → A, 25 → Z, 26 → AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

function absolute(column: number, row: number): string {
  return `$${columnLetters(column)}$${row}`
}
