import type { CardElement, CardSide } from '@agremia/resources/card-template.ts'
import { movedBy, type Move } from './places.ts'

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
