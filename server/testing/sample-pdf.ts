import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { qrBars } from '../pdf/qr.ts'

interface SampleOptions {
  pages?: number
  /** Text of a QR code on the last page. */
  code?: string
  /** Passwords to open it, and to change it. */
  userPassword?: string
  ownerPassword?: string
}

/** A PDF whose pages have this text. */
export function pdfOf(text: string, { pages = 1, code, ...passwords }: SampleOptions = {}): Promise<Buffer> {
  const doc = new Pdf({ size: 'A4', ...passwords })
  for (let page = 1; page <= pages; page++) {
    if (page > 1) doc.addPage()
    doc.text(`${text} ${page}`)
  }
  for (const { x, y, w, h } of code === undefined ? [] : qrBars(code, { x: 400, y: 650, w: 100, h: 100 }))
    doc.rect(x, y, w, h)
  if (code !== undefined) doc.fill('#000000')
  doc.end()
  return buffer(doc)
}
