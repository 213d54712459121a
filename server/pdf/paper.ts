import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import type { PaperChart } from './chart.ts'
import { chartHeight, drawChart } from './chart.ts'
import type { Cover } from './cover.ts'
import { drawCover } from './cover.ts'
import { blankDocument, drawRule, endOutput, look } from './document.ts'
import type { Letterhead } from './letterhead.ts'
import { drawLetterhead } from './letterhead.ts'
import { markPages } from './page-numbers.ts'
import { drawQr } from './qr.ts'
import type { PaperColumn, PaperRow } from './table.ts'
import { beginTable, tagFact, withoutRepeats } from './table.ts'
import type { TaggedDocument } from './tagged-document.ts'

const { margin, footerHeight, ink, dimmed } = look

/** A link as a QR code with text beside it. */
export interface PaperLink {
  url: string
  title: string
  text: string
  /** A code that can be typed instead of the URL. */
  code?: string | undefined
}

export interface TableLook {
  /** Columns that repeat another are drawn too. */
  keepsRepeats?: boolean
  /** Font size in points. */
  size?: number
}

/** A document of A4 pages that is written from top to bottom. */
export interface Paper {
  heading(text: string): void
  /** Title of a section; stays with what follows. */
  subheading(text: string): void
  /** Title of the next section of the contents, on a new page. */
  section(text: string): void
  chart(chart: PaperChart): void
  paragraph(text: string, look?: { isDimmed?: true; isBold?: true; size?: number }): void
  /** Lines of label and value; pairs without a value are omitted. */
  facts(pairs: [label: string, value: string | null | undefined][]): void
  /** A table; columns that repeat another are omitted. */
  table(
    columns: readonly PaperColumn[],
    rows: readonly PaperRow[],
    total?: readonly string[],
    look?: TableLook,
  ): void
  /** A link as QR code and text. */
  link(link: PaperLink): void
  /** Large diagonal text across the page, such as ANULADO. */
  stamp(text: string): void
  /** Signature lines with labels and, unless the document has its date, room for one, side by side. */
  signatures(labels: string[], look?: { isDated?: boolean }): void
  /** Starts another document in the same file, with its own page numbers. */
  nextDocument(title: string): void
  /** Numbers the pages and returns the PDF. */
  finish(): Promise<Buffer>
}

interface PaperOptions {
  title: string
  letterhead: Letterhead
  /** Title page and contents, instead of a letterhead. */
  cover?: Cover
  layout?: 'portrait' | 'landscape'
}

