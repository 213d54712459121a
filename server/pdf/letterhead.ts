/** Who a document is from. */
export interface Letterhead {
  name: string
  nif: string
  address: string
  contacts: string[]
}

interface Look {
  margin: number
  ink: string
  dimmed: string
  line: string
}

/** The organisation on the top of a page, with a line below. */
export function drawLetterhead(
  doc: PDFKit.PDFDocument,
  { name, nif, address, contacts }: Letterhead,
  { margin, ink, dimmed, line }: Look,
): void {
  const width = doc.page.width - 2 * margin
  doc.font('bold').fontSize(13).fillColor(ink).text(name, margin, margin, { width })
  const below = [address, nif && `NIPC ${nif}`, ...contacts].filter(Boolean).join(' · ')
  if (below) doc.font('regular').fontSize(9).fillColor(dimmed).text(below, { width })
  doc.y += 8
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + width, doc.y)
    .lineWidth(1)
    .strokeColor(line)
    .stroke()
  doc.y += 20
}
