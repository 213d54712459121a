import {
  type CardElement,
  type CardPlace,
  type CardSide,
  cardVariables,
  minQrSide,
} from '@agremia/resources/card-template.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { type Move, movedBy, toHundredths } from './geometry.ts'

/** A side after a change, with the indexes of the elements that are chosen afterwards. */
export interface SideChange {
  side: CardSide
  chosen: number[]
}

export function addElements(side: CardSide, added: readonly CardElement[]): SideChange {
  const from = side.elements.length
  return {
    side: { ...side, elements: [...side.elements, ...added] },
    chosen: added.map((_, index) => from + index),
  }
}

export function removeElements(side: CardSide, chosen: readonly number[]): SideChange {
  return {
    side: { ...side, elements: side.elements.filter((_, index) => !chosen.includes(index)) },
    chosen: [],
  }
}

/** Applies `change` to each chosen element. */
export function changeElements(
  side: CardSide,
  chosen: readonly number[],
  change: (element: CardElement) => CardElement,
): CardSide {
  const elements = side.elements.map((element, index) => (chosen.includes(index) ? change(element) : element))
  return { ...side, elements }
}

/** Sets the places of the chosen elements; `places` in the order of `chosen`. */
export function placeElements(
  side: CardSide,
  chosen: readonly number[],
  places: readonly { x: number; y: number; w: number; h: number }[],
): CardSide {
  const elements = side.elements.map((element, index) => {
    const place = places[chosen.indexOf(index)]
    return place ? { ...element, x: place.x, y: place.y, w: place.w, h: place.h } : element
  })
  return { ...side, elements }
}

export function elementsAt(side: CardSide, chosen: readonly number[]): CardElement[] {
  return chosen.flatMap((index) => side.elements[index] ?? [])
}

/** Copies of the elements, moved by 2 mm so that they do not cover the originals. */
export function copies(elements: readonly CardElement[], aside: Move = { x: 2, y: 2 }): CardElement[] {
  return elements.map((element) => movedBy(element, aside))
}

export type Order = 'top' | 'up' | 'down' | 'bottom'

/** Moves the chosen elements up or down in the stack. */
export function reorder(side: CardSide, chosen: readonly number[], order: Order): SideChange {
  const all = side.elements.map((element, index) => ({ element, isChosen: chosen.includes(index) }))
  const sorted = order === 'top' || order === 'bottom' ? toEnd(all, order) : byOne(all, order)
  return {
    side: { ...side, elements: sorted.map(({ element }) => element) },
    chosen: sorted.flatMap(({ isChosen }, index) => (isChosen ? [index] : [])),
  }
}

interface Ordered {
  element: CardElement
  isChosen: boolean
}

function toEnd(all: readonly Ordered[], order: 'top' | 'bottom'): Ordered[] {
  const [moved, others] = [all.filter(({ isChosen }) => isChosen), all.filter(({ isChosen }) => !isChosen)]
  return order === 'top' ? [...others, ...moved] : [...moved, ...others]
}

/** Swaps each chosen element with the next one that is not chosen. */
function byOne(all: readonly Ordered[], order: 'up' | 'down'): Ordered[] {
  const result = order === 'up' ? all.toReversed() : [...all]
  for (let index = 1; index < result.length; index++) {
    const [before, here] = [result[index - 1], result[index]]
    if (before && here && here.isChosen && !before.isChosen) {
      result[index - 1] = here
      result[index] = before
    }
  }
  return order === 'up' ? result.toReversed() : result
}

export type ElementKind = CardElement['kind']

const ink = '#1E2227'

/** A new element in the middle of the card. `imageId` is that of the uploaded picture of an image. */
export function newElement(
  kind: ElementKind,
  card: { width: number; height: number },
  imageId = '',
): CardElement {
  const place = inTheMiddle(sizes[kind], card)
  switch (kind) {
    case 'text':
      return { kind, ...place, text: 'Texto', size: 9, weight: 400, colour: ink, align: 'left', maxLines: 1 }
    case 'box':
      return { kind, ...place, colour: '#D9E6F5', radius: 0 }
    case 'image':
      return { kind, ...place, imageId }
    default:
      return { kind, ...place }
  }
}

const sizes: Record<ElementKind, { w: number; h: number }> = {
  text: { w: 30, h: 5 },
  box: { w: 30, h: 12 },
  image: { w: 20, h: 20 },
  photo: { w: 25, h: 32 },
  logo: { w: 20, h: 12 },
  qr: { w: minQrSide + 5, h: minQrSide + 5 },
  barcode: { w: 40, h: 9 },
}

function inTheMiddle(
  { w, h }: { w: number; h: number },
  { width, height }: { width: number; height: number },
): CardPlace {
  return { x: toHundredths((width - w) / 2), y: toHundredths((height - h) / 2), w, h }
}

export const kindNames: Record<ElementKind, string> = {
  text: 'Texto',
  box: 'Retângulo',
  image: 'Imagem',
  photo: 'Fotografia',
  logo: 'Logótipo',
  qr: 'Código QR',
  barcode: 'Código de barras',
}

/** The name of an element: its text, or its kind, with a number if there are several of the kind. */
export function elementName({ elements }: CardSide, index: number): string {
  const element = elements[index]
  if (!element) return ''
  if (element.kind === 'text') return textWithLabels(element.text) || kindNames.text
  const sameKind = elements.flatMap(({ kind }, at) => (kind === element.kind ? [at] : []))
  return sameKind.length > 1
    ? `${kindNames[element.kind]} ${sameKind.indexOf(index) + 1}`
    : kindNames[element.kind]
}

/** Replaces `{nome}` with «Nome no cartão». */
function textWithLabels(text: string): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(cardVariables, name) ? cardVariables[name as keyof typeof cardVariables] : whole,
    )
    .replaceAll('\n', ' ')
    .trim()
}

/** Position and size, for screen readers. */
export function placeText({ x, y, w, h }: CardElement): string {
  const format = (value: number) => formatNumber(Math.round(value * 100) / 100)
  return `${format(x)} mm da esquerda, ${format(y)} mm de cima, ${format(w)} por ${format(h)} mm`
}
