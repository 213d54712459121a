import { look } from './look.ts'

const { margin, dimmed } = look

export interface PageMark {
  /** Title of the document, shown on pages after the first. */
  title: string
  /** Name of the organisation. */
  name: string
}

/** Numbers the buffered pages from 1; pages after the first get a running head. */
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

/** Draws the running head (not on the first page) and lets the caller draw the page number. */
export function markPage(
  doc: PDFKit.PDFDocument,
  { title, name }: PageMark,
  page: number,
  drawNumber: (place: NumberPlace) => void,
): void {
  const { bottom } = doc.page.margins
  // Text below the bottom margin would start a new page.
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
