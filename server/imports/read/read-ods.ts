import { importLimits } from '../../limits.ts'
import { momentText, numberText } from './cell-values.ts'
import type { OpenZip } from './read-zip.ts'
import type { Cells, OpenTable, TableRow } from './table.ts'
import { cellText, errorCell, offeredSheets, refusals, trimmed } from './table.ts'
import { attributeOf, readXmlStream } from './xml-stream.ts'

/** Opens a sheet of an ODS file (OpenDocument 1.3, part 3). */
export async function openOds(zip: OpenZip, { sheet }: { sheet: number }): Promise<OpenTable> {
  const manifest = (await zip.text('META-INF/manifest.xml')) ?? ''
  if (manifest.includes('encryption-data')) throw refusals.encrypted()
  const sheets: { name: string; index: number; isHidden: boolean }[] = []
  const hiddenStyles = new Set<string | undefined>()
  let style: string | undefined
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'style') style = attributeOf(attributes, 'name')
    else if (name === 'table-properties' && attributeOf(attributes, 'display') === 'false')
      hiddenStyles.add(style)
    else if (name === 'table')
      sheets.push({
        name: attributeOf(attributes, 'name') ?? '',
        index: sheets.length,
        isHidden: hiddenStyles.has(attributeOf(attributes, 'style-name')),
      })
  }
  for await (const _ of readXmlStream(await zip.stream('content.xml'), { open }));
  const { offered, names } = offeredSheets(sheets)
  const chosen = offered[sheet] ?? offered[0]
  if (!chosen) throw refusals.empty()
  return {
    format: 'ods',
    sheets: names,
    encoding: null,
    separator: null,
    startsIn1904: false,
    rows: () => readRows(zip, chosen.index),
    warnings: () => [],
    close: async () => zip.close(),
  }
}

async function* readRows(zip: OpenZip, sheet: number): ReturnType<OpenTable['rows']> {
  let rows: TableRow[] = []
  let table = -1
  let place = 0
  let cells: Cells = []
  let rowRepeats = 1
  let cellRepeats = 1
  let isHidden = false
  let isError = false
  let typed: string | undefined
  let lines: string[] = []
  /** Comments and drawings of a cell are not its text. */
  let outside = 0
  let paragraphs = 0
  const isInSheet = () => table === sheet
  const reader = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'table') table++
      if (!isInSheet()) return
      switch (name) {
        case 'table-row':
          cells = []
          isHidden = /^(filter|collapse)$/.test(attributeOf(attributes, 'visibility') ?? '')
          rowRepeats = Math.max(1, Number(attributeOf(attributes, 'number-rows-repeated') ?? 1) || 1)
          break
        case 'table-cell':
        case 'covered-table-cell':
          cellRepeats = Math.max(1, Number(attributeOf(attributes, 'number-columns-repeated') ?? 1) || 1)
          // An extension of LibreOffice: for the standard, a failed formula is a text.
          isError = attributes['calcext:value-type'] === 'error'
          typed = isError ? undefined : valueOf(attributes)
          lines = []
          break
        case 'annotation':
        case 'shapes':
        case 'frame':
          outside++
          break
        case 'p':
          if (outside === 0) {
            lines.push('')
            paragraphs++
          }
          break
        case 's':
          append(' '.repeat(Math.min(Number(attributeOf(attributes, 'c') ?? 1) || 1, 100)))
          break
        case 'tab':
        case 'line-break':
          append(name === 'tab' ? '\t' : '\n')
          break
      }
    },
    text: (text: string) => append(text),
    close(name: string) {
      if (!isInSheet()) return
      if (name === 'p' && outside === 0) paragraphs--
      else if (['annotation', 'shapes', 'frame'].includes(name)) outside--
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        const shown = typed ?? cellText(lines.join('\n'))
        const text = isError ? errorCell(shown) : shown
        // Empty cells to the end of the sheet are thousands.
        const times = text === '' ? Math.min(cellRepeats, importLimits.columns + 1) : cellRepeats
        for (let index = 0; index < times && cells.length <= importLimits.columns; index++) cells.push(text)
      } else if (name === 'table-row') {
        const kept = trimmed(cells)
        if (kept && rows.length + rowRepeats > importLimits.rows) throw refusals.rows()
        for (let index = 1; kept && index <= rowRepeats; index++)
          rows.push({ place: place + index, cells: kept, ...(isHidden && { isHidden }) })
        place += rowRepeats
      }
    },
  }
  function append(text: string): void {
    if (isInSheet() && outside === 0 && paragraphs > 0) lines[lines.length - 1] += text
  }
  for await (const _ of readXmlStream(await zip.stream('content.xml'), reader)) {
    yield* rows
    rows = []
    if (table > sheet) return
  }
}

/** The value of a cell with a type; undefined of texts, which are its paragraphs. */
function valueOf(attributes: Readonly<Record<string, string>>): string | undefined {
  switch (attributeOf(attributes, 'value-type')) {
    case 'float':
    case 'currency':
    case 'percentage':
      return numberText(Number(attributeOf(attributes, 'value')))
    case 'date':
      return momentText(attributeOf(attributes, 'date-value') ?? '')
    case 'boolean':
      return attributeOf(attributes, 'boolean-value') === 'true' ? 'Sim' : 'Não'
    default:
      return undefined
  }
}
