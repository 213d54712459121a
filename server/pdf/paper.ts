import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import type { PaperChart } from './chart.ts'
import { chartHeight, drawChart } from './chart.ts'
import type { Cover } from './cover.ts'
import { drawCover } from './cover.ts'
import { blankDocument, drawRule, endOutput, look, readOutput } from './document.ts'
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
  /**
   * Draws the content of a document that has `copies`: both in the halves of one page, in smaller type, if it fits there; else each on
   * pages of its own. Without `copies` it is drawn once.
   */
  drawCopies(draw: (paper: Paper) => void): void
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
  /** The names of two copies, such as `Original` and `Duplicado`; the content is drawn with `drawCopies`. */
  copies?: readonly [string, string] | undefined
}

/** Points between the edges of half a page and its content. */
const halfMargin = 28
/** Width and height of half an A4 page, in points. */
const half = [595.28, 420.945] as const

interface Spacing {
  /** Font sizes. */
  heading: number
  text: number
  table: number
  /** Lines below a text. */
  after: number
  /** Points above and below the text of a row. */
  padding: number
  /** Points above a signature that is not beside a link. */
  toSign: number
  stamp: number
  /** Facts side by side. */
  columns: number
}
const wholePage: Spacing = {
  heading: 18,
  text: 10,
  table: 9.5,
  after: 0.4,
  padding: 3.5,
  toSign: 42,
  stamp: 90,
  columns: 1,
}
const halfPage: Spacing = {
  heading: 13,
  text: 9,
  table: 8.5,
  after: 0.2,
  padding: 2,
  toSign: 26,
  stamp: 60,
  columns: 2,
}

/** Creates a document of the organisation with letterhead, language and title. */
export function createPaper(options: PaperOptions): Paper {
  return openPaper(options).paper
}

