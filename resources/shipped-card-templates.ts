import type { CardBox, CardFigure, CardSide, CardText, Orientation } from './card-template.ts'
import { cardHeight, cardWidth } from './card-template.ts'

interface ShippedTemplate {
  name: string
  orientation: Orientation
  front: CardSide
  back: CardSide
}

const blue = '#24579A'
const night = '#143360'
const ochre = '#C98222'
const ink = '#1E2227'
const dimmed = '#5D6168'
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

/** The templates that every organisation begins with. */
export const shippedTemplates: readonly ShippedTemplate[] = [
  {
    name: 'Azulejo',
    orientation: 'landscape',
    front: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, cardWidth, 14], blue),
        box([0, 14, cardWidth, 0.8], ochre),
        text([4, 3.4, 60, 5], '{organizacao}', { size: 11, weight: 600, colour: white }),
        text([4, 8.6, 60, 3.6], '{titulo}', { size: 7.5, colour: '#D9E6F5' }),
        figure('photo', [4, 18, 25, 32]),
        text([32, 19, 50, 10.5], '{nome}', { size: 13, weight: 600, maxLines: 2 }),
        text([32, 31, 14, 3], 'N.º', { size: 6, colour: dimmed }),
        text([32, 34, 16, 5], '{numero}', { size: 11, weight: 600, colour: blue }),
        text([49, 31, 33, 3], 'Categoria', { size: 6, colour: dimmed }),
        text([49, 34, 33, 5], '{categoria}', { size: 9, weight: 600 }),
        text([32, 41, 16, 3], 'Desde', { size: 6, colour: dimmed }),
        text([32, 44, 16, 4.5], '{desde}', { size: 9, weight: 600 }),
        text([49, 41, 33, 3], 'Válido até', { size: 6, colour: dimmed }),
        text([49, 44, 33, 4.5], '{validade}', { size: 9, weight: 600 }),
      ],
    },
    back: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, cardWidth, 3], blue),
        figure('qr', [4, 8, 26, 26]),
        text([4, 35, 26, 3.4], '{codigo}', { size: 7, weight: 600, align: 'center' }),
        text([33.5, 9, 48.5, 10], '{condicoes}', { size: 7, maxLines: 3 }),
        text([33.5, 21, 48.5, 10], '{extravio}', { size: 6.5, colour: dimmed, maxLines: 4 }),
        text([33.5, 33, 48.5, 3], '{sede}', { size: 6, colour: dimmed }),
        text([33.5, 36.2, 48.5, 3], '{contactos}', { size: 6, colour: dimmed }),
        figure('barcode', [14, 41, 57.6, 8.5]),
      ],
    },
  },
  {
    name: 'Claro',
    orientation: 'landscape',
    front: {
      colour: '#FAF9F7',
      imageId: null,
      elements: [
        box([0, 0, 2.4, cardHeight], ochre),
        text([6, 4, 58, 4.6], '{organizacao}', { size: 10, weight: 600 }),
        text([6, 8.8, 58, 3.4], '{titulo}', { size: 7, colour: dimmed }),
        text([6, 21, 56, 12], '{nome}', { size: 15, weight: 600, colour: night, maxLines: 2 }),
        text([6, 35, 56, 4], '{categoria} · desde {desde}', { size: 8, colour: dimmed }),
        text([6, 45.4, 30, 5], 'N.º {numero}', { size: 11, weight: 600, colour: blue }),
        text([36, 46.4, 26, 3.6], 'até {validade}', { size: 7.5, colour: dimmed, align: 'right' }),
        figure('qr', [64.6, 31.4, 18, 18]),
      ],
    },
    back: {
      colour: '#FAF9F7',
      imageId: null,
      elements: [
        box([cardWidth - 2.4, 0, 2.4, cardHeight], ochre),
        text([5, 6, 74, 4.6], '{organizacao}', { size: 9, weight: 600 }),
        text([5, 13, 74, 12], '{condicoes}', { size: 7.5, maxLines: 3 }),
        text([5, 27, 74, 9], '{extravio}', { size: 7, colour: dimmed, maxLines: 3 }),
        text([5, 40, 74, 3.2], '{sede}', { size: 6.5, colour: dimmed }),
        text([5, 43.4, 74, 3.2], '{contactos}', { size: 6.5, colour: dimmed }),
        text([5, 46.8, 74, 3.2], 'NIPC {nipc}', { size: 6.5, colour: dimmed }),
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
        box([0, 0, cardHeight, 26], night),
        text([4, 4, 46, 4.6], '{organizacao}', { size: 9.5, weight: 600, colour: white, align: 'center' }),
        text([4, 8.8, 46, 3.4], '{titulo}', { size: 7, colour: '#B3CCEA', align: 'center' }),
        box([13.5, 14, 27, 34], white, 1.5),
        figure('photo', [14.5, 15, 25, 32]),
        text([4, 50.5, 46, 10], '{nome}', { size: 12, weight: 600, align: 'center', maxLines: 2 }),
        text([4, 61.6, 46, 3.6], '{categoria}', { size: 8, colour: dimmed, align: 'center' }),
        box([4, 68, 45.98, 0.3], '#E7E3DD'),
        text([4, 70, 14, 3], 'N.º', { size: 6, colour: dimmed }),
        text([4, 73, 14, 5], '{numero}', { size: 10, weight: 600, colour: blue }),
        text([19, 70, 13, 3], 'Desde', { size: 6, colour: dimmed }),
        text([19, 73, 13, 5], '{desde}', { size: 10, weight: 600 }),
        text([31, 70, 19, 3], 'Válido até', { size: 6, colour: dimmed }),
        text([31, 73, 19, 5], '{validade}', { size: 9, weight: 600 }),
      ],
    },
    back: {
      colour: white,
      imageId: null,
      elements: [
        box([0, 0, cardHeight, 3], night),
        figure('qr', [11.99, 9, 30, 30]),
        text([4, 40, 46, 4], '{codigo}', { size: 8, weight: 600, align: 'center' }),
        text([4, 47, 46, 11], '{condicoes}', { size: 7, align: 'center', maxLines: 4 }),
        text([4, 59.5, 46, 10], '{extravio}', { size: 6.5, colour: dimmed, align: 'center', maxLines: 4 }),
        text([4, 72, 46, 3], '{sede}', { size: 6, colour: dimmed, align: 'center' }),
        text([4, 75.4, 46, 3], '{contactos}', { size: 6, colour: dimmed, align: 'center' }),
      ],
    },
  },
]