/** Creates a document of the organisation with letterhead, language and title. */
export function createPaper({ title, letterhead, cover, layout = 'portrait' }: PaperOptions): Paper {
  const doc = blankDocument({ title, author: letterhead.name }, { layout })
  const width = doc.page.width - 2 * margin
  const bottom = () => doc.page.height - margin - footerHeight
  const numberPages = () => markPages(doc, { title: current, name: letterhead.name })
  const makeRoom = (height: number) => {
    if (doc.y + height > bottom()) doc.addPage()
  }
  let current = title
  const beginPart = () => {
    doc.openGroup('Part')
    drawLetterhead(doc, letterhead)
  }
  const contents = cover && drawCover(doc, { title, letterhead, cover })
  if (!cover) beginPart()

  const paper: Paper = {
    heading(text) {
      doc.tag('H1', () => doc.font('bold').fontSize(18).fillColor(ink).text(text, margin, doc.y, { width }))
      doc.moveDown(0.5)
    },
    subheading(text) {
      makeRoom(70)
      doc.tag('H2', () => doc.font('bold').fontSize(11.5).fillColor(ink).text(text, margin, doc.y, { width }))
      doc.moveDown(0.4)
    },
    section(text) {
      // The first section begins below the cover's pages.
      if (doc.y > margin) doc.addPage()
      contents?.enter()
      doc.tag('H2', () => doc.font('bold').fontSize(16).fillColor(ink).text(text, margin, doc.y, { width }))
      doc.moveDown(0.6)
    },
    chart(chart) {
      makeRoom(chartHeight(doc, chart))
      drawChart(doc, chart)
      doc.y += 12
    },
    paragraph(text, { isDimmed, isBold, size = 10 } = {}) {
      doc.tag('P', () =>
        doc
          .font(isBold ? 'bold' : 'regular')
          .fontSize(size)
          .fillColor(isDimmed ? dimmed : ink)
          .text(text, margin, doc.y, { width, lineGap: 2 }),
      )
      doc.moveDown(0.4)
    },
    facts(pairs) {
      const known = pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []))
      if (known.length > 0)
        doc.group('Table', () => {
          for (const { label, value } of known) {
            makeRoom(factHeight(doc, value, width))
            drawFact(doc, label, value, width)
          }
        })
      doc.y += 8
    },
    table(columns, rows, total, { keepsRepeats = false, size } = {}) {
      const { columns: shown, pick } = keepsRepeats
        ? { columns, pick: (cells: readonly string[]) => cells }
        : withoutRepeats(columns, rows)
      const table = beginTable(doc, { columns: shown, size, onNewPage: () => void doc.addPage(), bottom })
      for (const row of rows) {
        if ('group' in row) table.group(row.group)
        else if ('subtotal' in row) table.row(pick(row.subtotal), { isBold: true })
        else table.row(pick(row))
      }
      if (total) table.total(pick(total))
      table.end()
      doc.font('regular').fontSize(10)
      doc.y += 10
    },
    link(link) {
      makeRoom(linkSide)
      drawLink(doc, link, width)
    },
    stamp(text) {
      const { y } = doc
      doc.save()
      doc.rotate(-30, { origin: [doc.page.width / 2, doc.page.height / 2] })
      doc.font('bold').fontSize(90).fillColor('#B3261E').opacity(0.18)
      doc.tag('P', () =>
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
    signatures(labels, { isDated = true } = {}) {
      makeRoom(70)
      const top = doc.y + 42
      const gap = 24
      const share = (width - gap * (labels.length - 1)) / labels.length
      for (const [index, label] of labels.entries()) {
        const left = margin + index * (share + gap)
        doc.y = top
        drawRule(doc, { colour: dimmed, thickness: 0.7, left, width: share })
        doc.font('regular').fontSize(9).fillColor(dimmed)
        doc.tag('P', () =>
          doc.text(isDated ? `${label}, em ____ / ____ / ______` : label, left, top + 5, {
            width: share,
            lineBreak: false,
          }),
        )
      }
      doc.y = top + 34
    },
    nextDocument(next) {
      numberPages()
      doc.flushPages()
      current = next
      doc.closeGroup()
      doc.addPage()
      beginPart()
    },
    async finish() {
      contents?.fill()
      numberPages()
      return Buffer.concat(await Array.fromAsync(endOutput(doc)))
    },
  }
  return paper
}

const factLeft = 135

function factHeight(doc: TaggedDocument, value: string, width: number): number {
  return (
    doc
      .font('regular')
      .fontSize(10)
      .heightOfString(value, { width: width - factLeft }) + 3
  )
}

function drawFact(doc: TaggedDocument, label: string, value: string, width: number): void {
  const top = doc.y
  let below = top
  tagFact(
    doc,
    () => {
      doc.font('regular').fontSize(10).fillColor(dimmed).text(label, margin, top, { width: 130 })
      below = doc.y
    },
    () => doc.fillColor(ink).text(value, margin + factLeft, top, { width: width - factLeft }),
  )
  doc.y = Math.max(doc.y, below) + 3
}

/** 26 mm in points: readable by a phone's camera at arm's length. */
const linkSide = 74

function drawLink(doc: TaggedDocument, { url, title, text, code }: PaperLink, width: number): void {
  const top = doc.y + 2
  drawQr(doc, url, { x: margin - 6, y: top, side: linkSide })
  const left = margin + linkSide + 4
  const shape = { width: width - linkSide - 4, lineGap: 1 }
  doc.y = top + 6
  const drawText = (font: string, size: number, colour: string, line: string) =>
    doc
      .font(font)
      .fontSize(size)
      .fillColor(colour)
      .text(line, left, doc.y + 2, shape)
  doc.tag('P', () => drawText('bold', 10, ink, title))
  doc.tag('P', () => drawText('regular', 9, dimmed, text))
  if (code) doc.tag('P', () => drawText('bold', 9, ink, formatCardCode(code)))
  doc.font('regular').fontSize(8).fillColor(dimmed)
  const drawUrl = () => doc.text(url, left, doc.y + 2, { ...shape, link: url })
  doc.group('P', () => doc.tag('Link', drawUrl, { alt: `${title}: ${url}` }))
  doc.x = margin
  doc.y = Math.max(doc.y, top + linkSide) + 6
}
