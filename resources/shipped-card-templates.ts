import type { CardBox, CardFigure, CardSide, CardText, Orientation } from './card-template.ts'
import { cardHeight, cardWidth } from './card-template.ts'

interface ShippedTemplate {
  name: string
  orientation: Orientation
  front: CardSide
  back: CardSide
}

const night = '#143360'
const deep = '#1C457C'
const blue = '#24579A'
const bright = '#2F6BB8'
const pale = '#D9E6F5'
const ochre = '#C98222'
const ink = '#1E2227'
const dimmed = '#565B62'
const line = '#E7E3DD'
const white = '#FFFFFF'

type Place = [x: number, y: number, w: number, h: number]

function text([x, y, w, h]: Place, words: string, look: Partial<CardText> = {}): CardText {
  return {
    kind: 'text',
    x,
    y,
    w,
    h,
    text: words,
    size: 7,
    weight: 400,
    colour: ink,
    align: 'left',
    maxLines: 1,
    ...look,
  }
}

function box([x, y, w, h]: Place, colour: string, radius = 0): CardBox {
  return { kind: 'box', x, y, w, h, colour, radius }
}

function figure(kind: CardFigure['kind'], [x, y, w, h]: Place): CardFigure {
  return { kind, x, y, w, h }
}

/** A circle around a point; parts beyond the edge of the card are clipped. */
function disc([x, y]: [x: number, y: number], radius: number, colour: string): CardBox {
  return box([x - radius, y - radius, 2 * radius, 2 * radius], colour, radius)
}

/** A quarter of an azulejo (tile), in a corner. */
function tile(corner: [x: number, y: number], scale = 1): CardBox[] {
  return [
    disc(corner, 17 * scale, deep),
    disc(corner, 12.5 * scale, blue),
    disc(corner, 8 * scale, bright),
    disc(corner, 3.6 * scale, ochre),
  ]
}

/** A small label above a value, at `[x, y]` with width `w`. */
function fact(
  [x, y, w]: [x: number, y: number, w: number],
  label: string,
  value: string,
  look: Partial<CardText> = {},
) {
  return [
    text([x, y, w, 3], label, { size: 6.5, colour: dimmed, align: look.align ?? 'left' }),
    text([x, y + 3.1, w, 5], value, { size: 10, weight: 600, ...look }),
  ]
}

