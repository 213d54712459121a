import { look, roomOf } from './document.ts'
import type { TaggedDocument } from './tagged-document.ts'

const { dimmed } = look

export interface PageMark {
  /** Title of the document, shown on pages after the first. */
  title: string
  /** Name of the organisation. */
  name: string
}

/** Numbers the buffered pages from 1; pages after the first get a running head. */
export function markPages(doc: TaggedDocument, mark: PageMark): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    markPage(doc, mark, page + 1, (place) =>
      doc.text(`Página ${page + 1} de ${count}`, place.x, place.y, place.options),
    )
  }
}

interface NumberPlace {
  x: number
  y: number
  options: PDFKit.Mixins.TextOptions
}

/** Draws the running head (not on the first page) and lets the caller draw the page number. */
export function markPage(
  doc: TaggedDocument,
  { title, name }: PageMark,
  page: number,
  drawNumber: (place: NumberPlace) => void,
): void {
  const { bottom, left, right, top } = doc.page.margins
  // Text below the bottom margin would start a new page.
  doc.page.margins.bottom = 0
  const width = roomOf(doc)
  doc.font('regular').fontSize(8.5).fillColor(dimmed)
  const options = { width, lineBreak: false, ellipsis: true }
  doc.decoration(() => {
    if (page > 1)
      doc.text(`${name} · ${title}`, left, top - Math.min(24, top / 2), { ...options, height: 12 })
    drawNumber({
      x: left,
      // Below the text; the side margins are as wide as the room for the number.
      y: doc.page.height - right,
      options: { width, align: 'right', lineBreak: false },
    })
  }, 'Pagination')
  doc.page.margins.bottom = bottom
}

/** Parts of pdfkit's fonts and pages that its types omit. */
interface Inside {
  _font: { id: string; ref(): unknown; encode(text: string): [string[], { xAdvance: number }[]] }
  page: { xobjects: Record<string, unknown>; height: number }
  ref(data: object): { end(content: string): void }
  addContent(content: string): void
}

const size = 8.5
const room = 60
const name = 'PageTotal'

/**
 * Draws `Página x de y` on pages that are output before y is known: they all refer to one form XObject (ISO 32000-1, 8.10), which is
 * written at the end.
 */
export function createPageTotal(doc: TaggedDocument) {
  const inside = doc as unknown as Inside
  const resources: { Font?: Record<string, unknown> } = {}
  const form = inside.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -size, room, 2 * size],
    Resources: resources,
  })
  const dimmed = [1, 3, 5].map((at) => Number.parseInt(look.dimmed.slice(at, at + 2), 16) / 255).join(' ')
  return {
    /** Draws at the right of the line whose top is `y`. */
    draw(page: number, { x, y, width }: { x: number; y: number; width: number }): void {
      doc.font('regular').fontSize(size).fillColor(look.dimmed)
      doc.text(`Página ${page} de `, x, y, { width: width - totalWidth, align: 'right', lineBreak: false })
      inside.page.xobjects[name] = form
      const left = x + width - totalWidth + doc.widthOfString(' ')
      // The baseline as pdfkit places it; its y axis begins at the top.
      inside.addContent(`q 1 0 0 -1 ${left} ${y + ascent(doc)} cm /${name} Do Q`)
    },
    end(total: number): void {
      doc.font('regular').fontSize(size)
      const { _font: font } = inside
      const [glyphs] = font.encode(String(total))
      resources.Font = { [font.id]: font.ref() }
      form.end(`BT ${dimmed} rg /${font.id} ${size} Tf <${glyphs.join('')}> Tj ET`)
    },
  }
}

/** Points reserved for the number. */
const totalWidth = 26

function ascent(doc: TaggedDocument): number {
  const { ascender } = (doc as unknown as { _font: { ascender: number } })._font
  return (ascender / 1000) * size
}
