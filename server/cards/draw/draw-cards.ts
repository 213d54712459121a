import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CardSide, Orientation } from '@agremia/resources/card-template.ts'
import { cardHeight, cardSize, cardWidth } from '@agremia/resources/card-template.ts'
import type { Letter, Letterhead, TaggedDocument } from '../../pdf/index.ts'
import { blankDocument, drawLetterPage, endOutput, readOutput } from '../../pdf/index.ts'
import type { Mark, StoredImage } from './marks.ts'
import { keyOf, pointsPerMm } from './marks.ts'
import { paintPdf } from './paint-pdf.ts'
import type { CardContent } from './place-side.ts'
import { placeSide } from './place-side.ts'
import type { Guide, Sheet, Slot } from './sheets.ts'

export interface CardToDraw extends CardContent {
  id: string
  orientation: Orientation
  front: CardSide
  back: CardSide
  /** The text of this card's letter; null for that of the settings. */
  letterText: string | null
  /** The addressee of the letter. */
  recipient: {
    gender: 'male' | 'female' | 'other' | 'legal' | null
    /** Lines, with the name. */
    envelope: string[]
    /** Lines, without it. */
    address: string[]
  }
}

export interface Drawing {
  title: string
  author: string
  sheetOf: (orientation: Orientation) => Sheet
  readImage: (image: StoredImage) => Promise<Readable | undefined>
  /** The letter on whose page the front of a card is printed; undefined in layouts without letters. */
  letterOf?: (card: CardToDraw) => { letter: Letter; letterhead: Letterhead }
}

/** Millimetres between the text of a letter and the guides of its card. */
const clearance = 1

type Image = PDFKit.Mixins.ImageSrc

/** Streams a document of cards sheet by sheet, so that memory does not grow with the number of cards. */
export async function* drawCards(
  cards: AsyncIterable<CardToDraw>,
  drawing: Drawing,
): AsyncGenerator<Uint8Array> {
  const doc = blankDocument({ title: drawing.title, author: drawing.author }, { autoFirstPage: false })
  const templateImages = new Map<string, Image | undefined>()
  let drawnCards = 0
  for await (const { sheet, filling } of sheetsOf(cards, drawing)) {
    const placed = filling.map((card) => placeCard(card))
    const images = await imagesOf(doc, placed, drawing, templateImages)
    drawSheet(doc, { sheet, cards: placed, images }, drawing.letterOf)
    drawnCards += filling.length
    doc.flushPages()
    yield* readOutput(doc)
  }
  if (drawnCards === 0) doc.addPage({ size: 'A4', margin: 0 })
  yield* endOutput(doc)
}

/** Groups the cards by sheet. Portrait and landscape cards share a sheet when its width is the same for both. */
async function* sheetsOf(
  cards: AsyncIterable<CardToDraw>,
  { sheetOf }: Drawing,
): AsyncGenerator<{ sheet: Sheet; filling: CardToDraw[] }> {
  let sheet: Sheet | undefined
  let filling: CardToDraw[] = []
  for await (const card of cards) {
    const next = sheetOf(card.orientation)
    if (
      sheet &&
      filling.length > 0 &&
      (next.width !== sheet.width || filling.length === sheet.fronts.length)
    ) {
      yield { sheet, filling }
      filling = []
    }
    sheet = next
    filling.push(card)
  }
  if (sheet && filling.length > 0) yield { sheet, filling }
}

/** A card with the marks of both sides. */
interface PlacedCard {
  card: CardToDraw
  front: Mark[]
  back: Mark[]
}

function placeCard(card: CardToDraw): PlacedCard {
  const { orientation, front, back, ...content } = card
  const size = cardSize(orientation)
  return { card, front: placeSide(front, content, size), back: placeSide(back, content, size) }
}

/** The images of the cards on a sheet. `templateImages` caches all but photos, which belong to one card each. */
async function imagesOf(
  doc: TaggedDocument,
  cards: readonly PlacedCard[],
  { readImage }: Drawing,
  templateImages: Map<string, Image | undefined>,
): Promise<Map<string, Image | undefined>> {
  const images = new Map<string, Image | undefined>()
  for (const { front, back } of cards) {
    for (const side of [front, back]) {
      for (const mark of side) {
        if (mark.kind !== 'image' || images.has(keyOf(mark.image))) continue
        const { image } = mark
        const isPhoto = image.variant === 'large'
        const opened = templateImages.has(keyOf(image))
          ? templateImages.get(keyOf(image))
          : await openImage(doc, await readImage(image))
        if (!isPhoto) templateImages.set(keyOf(image), opened)
        images.set(keyOf(image), opened)
      }
    }
  }
  return images
}

async function openImage(doc: TaggedDocument, file: Readable | undefined): Promise<Image | undefined> {
  if (!file) return undefined
  const { openImage: open } = doc as unknown as { openImage: (data: Buffer) => Image }
  return open.call(doc, await buffer(file))
}

interface SheetOfCards {
  sheet: Sheet
  cards: readonly PlacedCard[]
  images: ReadonlyMap<string, Image | undefined>
}

