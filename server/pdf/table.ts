import { drawRule, look, roomOf } from './document.ts'
import type { TaggedDocument } from './tagged-document.ts'

const { ink, dimmed, line } = look

/** A column; `share` is its relative width, and numbers are right-aligned. */
export interface PaperColumn {
  label: string
  share: number
  isNumber?: boolean
}

/** Cells, a group title, or a subtotal. */
export type PaperRow = readonly string[] | { group: string } | { subtotal: readonly string[] }

interface TableOptions {
  columns: readonly PaperColumn[]
  /** Font size in points. */
  size?: number | undefined
  /** Points above and below the text of a row. */
  padding?: number
  /** Starts a new page when the next row does not fit. */
  onNewPage: () => void
  /** Lowest y of a row, in points from the top of the page. */
  bottom: () => number
}

/** A drawing in a cell, in points. */
export interface DrawnCell {
  /** Text alternative. */
  alt: string
  width: number
  height: number
  draw(left: number, top: number): void
}

export interface DrawnTable {
  row(cells: readonly (string | DrawnCell)[], look?: { isBold?: boolean }): void
  /** The total, below a rule like that of the header. */
  total(cells: readonly string[]): void
  /** A title of the following rows; stays with the first of them. */
  group(title: string): void
  end(): void
}

interface Cell {
  text: string
  drawing?: DrawnCell
  left: number
  width: number
  isNumber: boolean
}

/** Points between two columns. */
const gap = 12

/**
 * Begins a table at the document's position, which is drawn row by row. Repeats the header on each page, aligns the outer columns with
 * the rules and uses tabular figures. The rows of each page are a `TBody`, so that memory does not grow with the table.
 */
