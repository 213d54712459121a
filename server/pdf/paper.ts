import { blankDocument, numberPages } from './blank-document.ts'
import type { Letterhead } from './letterhead.ts'
import { drawLetterhead } from './letterhead.ts'
import { look } from './look.ts'

const { margin, footerHeight, ink, dimmed, line } = look

/** A column of a table: how wide it is, as a share of the page, and whether its values stand on the right. */
interface PaperColumn {
  label: string
  share: number
  isNumber?: true
}

/** An A4 page, and as many as it takes, on which documents are written from the top down. */
export interface Paper {
  heading(text: string): void
  /** The title of a part, which stays with what follows it. */
  subheading(text: string): void
  paragraph(text: string, look?: { isDimmed?: true; isBold?: true; size?: number }): void
  /** Label and value on each line; what has no value is left out. */
  facts(pairs: [label: string, value: string | null | undefined][]): void
  table(columns: PaperColumn[], rows: string[][], total?: string[]): void
  /** Big and grey across the page: what this document no longer is. */
  stamp(text: string): void
  /** A line for each signature, with its words and room for the date below, side by side. */
  signatures(labels: string[]): void
  space(points?: number): void
  nextPage(): void
  /** Numbers the pages and answers the whole. */
  finish(): Promise<Buffer>
}

/** Begins a document of the organisation. */
export function createPaper({ title, letterhead }: { title: string; letterhead: Letterhead }): Paper {
  const doc = blankDocument({ title, author: letterhead.name })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => doc.on('end', () => resolve()))
  drawLetterhead(doc, letterhead)
  const width = doc.page.width - 2 * margin
  const bottom = () => doc.page.height - margin - footerHeight

  const paper: Paper = {
    heading(text) {
      doc.font('bold').fontSize(18).fillColor(ink).text(text, margin, doc.y, { width })
      doc.moveDown(0.5)
    },
    subheading(text) {
      if (doc.y + 70 > bottom()) doc.addPage()
      doc.font('bold').fontSize(11.5).fillColor(ink).text(text, margin, doc.y, { width })
      doc.moveDown(0.4)
    },
    paragraph(text, { isDimmed, isBold, size = 10 } = {}) {
      doc
        .font(isBold ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(isDimmed ? dimmed : ink)
        .text(text, margin, doc.y, { width, lineGap: 2 })
      doc.moveDown(0.4)
    },
    facts(pairs) {
      for (const [label, value] of pairs) {
        if (!value) continue
        const top = doc.y
        doc.font('regular').fontSize(10).fillColor(dimmed).text(label, margin, top, { width: 130 })
        const below = doc.y
        doc
          .font('regular')
          .fillColor(ink)
          .text(value, margin + 135, top, { width: width - 135 })
        doc.y = Math.max(doc.y, below) + 3
      }
      doc.moveDown(0.6)
    },
    table(columns, rows, total) {
      const draw = (cells: string[], font: 'regular' | 'bold', colour: string) => {
        doc.font(font).fontSize(9.5).fillColor(colour)
        const widths = columns.map(({ share }) => share * width)
        const height = Math.max(
          ...cells.map((cell, index) => doc.heightOfString(cell, { width: (widths[index] ?? 0) - 8 })),
        )
        if (doc.y + height + 8 > bottom()) {
          doc.addPage()
          doc.font(font).fontSize(9.5).fillColor(colour)
        }
        const top = doc.y
        let left = margin
        for (const [index, cell] of cells.entries()) {
          const align = columns[index]?.isNumber ? 'right' : 'left'
          doc.text(cell, left, top, { width: (widths[index] ?? 0) - 8, align })
          left += widths[index] ?? 0
        }
        doc.y = top + height + 4
        doc
          .moveTo(margin, doc.y)
          .lineTo(margin + width, doc.y)
          .lineWidth(0.5)
          .strokeColor(line)
          .stroke()
        doc.y += 4
      }
      draw(
        columns.map(({ label }) => label),
        'bold',
        dimmed,
      )
      for (const row of rows) draw(row, 'regular', ink)
      if (total) draw(total, 'bold', ink)
      doc.moveDown(0.6)
    },
    stamp(text) {
      const { y } = doc
      doc.save()
      doc.rotate(-30, { origin: [doc.page.width / 2, doc.page.height / 2] })
      doc
        .font('bold')
        .fontSize(90)
        .fillColor('#B3261E')
        .opacity(0.18)
        .text(text, 0, doc.page.height / 2 - 50, { width: doc.page.width, align: 'center', lineBreak: false })
      doc.restore()
      doc.opacity(1)
      doc.y = y
    },
    signatures(labels) {
      const height = 70
      if (doc.y + height > bottom()) doc.addPage()
      const top = doc.y + 42
      const gap = 24
      const share = (width - gap * (labels.length - 1)) / labels.length
      for (const [index, label] of labels.entries()) {
        const left = margin + index * (share + gap)
        doc
          .moveTo(left, top)
          .lineTo(left + share, top)
          .lineWidth(0.7)
          .strokeColor(dimmed)
          .stroke()
        doc
          .font('regular')
          .fontSize(9)
          .fillColor(dimmed)
          .text(`${label}, em ____ / ____ / ______`, left, top + 5, { width: share, lineBreak: false })
      }
      doc.y = top + height - 36
    },
    space(points = 12) {
      doc.y += points
    },
    nextPage() {
      doc.addPage()
      drawLetterhead(doc, letterhead)
    },
    async finish() {
      numberPages(doc)
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
  return paper
}
