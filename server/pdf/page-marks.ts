import { look } from './look.ts'

const { margin, dimmed } = look

export interface PageMark {
  /** Of the document; said on the pages after the first. */
  title: string
  /** Of the organisation. */
  name: string
}

/** Numbers the pages that are not given out yet, from 1; those after the first say at the top what they belong to. */
export function markPages(doc: PDFKit.PDFDocument, mark: PageMark): void {
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

/** The running head of the current page, unless it is the first, and its number, which the caller draws. */
export function markPage(
  doc: PDFKit.PDFDocument,
  { title, name }: PageMark,
  page: number,
  drawNumber: (place: NumberPlace) => void,
): void {
  const { bottom } = doc.page.margins
  // A text below the margin would begin a page.
  doc.page.margins.bottom = 0
  const width = doc.page.width - 2 * margin
  doc.font('regular').fontSize(8.5).fillColor(dimmed)
  const options = { width, lineBreak: false, ellipsis: true }
  doc.markContent('Artifact', { type: 'Pagination' })
  if (page > 1) doc.text(`${name} · ${title}`, margin, margin - 24, { ...options, height: 12 })
  drawNumber({ x: margin, y: doc.page.height - margin, options: { width, align: 'right', lineBreak: false } })
  doc.endMarkedContent()
  doc.page.margins.bottom = bottom
}
