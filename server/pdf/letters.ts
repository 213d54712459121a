import { drawAddress } from './address.ts'
import { blankDocument, endOutput, look, readOutput } from './document.ts'
import type { Letterhead } from './letterhead.ts'
import { drawLetterhead } from './letterhead.ts'
import { markPages } from './page-numbers.ts'
import { drawQr } from './qr.ts'
import { tagFact } from './table.ts'
import type { TaggedDocument } from './tagged-document.ts'

export interface Letter {
  /** Lines of name and address, for the window of the envelope. */
  address: string[]
  /** Formatted for people. */
  date: string
  subject: string
  /** Paragraphs are separated by empty lines. */
  text: string
  /** Framed facts below the text, such as how to pay; `url` is drawn as a QR code, without its facts when the text has it. */
  frames: { title: string; facts: [label: string, value: string][]; url?: string }[]
}

const mm = 72 / 25.4
/** Area of the address in a DL envelope with the window on the right. */
const addressWindow = { left: 105 * mm, top: 50 * mm, width: 85 * mm, height: 35 * mm }
const textTop = 97 * mm
const factHeight = 17
const factIndent = 96
/** 26 mm: readable by a phone's camera at arm's length. */
const qrSide = 74
const { margin, footerHeight, ink, dimmed, line } = look

/** Draws letters, each with its own pages, and yields the PDF in parts: memory is constant. */
export async function* drawLetters(
  { title, letterhead }: { title: string; letterhead: Letterhead },
  letters: AsyncIterable<Letter>,
): AsyncGenerator<Uint8Array> {
  const doc = blankDocument({ title, author: letterhead.name }, { autoFirstPage: false })
  for await (const letter of letters) {
    drawLetterPage(doc, letter, letterhead)
    // Page numbers restart with each letter.
    markPages(doc, { title: letter.subject, name: letterhead.name })
    doc.flushPages()
    yield* readOutput(doc)
  }
  yield* endOutput(doc)
}

/** Draws a letter on new pages. */
export function drawLetterPage(doc: TaggedDocument, letter: Letter, letterhead: Letterhead): void {
  doc.addPage()
  doc.group('Part', () => drawLetter(doc, letter, letterhead))
}

function drawLetter(doc: TaggedDocument, letter: Letter, letterhead: Letterhead): void {
  const { address, date, subject, text, frames } = letter
  const width = doc.page.width - 2 * margin
  drawLetterhead(doc, letterhead)
  drawAddress(doc, address, addressWindow)
  doc.fontSize(10).fillColor(dimmed)
  doc.tag('P', () => doc.text(date, margin, textTop, { width, align: 'right' }))
  doc.moveDown(1)
  doc.font('bold').fontSize(11.5).fillColor(ink)
  doc.tag('H1', () => doc.text(subject, margin, doc.y, { width }))
  doc.moveDown(0.8)
  doc.font('regular').fontSize(10.5)
  for (const paragraph of text.split(/\n{2,}/)) {
    doc.tag('P', () => doc.text(paragraph.trim(), margin, doc.y, { width, lineGap: 2.5 }))
    doc.moveDown(0.7)
  }
  for (const frame of frames)
    drawFrame(doc, frame.url && text.includes(frame.url) ? { ...frame, facts: [] } : frame, width)
}

function drawFrame(
  doc: TaggedDocument,
  { title, facts, url }: Letter['frames'][number],
  width: number,
): void {
  const aside = url ? qrSide : 0
  const room = width - 28 - factIndent - aside
  doc.font('bold').fontSize(10)
  const heights = facts.map(([, value]) =>
    Math.max(factHeight, doc.heightOfString(value, { width: room }) + 5),
  )
  const height = Math.max(34 + heights.reduce((sum, one) => sum + one, 0), url ? qrSide + 8 : 0)
  if (doc.y + height > doc.page.height - margin - footerHeight) doc.addPage()
  const top = doc.y + 4
  doc.decoration(() => doc.roundedRect(margin, top, width, height, 6).lineWidth(1).strokeColor(line).stroke())
  doc.font('bold').fontSize(11).fillColor(ink)
  doc.tag('H2', () => doc.text(title, margin + 14, top + 10))
  let y = top + 28
  const drawFact = (label: string, value: string) =>
    tagFact(
      doc,
      () =>
        doc
          .font('regular')
          .fontSize(10)
          .fillColor(dimmed)
          .text(label, margin + 14, y, { width: factIndent - 6 }),
      () =>
        doc
          .font('bold')
          .fillColor(ink)
          .text(value, margin + 14 + factIndent, y, { width: room }),
    )
  if (facts.length > 0)
    doc.group('Table', () => {
      for (const [index, [label, value]] of facts.entries()) {
        drawFact(label, value)
        y += heights[index] ?? factHeight
      }
    })
  if (url) drawQr(doc, url, { x: margin + width - qrSide - 4, y: top + 4, side: qrSide })
  doc.y = top + height + 8
}
