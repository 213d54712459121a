import { look } from './document.ts'

const { margin, ink, dimmed, line } = look

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
  size?: number
  /** Points above and below the text of a row. */
  padding?: number
  /** Starts a new page when the next row does not fit. */
  onNewPage: () => void
  /** Lowest y of a row, in points from the top of the page. */
  bottom: () => number
}

export interface DrawnTable {
  row(cells: readonly string[], look?: { isBold?: boolean }): void
  /** The total, below a rule like that of the header. */
  total(cells: readonly string[]): void
  /** A title of the following rows; stays with the first of them. */
  group(title: string): void
}

interface Cell {
  text: string
  left: number
  width: number
  isNumber: boolean
}

/** Points between two columns. */
const gap = 12

/**
 * Draws a table row by row at the document's position. Repeats the header on each page, aligns the outer columns with the rules and
 * uses tabular figures.
 */
export function beginTable(doc: PDFKit.PDFDocument, options: TableOptions): DrawnTable {
  const { columns, size = 9.5, padding = 3.5, onNewPage, bottom } = options
  const width = doc.page.width - 2 * margin
  const room = width - gap * (columns.length - 1)
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const lefts: number[] = []
  const widths = columns.map(({ share }) => (share / shares) * room)
  widths.reduce((left, one) => (lefts.push(left), left + one + gap), margin)

  const cellsOf = (texts: readonly string[]): Cell[] =>
    texts.map((text, index) => ({
      text,
      left: lefts[index] ?? margin,
      width: widths[index] ?? 0,
      isNumber: columns[index]?.isNumber === true,
    }))

  function heightOf(cells: readonly Cell[], font: string): number {
    doc.font(font).fontSize(size)
    const heights = cells.map((cell) =>
      doc.heightOfString(cell.text || ' ', { width: cell.width, ...figures(cell) }),
    )
    return Math.max(...heights) + 2 * padding
  }

  function drawCells(cells: readonly Cell[], font: string, colour: string): void {
    const height = heightOf(cells, font)
    const top = doc.y
    doc.fillColor(colour)
    for (const cell of cells) {
      if (cell.text === '') continue
      const align = cell.isNumber ? 'right' : 'left'
      doc.text(cell.text, cell.left, top + padding, { width: cell.width, align, ...figures(cell) })
    }
    doc.y = top + height
  }

  function rule(colour: string, thickness: number): void {
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + width, doc.y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke()
  }

  function drawHead(): void {
    drawCells(cellsOf(columns.map(({ label }) => label)), 'bold', dimmed)
    rule(dimmed, 0.8)
  }

  /** Starts a new page if this height does not fit. */
  function makeRoom(height: number): void {
    if (doc.y + height <= bottom()) return
    onNewPage()
    drawHead()
  }

  const rowHeight = size * 1.3 + 2 * padding
  // The header stays with its first row.
  if (doc.y + 2 * rowHeight > bottom()) onNewPage()
  drawHead()
  function drawRow(texts: readonly string[], font: string): void {
    const cells = cellsOf(texts)
    makeRoom(heightOf(cells, font))
    drawCells(cells, font, ink)
  }

  return {
    row(texts, { isBold = false } = {}) {
      drawRow(texts, isBold ? 'bold' : 'regular')
      rule(line, 0.5)
    },
    total(texts) {
      rule(dimmed, 0.8)
      drawRow(texts, 'bold')
    },
    group(title) {
      const cell = { text: title, left: margin, width, isNumber: false }
      makeRoom(heightOf([cell], 'bold') + 2 * rowHeight)
      doc.y += 4
      drawCells([cell], 'bold', ink)
      rule(line, 0.5)
    },
  }
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
