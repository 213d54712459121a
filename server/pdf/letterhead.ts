import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { phone } from '@agremia/resources/rules/phone.ts'
import { look } from './look.ts'

/** Who a document is from. */
export interface Letterhead {
  name: string
  nif: string
  address: string
  contacts: string[]
}

/** The organisation as it stands on the top of its documents. */
export function letterheadFrom(settings: Settings): Letterhead {
  const { name, organisationNif, organisationAddress, organisationEmail, organisationPhone } = settings
  const said = organisationPhone && (phone.format?.(organisationPhone) ?? organisationPhone)
  const contacts = [organisationEmail, said].filter(Boolean)
  return { name, nif: organisationNif, address: organisationAddress, contacts }
}

/** The organisation on the top of a page, with a line below. */
export function drawLetterhead(doc: PDFKit.PDFDocument, { name, nif, address, contacts }: Letterhead): void {
  const { margin, ink, dimmed, line } = look
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