export function beginTable(doc: TaggedDocument, options: TableOptions): DrawnTable {
  const { columns, size = 9.5, padding = 3.5, onNewPage, bottom } = options
  const margin = doc.page.margins.left
  const width = roomOf(doc)
  const room = width - gap * (columns.length - 1)
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const lefts: number[] = []
  const widths = columns.map(({ share }) => (share / shares) * room)
  widths.reduce((left, one) => (lefts.push(left), left + one + gap), margin)

  const cellsOf = (texts: readonly (string | DrawnCell)[]): Cell[] =>
    texts.map((content, index) => ({
      ...(typeof content === 'string' ? { text: content } : { text: '', drawing: content }),
      left: lefts[index] ?? margin,
      width: widths[index] ?? 0,
      isNumber: columns[index]?.isNumber === true,
    }))

  function heightOf(cells: readonly Cell[], font: string): number {
    doc.font(font).fontSize(size)
    const heights = cells.map((cell) =>
      Math.max(
        cell.drawing?.height ?? 0,
        doc.heightOfString(cell.text || ' ', { width: cell.width, ...figures(cell) }),
      ),
    )
    return Math.max(...heights) + 2 * padding
  }

  /** Draws the cells of a row. */
  function drawCells(
    cells: readonly Cell[],
    { font, colour }: { font: string; colour: string },
    drawCell: (draw: (() => void) | undefined, drawing?: () => void) => void,
  ): void {
    const height = heightOf(cells, font)
    const top = doc.y
    doc.fillColor(colour)
    for (const cell of cells) {
      const align = cell.isNumber ? 'right' : 'left'
      const draw = () =>
        doc.text(cell.text, cell.left, top + padding, { width: cell.width, align, ...figures(cell) })
      drawCell(cell.text === '' ? undefined : draw, drawingIn(cell, top))
    }
    doc.y = top + height
  }

  /** Draws the figure of a cell, in the middle of a line of text. */
  function drawingIn({ drawing, left }: Cell, top: number): (() => void) | undefined {
    if (!drawing) return undefined
    const { alt, width: across, height, draw } = drawing
    const above = top + padding
    return () => {
      doc.tag('Figure', () => draw(left, above), { alt, box: [left, above, left + across, above + height] })
      doc.font('regular').fontSize(size).fillColor(ink)
    }
  }

  const rule = (colour: string, thickness: number) => drawRule(doc, { colour, thickness })
  const head = cellsOf(columns.map(({ label }) => label))
  const headLook = { font: 'bold', colour: dimmed }

  /** The header of later pages is no content: screen readers have read it. */
  function repeatHead(): void {
    doc.decoration(() => drawCells(head, headLook, (draw) => draw?.()), 'Pagination')
    rule(dimmed, 0.8)
  }

  /** Starts a new page if this height does not fit. */
  function makeRoom(height: number): void {
    if (doc.y + height <= bottom()) return
    closePart()
    onNewPage()
    repeatHead()
  }

  type Part = 'THead' | 'TBody' | 'TFoot'
  let part: Part | undefined
  function openPart(next: Part): void {
    if (part === next) return
    closePart()
    doc.openGroup(next)
    part = next
  }
  function closePart(): void {
    if (part) doc.closeGroup()
    part = undefined
  }

  const rowHeight = size * 1.3 + 2 * padding
  // The header stays with its first row.
  if (doc.y + 2 * rowHeight > bottom()) onNewPage()
  doc.openGroup('Table')
  openPart('THead')
  doc.group('TR', () => drawCells(head, headLook, (draw) => doc.tag('TH', draw, { scope: 'Column' })))
  rule(dimmed, 0.8)

  function drawRow(texts: readonly (string | DrawnCell)[], font: string, into: Part): void {
    const cells = cellsOf(texts)
    makeRoom(heightOf(cells, font))
    openPart(into)
    doc.group('TR', () =>
      drawCells(cells, { font, colour: ink }, (draw, drawing) =>
        drawing ? doc.group('TD', drawing) : doc.tag('TD', draw),
      ),
    )
  }

  return {
    row(texts, { isBold = false } = {}) {
      drawRow(texts, isBold ? 'bold' : 'regular', 'TBody')
      rule(line, 0.5)
    },
    total(texts) {
      rule(dimmed, 0.8)
      drawRow(texts, 'bold', 'TFoot')
    },
    group(title) {
      const cell = { text: title, left: margin, width, isNumber: false }
      makeRoom(heightOf([cell], 'bold') + 2 * rowHeight)
      openPart('TBody')
      doc.y += 4
      const header = { scope: 'Row', columns: columns.length } as const
      doc.group('TR', () =>
        drawCells([cell], { font: 'bold', colour: ink }, (draw) => doc.tag('TH', draw, header)),
      )
      rule(line, 0.5)
    },
    end() {
      closePart()
      doc.closeGroup()
    },
  }
}

/** A row of a table of two columns without header: label and value. */
export function tagFact(doc: TaggedDocument, drawLabel: () => void, drawValue: () => void): void {
  doc.group('TR', () => {
    doc.tag('TH', drawLabel, { scope: 'Row' })
    doc.tag('TD', drawValue)
  })
}

/** Tabular figures for numeric texts only: within words they look spaced out. */
function figures({ text }: Pick<Cell, 'text'>): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return /^[\d\s.,/:%€−-]+$/.test(text) ? { features: ['tnum'] } : {}
}

/** Removes columns that repeat an earlier one in every row. */
export function withoutRepeats(
  columns: readonly PaperColumn[],
  rows: readonly PaperRow[],
): { columns: PaperColumn[]; pick: (cells: readonly string[]) => string[] } {
  const values = rows.filter((row): row is readonly string[] => Array.isArray(row))
  const valuesOf = (index: number) => values.map((cells) => cells[index] ?? '')
  const columnsToShow = columns.flatMap((column, index) => {
    const repeats = (other: number) => valuesOf(other).every((text, row) => text === valuesOf(index)[row])
    const isRepeated = values.length > 1 && columns.some((_, other) => other < index && repeats(other))
    return isRepeated ? [] : [{ column, index }]
  })
  return {
    columns: columnsToShow.map(({ column }) => column),
    pick: (cells) => columnsToShow.map(({ index }) => cells[index] ?? ''),
  }
}
