import { look } from './look.ts'

const { margin, ink, dimmed, line } = look

/** A column of a table: how wide it is in relation to the others, and whether its values stand on the right. */
export interface PaperColumn {
  label: string
  share: number
  isNumber?: boolean
}

/** A row of values; the name of those that follow; or what they come to. */
export type PaperRow = readonly string[] | { group: string } | { subtotal: readonly string[] }

interface TableOptions {
  columns: readonly PaperColumn[]
  /** Of the letters, in points. */
  size?: number
  /** Points above and below the words of a row. */
  padding?: number
  /** Begins a page when the next row does not fit. */
  onNewPage: () => void
  /** The lowest place for a row, in points from the top of the page. */
  bottom: () => number
}

export interface DrawnTable {
  row(cells: readonly string[], look?: { isBold?: boolean }): void
  /** What the whole comes to, below a rule as strong as that of the heads. */
  total(cells: readonly string[]): void
  /** The name of the rows that follow, which stays with the first of them. */
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
 * Draws a table at the document's place, row by row. The heads are repeated on each page that it reaches; the outer columns end
 * where its rules end; figures have one width.
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

  /** Room for this and for what must stay with it. */
  function makeRoom(height: number): void {
    if (doc.y + height <= bottom()) return
    onNewPage()
    drawHead()
  }

  const rowHeight = size * 1.3 + 2 * padding
  // A head never stands alone at the foot of a page.
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

/** Figures of one width, in what is made of figures alone: in words they would stand apart. */
function figures({ text }: Pick<Cell, 'text'>): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return /^[\d\s.,/:%€−-]+$/.test(text) ? { features: ['tnum'] } : {}
}

/** A table without the columns that say in every row what one before them says. */
export function withoutRepeats(
  columns: readonly PaperColumn[],
  rows: readonly PaperRow[],
): { columns: PaperColumn[]; pick: (cells: readonly string[]) => string[] } {
  const values = rows.filter((row): row is readonly string[] => Array.isArray(row))
  const says = (index: number) => values.map((cells) => cells[index] ?? '')
  const kept = columns.flatMap((column, index) => {
    const repeats = (other: number) => says(other).every((text, row) => text === says(index)[row])
    const isRepeated = values.length > 1 && columns.some((_, other) => other < index && repeats(other))
    return isRepeated ? [] : [{ column, index }]
  })
  return {
    columns: kept.map(({ column }) => column),
    pick: (cells) => kept.map(({ index }) => cells[index] ?? ''),
  }
}