/** Templates of a new organisation. */
export const shippedTemplates: readonly ShippedTemplate[] = [
  {
    name: 'Azulejo',
    orientation: 'landscape',
    front: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, cardWidth, 15], night),
        ...tile([cardWidth, 0]),
        box([cardWidth - 20, 15, 21, 3], white),
        box([0, 15, cardWidth, 0.9], ochre),
        text([4, 3.6, 62, 5.4], '{organizacao}', { size: 12, weight: 600, colour: white }),
        text([4, 9.4, 62, 3.6], '{titulo}', { size: 8, colour: pale }),
        figure('photo', [4, 18.9, 25, 32]),
        figure('logo', [72.6, 18.9, 9, 12]),
        text([32.5, 18.9, 39.1, 11.5], '{nome}', { size: 14, weight: 600, maxLines: 2, stand: 'bottom' }),
        text([32.5, 31.6, 49.1, 4.2], '{categoria}', { size: 9, colour: blue, weight: 600 }),
        box([32.5, 39.6, 49.1, 0.25], line),
        ...fact([32.5, 41.6, 15], 'N.º', '{numero}', { size: 11, colour: blue }),
        ...fact([48.5, 41.6, 12], 'Desde', '{desde}'),
        ...fact([61.5, 41.6, 20.1], 'Válido até', '{validade}'),
      ],
    },
    back: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, cardWidth, 4], night),
        box([0, 4, cardWidth, 0.9], ochre),
        figure('qr', [4, 8, 27, 27]),
        text([4, 35.4, 27, 3.6], '{codigo}', { size: 7.5, weight: 600, align: 'center' }),
        text([34.5, 8.8, 47.1, 4.2], '{organizacao}', { size: 8.5, weight: 600, colour: blue }),
        text([34.5, 14, 47.1, 9.4], '{condicoes}', { size: 7, maxLines: 3 }),
        text([34.5, 24, 47.1, 6.4], '{extravio}', { size: 6.5, colour: dimmed, maxLines: 2 }),
        box([34.5, 31.2, 47.1, 0.25], line),
        text([34.5, 32.4, 47.1, 3], '{sede}', { size: 6.5, colour: dimmed }),
        text([34.5, 35.6, 47.1, 3], '{contactos}', { size: 6.5, colour: dimmed }),
        figure('barcode', [14, 41, 57.6, 9]),
      ],
    },
  },
  {
    name: 'Faixa',
    orientation: 'landscape',
    front: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, 33, cardHeight], blue),
        ...tile([0, cardHeight], 0.75),
        box([33, 0, 0.9, cardHeight], ochre),
        box([3, 6.5, 27, 34], white, 1),
        figure('photo', [4, 7.5, 25, 32]),
        text([37.5, 6.4, 44.1, 4.6], '{organizacao}', { size: 9.5, weight: 600, colour: blue }),
        text([37.5, 11.2, 44.1, 3.4], '{titulo}', { size: 7, colour: dimmed }),
        figure('logo', [73.6, 15.2, 8, 11]),
        text([37.5, 14, 35.1, 11.5], '{nome}', { size: 14, weight: 600, maxLines: 2, stand: 'bottom' }),
        text([37.5, 26.6, 44.1, 4], '{categoria}', { size: 8.5, colour: dimmed }),
        ...fact([37.5, 33, 12], 'N.º', '{numero}', { size: 11, colour: blue }),
        ...fact([50, 33, 12], 'Desde', '{desde}'),
        ...fact([37.5, 42.2, 24], 'Válido até', '{validade}'),
        figure('qr', [62.6, 32, 19, 19]),
      ],
    },
    back: {
      colour: white,
      imageId: null,
      elements: [
        box([cardWidth - 31, 0, 31, cardHeight], blue),
        ...tile([cardWidth, 0], 0.75),
        box([cardWidth - 31.9, 0, 0.9, cardHeight], ochre),
        text([4, 6, 46, 4.6], '{organizacao}', { size: 9.5, weight: 600, colour: blue }),
        text([4, 12.4, 46, 11], '{condicoes}', { size: 7.5, maxLines: 3 }),
        text([4, 25, 46, 9], '{extravio}', { size: 7, colour: dimmed, maxLines: 3 }),
        box([4, 37.6, 46, 0.25], line),
        text([4, 39, 46, 3.2], '{sede}', { size: 6.5, colour: dimmed }),
        text([4, 42.4, 46, 3.2], '{contactos}', { size: 6.5, colour: dimmed }),
        text([4, 45.8, 46, 3.2], 'NIPC {nipc}', { size: 6.5, colour: dimmed }),
        text([57, 34, 25.6, 4.4], '{numero}', { size: 10, weight: 600, colour: white, align: 'center' }),
        text([57, 39.4, 25.6, 3.6], '{codigo}', { size: 7.5, colour: white, align: 'center' }),
        text([57, 44.4, 25.6, 3], '{via} via', { size: 6.5, colour: pale, align: 'center' }),
      ],
    },
  },
  {
    name: 'Retrato',
    orientation: 'portrait',
    front: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, cardHeight, 31], night),
        ...tile([cardHeight, 31], 0.9),
        box([0, 31, cardHeight, 0.9], ochre),
        box([cardHeight - 20, 31.9, 21, 16], white),
        text([4, 4.2, 45.98, 5], '{organizacao}', {
          size: 10.5,
          weight: 600,
          colour: white,
          align: 'center',
        }),
        text([4, 9.6, 45.98, 3.6], '{titulo}', { size: 7.5, colour: pale, align: 'center' }),
        figure('logo', [3, 35, 9, 12]),
        box([13.49, 15.5, 27, 34], white, 1),
        figure('photo', [14.49, 16.5, 25, 32]),
        text([4, 51.4, 45.98, 10.8], '{nome}', {
          size: 13,
          weight: 600,
          align: 'center',
          maxLines: 2,
          stand: 'bottom',
        }),
        text([4, 63.4, 45.98, 4], '{categoria}', { size: 8.5, weight: 600, colour: blue, align: 'center' }),
        box([4, 69, 45.98, 0.25], line),
        ...fact([4, 71.4, 13], 'N.º', '{numero}', { colour: blue }),
        ...fact([18.5, 71.4, 11], 'Desde', '{desde}', { align: 'center' }),
        ...fact([30, 71.4, 19.98], 'Válido até', '{validade}', { align: 'right' }),
        box([0, cardWidth - 2, cardHeight, 2], night),
      ],
    },
    back: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, cardHeight, 5], night),
        box([0, 5, cardHeight, 0.9], ochre),
        figure('qr', [11.99, 9.5, 30, 30]),
        text([4, 40, 45.98, 4.2], '{codigo}', { size: 8.5, weight: 600, align: 'center' }),
        box([4, 46.2, 45.98, 0.25], line),
        text([4, 48.4, 45.98, 11], '{condicoes}', { size: 7, align: 'center', maxLines: 4 }),
        text([4, 60.4, 45.98, 9], '{extravio}', { size: 6.5, colour: dimmed, align: 'center', maxLines: 3 }),
        text([4, 72.4, 45.98, 3], '{sede}', { size: 6.5, colour: dimmed, align: 'center' }),
        text([4, 75.8, 45.98, 3], '{contactos}', { size: 6.5, colour: dimmed, align: 'center' }),
        box([0, cardWidth - 2, cardHeight, 2], night),
      ],
    },
  },
]
