import { cardHeight, cardSize, cardWidth } from '@agremia/resources/card-template.ts'
import type { Orientation } from '@agremia/resources/card-template.ts'
import type { CardLayout } from '@agremia/resources/card-layouts.ts'

/** A place for one side of a card, millimetres from the page's top left; a card that stands is turned where sheets lie. */
export interface Slot {
  x: number
  y: number
}

export interface Sheet {
  width: number
  height: number
  fronts: Slot[]
  /** Where the backs are: on the same page (`beside`), or on the next, which a printer turns along its long edge. */
  backs: Slot[]
  backsAre: 'beside' | 'behind'
  /** How far colours reach beyond the cut, with marks that say where it is. */
  bleed: number
  /** Whether cards that stand are turned to lie. */
  turns: boolean
}

/** What the makers of pre-cut paper differ in: millimetres. */
export interface PrecutSheet {
  left: number
  top: number
  pitchX: number
  pitchY: number
}

export interface SheetOptions {
  orientation: Orientation
  /** How far a printer is off, in millimetres. */
  offset: { x: number; y: number }
  precut: PrecutSheet
}

const a4 = { width: 210, height: 297 }
const bleed = 3
const gutter = { x: 5, y: 2 }
const rows = 5
const columns = 2

/** The paper of a layout. Measures are of cards.md's geometry: 16.9 mm and 9.55 mm around ten cards on A4. */
export function sheetOf(layout: CardLayout, { orientation, offset, precut }: SheetOptions): Sheet {
  const card = cardSize(orientation)
  const moved = ({ x, y }: Slot) => ({ x: x + offset.x, y: y + offset.y })
  switch (layout) {
    case 'single':
      return onePage({ ...card, bleed: 0, slot: moved({ x: 0, y: 0 }) })
    case 'printshop':
      return onePage({
        width: card.width + 2 * bleed,
        height: card.height + 2 * bleed,
        bleed,
        slot: moved({ x: bleed, y: bleed }),
      })
    case 'a4-10':
      return tenCards(
        {
          left: (a4.width - columns * cardWidth - gutter.x) / 2,
          top: (a4.height - rows * cardHeight - (rows - 1) * gutter.y) / 2,
          pitchX: cardWidth + gutter.x,
          pitchY: cardHeight + gutter.y,
        },
        moved,
      )
    case 'a4-10-perf':
      return tenCards(precut, moved)
    case 'a4-8-fold':
      return folded(moved)
    case 'letter':
      return {
        ...a4,
        fronts: [moved({ x: (a4.width - cardWidth) / 2, y: 215 })],
        backs: [moved({ x: (a4.width - cardWidth) / 2, y: 215 })],
        backsAre: 'behind',
        bleed: 0,
        turns: true,
      }
  }
}

function onePage({
  width,
  height,
  bleed: beyond,
  slot,
}: {
  width: number
  height: number
  bleed: number
  slot: Slot
}): Sheet {
  return { width, height, fronts: [slot], backs: [slot], backsAre: 'behind', bleed: beyond, turns: false }
}

/** Two columns of five; on the back of the sheet the columns change places. */
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
    turns: true,
  }
}

/** Front and back side by side, to be folded between them. */
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
    turns: true,
  }
}
