import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import { blankDocument, look } from './document.ts'
import type { Letterhead } from './letterhead.ts'
import { drawLetterhead } from './letterhead.ts'
import { markPages } from './page-numbers.ts'
import { drawQr } from './qr.ts'
import type { PaperColumn, PaperRow } from './table.ts'
import { beginTable, withoutRepeats } from './table.ts'

const { margin, footerHeight, ink, dimmed } = look

/** A link as a QR code with text beside it. */
export interface PaperLink {
  url: string
  title: string
  text: string
  /** A code that can be typed instead of the URL. */
  code?: string | undefined
}

/** A document of A4 pages that is written from top to bottom. */
export interface Paper {
  heading(text: string): void
  /** Title of a section; stays with what follows. */
  subheading(text: string): void
  paragraph(text: string, look?: { isDimmed?: true; isBold?: true; size?: number }): void
  /** Lines of label and value; pairs without a value are omitted. */
  facts(pairs: [label: string, value: string | null | undefined][]): void
  /** A table; columns that repeat another are omitted. */
  table(columns: readonly PaperColumn[], rows: readonly PaperRow[], total?: readonly string[]): void
  /** A link as QR code and text. */
  link(link: PaperLink): void
  /** Large diagonal text across the page, such as ANULADO. */
  stamp(text: string): void
  /** Signature lines with labels and room for a date, side by side. */
  signatures(labels: string[]): void
  /** Starts another document in the same file, with its own page numbers. */
  nextDocument(title: string): void
  /** Numbers the pages and returns the PDF. */
  finish(): Promise<Buffer>
}

/** Creates a document of the organisation with letterhead, language and title, tagged for screen readers. */
export function createPaper({ title, letterhead }: { title: string; letterhead: Letterhead }): Paper {
  const doc = blankDocument({ title, author: letterhead.name }, { tagged: true, pdfVersion: '1.7' })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => doc.on('end', () => resolve()))
  const width = doc.page.width - 2 * margin
  const bottom = () => doc.page.height - margin - footerHeight
  const numberPages = () => markPages(doc, { title: current, name: letterhead.name })
  const makeRoom = (height: number) => {
    if (doc.y + height > bottom()) doc.addPage()
  }
  const tagged = (type: string, draw: () => void) => doc.addStructure(doc.struct(type, {}, draw))
  let current = title
  tagged('P', () => drawLetterhead(doc, letterhead))

  const paper: Paper = {
    heading(text) {
      tagged('H1', () => doc.font('bold').fontSize(18).fillColor(ink).text(text, margin, doc.y, { width }))
      doc.moveDown(0.5)
    },
    subheading(text) {
      makeRoom(70)
      tagged('H2', () => doc.font('bold').fontSize(11.5).fillColor(ink).text(text, margin, doc.y, { width }))
      doc.moveDown(0.4)
    },
    paragraph(text, { isDimmed, isBold, size = 10 } = {}) {
      tagged('P', () =>
        doc
          .font(isBold ? 'bold' : 'regular')
          .fontSize(size)
          .fillColor(isDimmed ? dimmed : ink)
          .text(text, margin, doc.y, { width, lineGap: 2 }),
      )
      doc.moveDown(0.4)
    },
    facts(pairs) {
      for (const [label, value] of pairs) {
        if (!value) continue
        makeRoom(16)
        tagged('P', () => drawFact(doc, label, value, width))
      }
      doc.y += 8
    },
    table(columns, rows, total) {
      const { columns: shown, pick } = withoutRepeats(columns, rows)
      tagged('Table', () => {
        const table = beginTable(doc, {
          columns: shown,
          onNewPage: () => void doc.continueOnNewPage(),
          bottom,
        })
        for (const row of rows) {
          if ('group' in row) table.group(row.group)
          else if ('subtotal' in row) table.row(pick(row.subtotal), { isBold: true })
          else table.row(pick(row))
        }
        if (total) table.total(pick(total))
      })
      doc.font('regular').fontSize(10)
      doc.y += 10
    },
    link(link) {
      makeRoom(linkSide)
      doc.addStructure(
        doc.struct('Figure', { alt: `${link.title}: ${link.url}` }, () => drawLink(doc, link, width)),
      )
    },
    stamp(text) {
      const { y } = doc
      doc.save()
      doc.rotate(-30, { origin: [doc.page.width / 2, doc.page.height / 2] })
      doc.font('bold').fontSize(90).fillColor('#B3261E').opacity(0.18)
      tagged('P', () =>
        doc.text(text, 0, doc.page.height / 2 - 50, {
          width: doc.page.width,
          align: 'center',
          lineBreak: false,
        }),
      )
      doc.restore()
      doc.opacity(1)
      doc.y = y
    },
    signatures(labels) {
      makeRoom(70)
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
        doc.font('regular').fontSize(9).fillColor(dimmed)
        tagged('P', () =>
          doc.text(`${label}, em ____ / ____ / ______`, left, top + 5, { width: share, lineBreak: false }),
        )
      }
      doc.y = top + 34
    },
    nextDocument(next) {
      numberPages()
      doc.flushPages()
      current = next
      doc.addPage()
      tagged('P', () => drawLetterhead(doc, letterhead))
    },
    async finish() {
      numberPages()
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
  return paper
}

function drawFact(doc: PDFKit.PDFDocument, label: string, value: string, width: number): void {
  const top = doc.y
  doc.font('regular').fontSize(10).fillColor(dimmed).text(label, margin, top, { width: 130 })
  const below = doc.y
  doc.fillColor(ink).text(value, margin + 135, top, { width: width - 135 })
  doc.y = Math.max(doc.y, below) + 3
}

/** 26 mm in points: readable by a phone's camera at arm's length. */
const linkSide = 74

function drawLink(doc: PDFKit.PDFDocument, { url, title, text, code }: PaperLink, width: number): void {
  const top = doc.y + 2
  drawQr(doc, url, { x: margin - 6, y: top, side: linkSide })
  const left = margin + linkSide + 4
  const shape = { width: width - linkSide - 4, lineGap: 1 }
  doc
    .font('bold')
    .fontSize(10)
    .fillColor(ink)
    .text(title, left, top + 8, shape)
  doc
    .font('regular')
    .fontSize(9)
    .fillColor(dimmed)
    .text(text, left, doc.y + 2, shape)
  if (code)
    doc
      .font('bold')
      .fillColor(ink)
      .text(formatCardCode(code), left, doc.y + 2, shape)
  doc
    .font('regular')
    .fontSize(8)
    .fillColor(dimmed)
    .text(url, left, doc.y + 2, { ...shape, link: url })
  doc.x = margin
  doc.y = Math.max(doc.y, top + linkSide) + 6
}
