import { buffer } from 'node:stream/consumers'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { upperCaseTown } from '@agremia/resources/rules/postal-address.ts'
import { phone } from '@agremia/resources/rules/phone.ts'
import { drawRule, look, roomOf } from './document.ts'
import type { TaggedDocument } from './tagged-document.ts'
import type { World } from '../rest/modules.ts'

/** Sender of a document. */
export interface Letterhead {
  name: string
  nif: string
  address: string
  contacts: string[]
  /** Colour of the name and of the line; null for the default. */
  colour: string | null
  /** PNG or JPEG. */
  logo?: Buffer | undefined
}

/** Reads the organisation's letterhead from its settings, with the logo. */
export async function readLetterhead({
  organisation,
  files,
}: Pick<World, 'organisation' | 'files'>): Promise<Letterhead> {
  const settings = await organisation.settings()
  const file = settings.organisationLogo && (await files.read(settings.organisationLogo, 'paper'))
  return { ...letterheadFrom(settings), logo: file ? await buffer(file) : undefined }
}

/** The letterhead without the logo, for pages. */
export function letterheadFrom(settings: Settings): Letterhead {
  const { name, organisationNif, organisationAddress, organisationEmail, organisationPhone } = settings
  const formattedPhone = organisationPhone && (phone.format?.(organisationPhone) ?? organisationPhone)
  const website = settings.organisationWebsite.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const contacts = [organisationEmail, formattedPhone, website].filter(Boolean)
  const colour = settings.organisationColour || null
  return { name, nif: organisationNif, address: upperCaseTown(organisationAddress), contacts, colour }
}

/** Maximum size of the logo in points. */
const logoPlace = { width: 120, height: 40 }
const compactLogoPlace = { width: 84, height: 28 }
const logoGap = 14

/** Draws the letterhead at the top of the page, with a line below. */
export function drawLetterhead(
  doc: TaggedDocument,
  letterhead: Letterhead,
  { isCompact = false } = {},
): void {
  const { name, nif, address, contacts, colour, logo } = letterhead
  const { ink, dimmed, line } = look
  const { left: margin, top } = doc.page.margins
  const width = roomOf(doc)
  const place = isCompact ? compactLogoPlace : logoPlace
  const logoWidth = logo ? drawLogo(doc, { logo, name, place }) + logoGap : 0
  const left = margin + logoWidth
  const shape = { width: width - logoWidth }
  doc.tag('P', () => doc.font('bold').fontSize(13).fillColor(ink).text(name, left, top, shape))
  const below = [address, nif && `NIPC ${nif}`, ...contacts].filter(Boolean).join(' · ')
  if (below)
    doc.tag('P', () => doc.font('regular').fontSize(9).fillColor(dimmed).text(below, left, doc.y, shape))
  doc.y = Math.max(doc.y, logo ? top + place.height : 0) + 8
  drawRule(doc, { colour: colour ?? line, thickness: colour ? 2 : 1 })
  doc.x = margin
  doc.y += isCompact ? 10 : 20
}

/** Draws the logo at the top left corner, as large as `place` (points) allows. Returns its width. */
export function drawLogo(
  doc: TaggedDocument,
  { logo, name, place }: { logo: Buffer; name: string; place: Size },
): number {
  const { left, top } = doc.page.margins
  const image = openOnce(doc, logo)
  const scale = Math.min(place.width / image.width, place.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  doc.tag('Figure', () => doc.image(image, left, top, { width, height }), {
    alt: `Logótipo: ${name}`,
    box: [left, top, left + width, top + height],
  })
  return width
}

const openImages = new WeakMap<TaggedDocument, PDFKit.Mixins.ImageSrc & Size>()

/** Opens the logo once per document, so that a thousand letters embed it once. */
function openOnce(doc: TaggedDocument, logo: Buffer): PDFKit.Mixins.ImageSrc & Size {
  const opener = doc as unknown as { openImage(source: Buffer): PDFKit.Mixins.ImageSrc & Size }
  const image = openImages.get(doc) ?? opener.openImage(logo)
  openImages.set(doc, image)
  return image
}

interface Size {
  width: number
  height: number
}
