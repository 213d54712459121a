import {
  cardSize,
  isFree,
  type CardElement,
  type CardPlace,
  type CardSide,
  type Orientation,
} from '@agremia/resources/card-template.ts'
import { toHundredths } from './places.ts'
import type { Drawing } from './use-drawing.ts'

/** Adapts a drawing to another orientation: elements stay inside, and one that spans the card still does. */
export function turned(drawing: Drawing, orientation: Orientation): Drawing {
  if (orientation === drawing.orientation) return drawing
  const [from, to] = [cardSize(drawing.orientation), cardSize(orientation)]
  const turnSide = (side: CardSide): CardSide => ({
    ...side,
    elements: side.elements.map((element): CardElement => {
      const margin = isFree(element) ? 0 : drawing.safeTenths / 10
      return {
        ...element,
        ...along(element, { start: 'x', length: 'w', from: from.width, to: to.width, margin }),
        ...along(element, { start: 'y', length: 'h', from: from.height, to: to.height, margin }),
      }
    }),
  })
  return { ...drawing, orientation, front: turnSide(drawing.front), back: turnSide(drawing.back) }
}

interface Along {
  start: 'x' | 'y'
  length: 'w' | 'h'
  from: number
  to: number
  margin: number
}

function along(element: CardElement, { start, length, from, to, margin }: Along): Partial<CardPlace> {
  const [at, long] = [element[start], element[length]]
  if (at <= margin && at + long >= from - margin)
    return { [start]: at, [length]: toHundredths(long + to - from) }
  const fitting = Math.min(long, to - 2 * margin)
  const inside = Math.max(margin, Math.min(at, to - margin - fitting))
  return { [start]: toHundredths(inside), [length]: toHundredths(fitting) }
}
