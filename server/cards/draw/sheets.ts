import { cardHeight, cardSize, cardWidth } from '@agremia/resources/card-template.ts'
import type { Orientation } from '@agremia/resources/card-template.ts'
import type { CardLayout } from '@agremia/resources/card-layouts.ts'

/** The top left corner of a card's side, in millimetres from that of the page. */
export interface Slot {
  x: number
  y: number
}

/** A line, in millimetres from the page's top left. */
export interface Guide {
  from: [x: number, y: number]
  to: [x: number, y: number]
  isFold?: true
}

export interface Sheet {
  width: number
  height: number
  fronts: Slot[]
  backs: Slot[]
  /** Backs are on the same page (`beside`) or on the next one, printed duplex with a flip on the long edge (`behind`). */
  backsAre: 'beside' | 'behind'
  /** Millimetres by which colours extend beyond the cut. */
  bleed: number
  /** Guides outside of the cards on the page of the fronts: solid lines to cut, dashed lines to fold. */
  guides: Guide[]
  /** Whether portrait cards are rotated to landscape. */
  turns: boolean
}

/** The measures of pre-cut paper, which depend on its maker, in millimetres. */
export interface PrecutSheet {
  left: number
  top: number
  pitchX: number
  pitchY: number
}

export interface SheetOptions {
  orientation: Orientation
  /** The correction of the printer's offset, in millimetres. */
  offset: { x: number; y: number }
  precut: PrecutSheet
}

const a4 = { width: 210, height: 297 }
const bleed = 3
/** Millimetres between bleed and crop mark, of a crop mark, and between crop mark and edge of the page. */
const cropMark = { gap: 1, length: 5, beyond: 2 }
/** Millimetres from the cut to the edge of the page. */
const slug = bleed + cropMark.gap + cropMark.length + cropMark.beyond
const gutter = { x: 5, y: 2 }
const rows = 5
const columns = 2

/** The sheet of a layout. Ten cards on A4 have margins of 16.9 mm (left) and 9.55 mm (top). */
export function sheetOf(layout: CardLayout, { orientation, offset, precut }: SheetOptions): Sheet {
  const card = cardSize(orientation)
  const moved = ({ x, y }: Slot) => ({ x: x + offset.x, y: y + offset.y })
  switch (layout) {
    case 'single':
      return onePage({ ...card, bleed: 0, slot: moved({ x: 0, y: 0 }), guides: [] })
    case 'printshop':
      return onePage({
        width: card.width + 2 * slug,
        height: card.height + 2 * slug,
        bleed,
        slot: moved({ x: slug, y: slug }),
        guides: cropMarks(moved({ x: slug, y: slug }), card),
      })
    case 'a4-10':
      return withGuides(
        tenCards(
          {
            left: (a4.width - columns * cardWidth - gutter.x) / 2,
            top: (a4.height - rows * cardHeight - (rows - 1) * gutter.y) / 2,
            pitchX: cardWidth + gutter.x,
            pitchY: cardHeight + gutter.y,
          },
          moved,
        ),
      )
    case 'a4-10-perf':
      return tenCards(precut, moved)
    case 'a4-8-fold':
      return withGuides(folded(moved))
    case 'letter':
      return withGuides({
        ...a4,
        fronts: [moved({ x: (a4.width - cardWidth) / 2, y: 215 })],
        backs: [moved({ x: (a4.width - cardWidth) / 2, y: 215 })],
        backsAre: 'behind',
        bleed: 0,
        guides: [],
        turns: true,
      })
  }
}

function onePage({
  width,
  height,
  bleed: beyond,
  slot,
  guides,
}: Pick<Sheet, 'width' | 'height' | 'bleed' | 'guides'> & { slot: Slot }): Sheet {
  const slots = { fronts: [slot], backs: [slot] }
  return { width, height, ...slots, backsAre: 'behind', bleed: beyond, guides, turns: false }
}

/** Two crop marks at each corner, outside of the bleed. */
function cropMarks({ x, y }: Slot, { width, height }: { width: number; height: number }): Guide[] {
  const near = bleed + cropMark.gap
  const far = near + cropMark.length
  return [
    ...[x, x + width].flatMap((at): Guide[] => [
      { from: [at, y - far], to: [at, y - near] },
      { from: [at, y + height + near], to: [at, y + height + far] },
    ]),
    ...[y, y + height].flatMap((at): Guide[] => [
      { from: [x - far, at], to: [x - near, at] },
      { from: [x + width + near, at], to: [x + width + far, at] },
    ]),
  ]
}

/** Millimetres between cards and guides, and the length of guides. */
const guide = { gap: 1.5, length: 6 }

/** Adds guides outside of the cards for every cut, and for the fold when backs are beside fronts. */
function withGuides(sheet: Sheet): Sheet {
  const slots = sheet.backsAre === 'beside' ? [...sheet.fronts, ...sheet.backs] : sheet.fronts
  const lefts = slots.map(({ x }) => x)
  const tops = slots.map(({ y }) => y)
  const [left, right] = [Math.min(...lefts), Math.max(...lefts) + cardWidth]
  const [top, bottom] = [Math.min(...tops), Math.max(...tops) + cardHeight]
  const edges = (starts: readonly number[], length: number) => [
    ...new Set(starts.flatMap((start) => [start, start + length]).map((at) => Math.round(at * 1000) / 1000)),
  ]
  const fold = sheet.backsAre === 'beside' ? left + cardWidth : undefined
  const across = edges(lefts, cardWidth).flatMap((x): Guide[] => {
    const isFold = fold !== undefined && Math.abs(x - fold) < 0.01
    return [
      { from: [x, top - guide.gap - guide.length], to: [x, top - guide.gap], ...(isFold && { isFold }) },
      {
        from: [x, bottom + guide.gap],
        to: [x, bottom + guide.gap + guide.length],
        ...(isFold && { isFold }),
      },
    ]
  })
  const down = edges(tops, cardHeight).flatMap((y): Guide[] => [
    { from: [left - guide.gap - guide.length, y], to: [left - guide.gap, y] },
    { from: [right + guide.gap, y], to: [right + guide.gap + guide.length, y] },
  ])
  return { ...sheet, guides: [...across, ...down] }
}

/** Two columns of five cards; on the back of the sheet the columns are mirrored. */
function tenCards({ left, top, pitchX, pitchY }: PrecutSheet, moved: (slot: Slot) => Slot): Sheet {
  const place = (column: number, row: number) => ({ x: left + column * pitchX, y: top + row * pitchY })
  const cells = Array.from(
    { length: rows * columns },
    (_, index) => [index % columns, Math.floor(index / columns)] as const,
  )
  const behind = (x: number) => a4.width - x - cardWidth
  return {
    ...a4,
    fronts: cells.map(([column, row]) => moved(place(column, row))),
    backs: cells.map(([column, row]) => {
      const { x, y } = place(column, row)
      return moved({ x: behind(x), y })
    }),
    backsAre: 'behind',
    bleed: 0,
    guides: [],
    turns: true,
  }
}

/** Front and back side by side, with the fold between them. */
function folded(moved: (slot: Slot) => Slot): Sheet {
  const left = (a4.width - 2 * cardWidth) / 2
  const top = (a4.height - rows * cardHeight - (rows - 1) * gutter.y) / 2
  const row = Array.from({ length: rows }, (_, index) => top + index * (cardHeight + gutter.y))
  return {
    ...a4,
    fronts: row.map((y) => moved({ x: left, y })),
    backs: row.map((y) => moved({ x: left + cardWidth, y })),
    backsAre: 'beside',
    bleed: 0,
    guides: [],
    turns: true,
  }
}
