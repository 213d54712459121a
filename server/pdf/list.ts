import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { setImmediate } from 'node:timers/promises'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { Batches, CellKind, Row, Table } from '../files/table.ts'
import type { TaggedDocument } from './tagged-document.ts'
import { blankDocument, endOutput, look, readOutput } from './document.ts'
import type { Letterhead } from './letterhead.ts'
import { drawLetterhead } from './letterhead.ts'
import { createPageTotal, markPage } from './page-numbers.ts'
import { beginTable } from './table.ts'
import { tilesCell, tilesLegend } from './tiles.ts'

/** A list to print. */
export interface PaperList extends Table {
  title: string
  /** Search and filters, as text; empty when there are none. */
  filters: string
  /** When and by whom it was printed, as text. */
  printed: string
  letterhead: Letterhead
  /** One cell per column; undefined when no column is summed. */
  totals: Row | undefined
  /** Pale text across each page. */
  watermark?: string | undefined
}

const { ink, dimmed } = look
/** Margin in points, narrower than that of letters: lists have many rows. */
const margin = 30
/** Rows to draw before yielding to other requests. */
const rowsPerTurn = 25
/** Maximum characters per row in portrait and landscape; wider lists use a smaller font. */
const portraitWidth = 92
const landscapeWidth = 150

/** Draws a list as PDF and yields it page by page: memory is constant. */
export async function* listPdf(list: PaperList, batches: Batches): AsyncGenerator<Uint8Array> {
  const { title, columns, letterhead, filters, printed, totals, watermark } = list
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0)
  const doc = blankDocument(
    { title, author: letterhead.name },
    {
      layout: width > portraitWidth ? 'landscape' : 'portrait',
      margins: { top: margin, left: margin, right: margin, bottom: margin },
    },
  )
  const pageTotal = createPageTotal(doc)
  const foot = { title, name: letterhead.name }
  let pages = 0

  function endPage(): void {
    pages++
    if (watermark) drawWatermark(doc, watermark)
    markPage(doc, foot, pages, ({ x, y, options }) =>
      pageTotal.draw(pages, { x, y, width: Number(options.width) }),
    )
    doc.flushPages()
  }

  drawLetterhead(doc, letterhead, { isCompact: true })
  doc.tag('H1', () => doc.font('bold').fontSize(16).fillColor(ink).text(title))
  doc.moveDown(0.3)
  doc.font('regular').fontSize(9.5).fillColor(dimmed)
  const legend = columns.some(({ isStrip }) => isStrip) ? tilesLegend : ''
  const heads = [[filters, printed].filter(Boolean).join(' · '), legend]
  for (const line of heads) if (line) doc.tag('P', () => doc.text(line, { lineGap: 2 }))
  doc.moveDown(0.5)
  const table = beginTable(doc, {
    columns: columns.map((column) => ({
      label: column.label,
      share: widthOf(column),
      isNumber: isNumber(column.kind),
    })),
    size: width > landscapeWidth ? 7 : 8,
    padding: 1.5,
    onNewPage() {
      endPage()
      doc.addPage()
    },
    bottom: () => doc.page.height - margin - 12,
  })
  const formatRow = (row: Row) =>
    row.map((cell, index) => {
      if (cell === null) return ''
      const column = columns[index]
      return column?.isStrip ? tilesCell(doc, cell) : format[column?.kind ?? 'text'](cell)
    })
  let drawn = 0
  for await (const rows of batches) {
    for (const row of rows) {
      table.row(formatRow(row))
      drawn++
      if (drawn % rowsPerTurn === 0) await setImmediate()
    }
    yield* readOutput(doc)
  }
  if (totals) table.total(totals.map((cell, index) => formatTotal(cell, columns[index]?.kind ?? 'text')))
  table.end()
  endPage()
  pageTotal.end(pages)
  yield* endOutput(doc)
}

/** Draws a text along the diagonal of the page, as large as it fits. */
function drawWatermark(doc: TaggedDocument, text: string): void {
  const { width, height, margins } = doc.page
  const { bottom } = margins
  margins.bottom = 0
  doc.font('bold').fontSize(watermarkSize)
  const room = Math.hypot(width, height) - 4 * margin
  doc.fontSize(Math.min(watermarkSize, (watermarkSize * room) / doc.widthOfString(text)))
  doc.decoration(() => {
    doc.save()
    doc.rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin: [width / 2, height / 2] })
    doc.fillColor(ink).opacity(watermarkOpacity)
    const left = (width - doc.widthOfString(text)) / 2
    doc.text(text, left, (height - doc.currentLineHeight()) / 2, { lineBreak: false })
    doc.restore()
  })
  doc.opacity(1)
  margins.bottom = bottom
}

/** In points. */
const watermarkSize = 40
const watermarkOpacity = 0.07

/** Maximum width of a column in characters; longer texts wrap. */
const maxWidth = 32

function widthOf({ width = 16 }: Table['columns'][number]): number {
  return Math.min(width, maxWidth)
}

function isNumber(kind: CellKind): boolean {
  return kind === 'money' || kind === 'integer'
}

/** Cells of the row may also be texts, such as `Total`. */
function formatTotal(cell: string | null, kind: CellKind): string {
  return cell !== null && isNumber(kind) && !Number.isNaN(Number(cell)) ? format[kind](cell) : (cell ?? '')
}

/** Maximum characters of a cell; longer texts are cut. */
const maxCellLength = 300

const format: Record<CellKind, (cell: string) => string> = {
  text: (cell) => (cell.length > maxCellLength ? `${cell.slice(0, maxCellLength)}…` : cell),
  integer: (cell) => cell,
  money: (cell) => formatAmount(toCents(cell)),
  date: formatDate,
  datetime: (cell) => `${formatDate(cell)} ${cell.slice(11, 16)}`,
}
