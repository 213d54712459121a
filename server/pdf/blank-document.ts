import PDFDocument from 'pdfkit'
import type { LaidOutFont } from './kept-layouts.ts'
import { cacheLayouts } from './kept-layouts.ts'
import { look } from './look.ts'
import { fontFiles, printable } from './printable.ts'

/** Replaces characters that the fonts do not have in all texts. */
class PrintableDocument extends PDFDocument {
  override font(src: string, ...rest: unknown[]): this {
    super.font(src, ...(rest as []))
    cacheLayouts((this as unknown as { _font: Partial<LaidOutFont> })._font)
    return this
  }

  override text(text: string, ...rest: unknown[]): this {
    return super.text(printable(text), ...(rest as []))
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return super.heightOfString(printable(text), options)
  }
}

/** Creates an empty A4 document of the organisation with the fonts `regular` and `bold`. */
export function blankDocument(
  { title, author }: { title: string; author: string },
  more: PDFKit.PDFDocumentOptions = {},
): PDFKit.PDFDocument {
  const { margin, footerHeight } = look
  const doc = new PrintableDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    bufferPages: true,
    lang: 'pt-PT',
    displayTitle: true,
    fontLayoutCache: false,
    info: { Title: title, Author: author },
    ...more,
  })
  return doc.registerFont('regular', fontFiles.regular).registerFont('bold', fontFiles.bold)
}
