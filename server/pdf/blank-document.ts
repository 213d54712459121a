import PDFDocument from 'pdfkit'
import { look } from './look.ts'
import { fontFiles, printable } from './printable.ts'

/** Whatever is written on it is made of signs that the fonts have. */
class PrintableDocument extends PDFDocument {
  override text(text: string, ...rest: unknown[]): this {
    return super.text(printable(text), ...(rest as []))
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return super.heightOfString(printable(text), options)
  }
}

/** An A4 document of the organisation with nothing on it, which has the fonts `regular` and `bold`. */
export function blankDocument(
  { title, author }: { title: string; author: string },
  more: { autoFirstPage?: boolean } = {},
): PDFKit.PDFDocument {
  const { margin, footerHeight } = look
  const doc = new PrintableDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    bufferPages: true,
    lang: 'pt-PT',
    displayTitle: true,
    info: { Title: title, Author: author },
    ...more,
  })
  return doc.registerFont('regular', fontFiles.regular).registerFont('bold', fontFiles.bold)
}

/** Numbers the pages that are not given out yet, from 1. */
export function numberPages(doc: PDFKit.PDFDocument): void {
  const { margin, dimmed } = look
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    doc.page.margins.bottom = 0
    doc.font('regular').fontSize(8.5).fillColor(dimmed)
    doc.text(`Página ${page + 1} de ${count}`, margin, doc.page.height - margin, {
      width: doc.page.width - 2 * margin,
      align: 'right',
      lineBreak: false,
    })
  }
}