/** `isRuler`: pages are halves, to find out whether content fits one. */
function openPaper(options: PaperOptions, isRuler = false): { paper: Paper; doc: TaggedDocument } {
  const { title, letterhead, cover, layout = 'portrait', copies } = options
  const margins = { top: halfMargin, left: margin, right: margin, bottom: halfMargin }
  const doc = blankDocument(
    { title, author: letterhead.name },
    isRuler ? { size: [...half], margins } : { layout },
  )
  const width = doc.page.width - 2 * margin
  let spacing = isRuler ? halfPage : wholePage
  let current = title
  let copy: string | undefined
  /** Where the signature is beside the link above it. */
  let toSignAt: number | undefined
  /** The halves of a page have no page number. */
  let isHalved = isRuler
  const bottom = () => (isHalved ? doc.page.height - halfMargin : doc.page.height - margin - footerHeight)
  const numberPages = () => {
    if (!isHalved) markPages(doc, { title: current, name: letterhead.name })
  }
  const makeRoom = (height: number) => {
    if (doc.y + height > bottom()) doc.addPage()
  }
  const beginPart = () => {
    doc.openGroup('Part')
    drawLetterhead(doc, letterhead, { isCompact: spacing === halfPage })
  }
  const contents = cover && drawCover(doc, { title, letterhead, cover })
  if (!cover && !copies) beginPart()

  let ruler: ReturnType<typeof openPaper> | undefined
  const fitsHalf = (draw: (paper: Paper) => void): boolean => {
    if (ruler) ruler.paper.nextDocument(title)
    else ruler = openPaper({ title, letterhead }, true)
    // The output of the ruler is discarded.
    for (const _ of readOutput(ruler.doc));
    draw(ruler.paper)
    return ruler.doc.bufferedPageRange().count === 1
  }

  const paper: Paper = {
    heading(text) {
      const top = doc.y
      const name = copy
      if (name !== undefined)
        doc.tag('P', () =>
          doc
            .font('regular')
            .fontSize(9)
            .fillColor(dimmed)
            .text(name, margin, top, { width, align: 'right' }),
        )
      const room = { width: width - (name === undefined ? 0 : copyRoom) }
      doc.tag('H1', () =>
        doc.font('bold').fontSize(spacing.heading).fillColor(ink).text(text, margin, top, room),
      )
      doc.moveDown(spacing.after + 0.1)
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
      const smaller = wholePage.text - spacing.text
      doc.tag('P', () =>
        doc
          .font(isBold ? 'bold' : 'regular')
          .fontSize(size - smaller)
          .fillColor(isDimmed ? dimmed : ink)
          .text(text, margin, doc.y, { width, lineGap: 2 - smaller }),
      )
      doc.moveDown(spacing.after)
    },
    facts(pairs) {
      const known = pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []))
      if (known.length > 0)
        doc.group('Table', () => {
          const { columns, text: size } = spacing
          const room = (width - (columns - 1) * factGap) / columns
          for (let first = 0; first < known.length; first += columns) {
            const row = known.slice(first, first + columns)
            makeRoom(Math.max(...row.map(({ value }) => factHeight(doc, value, { width: room, size }))))
            const top = doc.y
            const bottoms = row.map(({ label, value }, column) => {
              doc.y = top
              drawFact(doc, label, value, { left: margin + column * (room + factGap), width: room, size })
              return doc.y
            })
            doc.y = Math.max(...bottoms)
          }
        })
      doc.y += spacing.padding * 2 + 1
    },
    table(columns, rows, total, { keepsRepeats = false, size = spacing.table } = {}) {
      const { columns: shown, pick } = keepsRepeats
        ? { columns, pick: (cells: readonly string[]) => cells }
        : withoutRepeats(columns, rows)
      const table = beginTable(doc, {
        columns: shown,
        size,
        padding: spacing.padding,
        onNewPage: () => void doc.addPage(),
        bottom,
      })
      for (const row of rows) {
        if ('group' in row) table.group(row.group)
        else if ('subtotal' in row) table.row(pick(row.subtotal), { isBold: true })
        else table.row(pick(row))
      }
      if (total) table.total(pick(total))
      table.end()
      doc.font('regular').fontSize(spacing.text)
      doc.y += 3 + 2 * spacing.padding
    },
    link(link) {
      makeRoom(linkSide)
      // On half a page the signature is beside the link.
      const share = spacing === halfPage ? 1 - signatureShare : 1
      toSignAt = spacing === halfPage ? doc.y + linkSide / 2 : undefined
      drawLink(doc, link, width * share)
    },
    stamp(text) {
      const { y } = doc
      const middle = isHalved ? doc.page.margins.top + half[1] / 2 - halfMargin : doc.page.height / 2
      doc.save()
      doc.rotate(-30, { origin: [doc.page.width / 2, middle] })
      doc.font('bold').fontSize(spacing.stamp).fillColor('#B3261E').opacity(0.18)
      doc.tag('P', () =>
        doc.text(text, 0, middle - spacing.stamp / 1.8, {
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
      const beside = toSignAt
      toSignAt = undefined
      if (beside === undefined) makeRoom(spacing.toSign + 28)
      const { y } = doc
      const top = beside ?? y + spacing.toSign
      const gap = 24
      const room = beside === undefined ? width : width * signatureShare
      const share = (room - gap * (labels.length - 1)) / labels.length
      for (const [index, label] of labels.entries()) {
        const left = margin + width - room + index * (share + gap)
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
      doc.x = margin
      doc.y = Math.max(y, top + 34)
    },
    drawCopies(draw) {
      if (!copies) return draw(paper)
      if (!fitsHalf(draw)) {
        for (const [index, name] of copies.entries()) {
          if (index > 0) paper.nextDocument(current)
          copy = name
          beginPart()
          draw(paper)
        }
        return
      }
      const { page } = doc
      const { top, bottom: below } = page.margins
      spacing = halfPage
      isHalved = true
      page.margins.bottom = halfMargin
      for (const [index, name] of copies.entries()) {
        copy = name
        page.margins.top = index * half[1] + halfMargin
        doc.y = page.margins.top
        beginPart()
        draw(paper)
        doc.closeGroup()
      }
      Object.assign(page.margins, { top, bottom: below })
      doc.decoration(() =>
        doc
          .moveTo(0, half[1])
          .lineTo(page.width, half[1])
          .lineWidth(0.5)
          .dash(4, {})
          .strokeColor(dimmed)
          .stroke()
          .undash(),
      )
    },
    nextDocument(next) {
      numberPages()
      doc.flushPages()
      current = next
      doc.closeGroup()
      if (!isRuler) {
        isHalved = false
        spacing = wholePage
      }
      doc.addPage()
      if (!copies) beginPart()
    },
    async finish() {
      contents?.fill()
      numberPages()
      return Buffer.concat(await Array.fromAsync(endOutput(doc)))
    },
  }
  return { paper, doc }
}

/** Points between the label and the value of a fact, by the size of their text. */
const factLeft = 13.5
/** Points between facts that are side by side. */
const factGap = 12
/** The part of the width that a signature takes beside a link. */
const signatureShare = 0.34
/** Points for the name of a copy, beside the title. */
const copyRoom = 80

interface FactPlace {
  width: number
  /** Font size. */
  size: number
}

const labelRoom = ({ width, size }: FactPlace) => Math.min(factLeft * size, width * 0.45)

function factHeight(doc: TaggedDocument, value: string, place: FactPlace): number {
  const width = place.width - labelRoom(place)
  return doc.font('regular').fontSize(place.size).heightOfString(value, { width }) + 3
}

function drawFact(
  doc: TaggedDocument,
  label: string,
  value: string,
  { left, ...place }: FactPlace & { left: number },
): void {
  const top = doc.y
  const beside = labelRoom(place)
  let below = top
  tagFact(
    doc,
    () => {
      doc
        .font('regular')
        .fontSize(place.size)
        .fillColor(dimmed)
        .text(label, left, top, { width: beside - 5 })
      below = doc.y
    },
    () => doc.fillColor(ink).text(value, left + beside, top, { width: place.width - beside }),
  )
  doc.x = margin
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