function drawSheet(
  doc: TaggedDocument,
  { sheet, cards, images }: SheetOfCards,
  letterOf: Drawing['letterOf'],
): void {
  const sides = (name: 'front' | 'back', slots: readonly Slot[]) => {
    for (const [index, { card, [name]: marks }] of cards.entries()) {
      const slot = slots[index]
      if (slot) drawSide(doc, { orientation: card.orientation, name, marks, slot, sheet, images })
    }
  }
  const [first] = cards
  const addPage = (guides: readonly Guide[]) =>
    addSheet(doc, sheet, guides, first?.card.orientation ?? 'landscape')
  const letterPage = first && letterOf?.(first.card)
  if (letterPage) {
    drawLetterPage(doc, letterPage.letter, letterPage.letterhead)
    // A long text would cover the card: the card gets a page of its own.
    const top = Math.min(...sheet.guides.map(({ from }) => from[1]))
    if (doc.y > (top - clearance) * pointsPerMm) addPage(sheet.guides)
    else drawGuides(doc, sheet.guides)
  } else addPage(sheet.guides)
  sides('front', sheet.fronts)
  // Office printers rarely align both sides, so sheets are cut by the guides of the front. Print shops need crop marks on both sides.
  if (sheet.backsAre === 'behind') addPage(sheet.bleed > 0 ? sheet.guides : [])
  sides('back', sheet.backs)
}

/** Adds a page with the `guides` of this side, and with trim and bleed boxes for a print shop. */
function addSheet(
  doc: TaggedDocument,
  { width, height, bleed, fronts }: Sheet,
  guides: readonly Guide[],
  orientation: Orientation,
): void {
  doc.addPage({ size: [width * pointsPerMm, height * pointsPerMm], margin: 0 })
  const [slot] = fronts
  if (bleed > 0 && slot) {
    const card = cardSize(orientation)
    // Coordinates of page boxes start at the bottom left (ISO 32000-1 §14.11.2).
    const box = (beyond: number) =>
      [
        slot.x - beyond,
        height - slot.y - card.height - beyond,
        slot.x + card.width + beyond,
        height - slot.y + beyond,
      ].map((value) => value * pointsPerMm)
    const { data } = doc.page.dictionary as unknown as { data: Record<string, unknown> }
    data['TrimBox'] = box(0)
    data['BleedBox'] = box(bleed)
  }
  if (guides.length > 0) drawGuides(doc, guides)
}

function drawGuides(doc: TaggedDocument, guides: readonly Guide[]): void {
  doc.save().scale(pointsPerMm).lineWidth(0.1)
  doc.decoration(() => {
    for (const { from, to, isFold } of guides) {
      if (isFold) doc.dash(1, { space: 1 })
      else doc.undash()
      doc
        .moveTo(...from)
        .lineTo(...to)
        .stroke('#000000')
    }
  })
  doc.undash().restore()
}

interface SideOnSheet {
  orientation: Orientation
  name: 'front' | 'back'
  marks: Mark[]
  slot: Slot
  sheet: Sheet
  images: SheetOfCards['images']
}

/** Draws a side as one figure, whose alternative text has the texts of the card. */
function drawSide(doc: TaggedDocument, side: SideOnSheet): void {
  const { orientation, name, marks, slot, sheet, images } = side
  const size = cardSize(orientation)
  doc.save().scale(pointsPerMm).translate(slot.x, slot.y)
  // Portrait cards are rotated: fronts with the top edge on the left and backs on the right, so that the top edges coincide on paper.
  const turns = orientation === 'portrait' && sheet.turns
  if (turns) {
    if (name === 'front') doc.translate(0, cardHeight).rotate(-90)
    else doc.translate(cardWidth, 0).rotate(90)
  }
  const beyond = sheet.bleed
  doc.rect(-beyond, -beyond, size.width + 2 * beyond, size.height + 2 * beyond).clip()
  const painted = beyond > 0 ? withBleed(marks, size, beyond) : marks
  doc.tag('Figure', () => paintPdf(doc, painted, (image) => images.get(keyOf(image))), {
    alt: [name === 'front' ? 'Frente do cartão' : 'Verso do cartão', ...textsOf(marks)].join(', '),
    box: boxOf(slot, turns ? cardSize('landscape') : size),
  })
  doc.restore()
}

function textsOf(marks: readonly Mark[]): string[] {
  return marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))
}

/** Edges of a card in points. */
function boxOf({ x, y }: Slot, { width, height }: ReturnType<typeof cardSize>) {
  const edges: [number, number, number, number] = [x, y, x + width, y + height]
  return edges.map((edge) => edge * pointsPerMm) as typeof edges
}

/** Extends marks that touch an edge into the bleed, so that an inexact cut leaves no white border. */
function withBleed(
  marks: readonly Mark[],
  { width, height }: { width: number; height: number },
  bleed: number,
): Mark[] {
  return marks.map((mark) => {
    if (mark.kind !== 'box' && mark.kind !== 'image') return mark
    const left = mark.x <= 0.05 ? bleed : 0
    const top = mark.y <= 0.05 ? bleed : 0
    const right = mark.x + mark.w >= width - 0.05 ? bleed : 0
    const bottom = mark.y + mark.h >= height - 0.05 ? bleed : 0
    return { ...mark, x: mark.x - left, y: mark.y - top, w: mark.w + left + right, h: mark.h + top + bottom }
  })
}
