import type { CardPlace } from '@agremia/resources/card-template.ts'
import { boundsOf, toHundredths } from './places.ts'

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'
export type Axis = 'x' | 'y'

/** Aligns the places with an edge or the middle of `frame`. */
export function aligned<Place extends CardPlace>(
  places: readonly Place[],
  how: Alignment,
  frame: CardPlace,
): Place[] {
  return places.map((place) => ({ ...place, ...placeIn(place, how, frame) }))
}

function placeIn({ w, h }: CardPlace, how: Alignment, frame: CardPlace): Partial<CardPlace> {
  switch (how) {
    case 'left':
      return { x: frame.x }
    case 'center':
      return { x: toHundredths(frame.x + (frame.w - w) / 2) }
    case 'right':
      return { x: toHundredths(frame.x + frame.w - w) }
    case 'top':
      return { y: frame.y }
    case 'middle':
      return { y: toHundredths(frame.y + (frame.h - h) / 2) }
    case 'bottom':
      return { y: toHundredths(frame.y + frame.h - h) }
  }
}

/** Spaces the places evenly along an axis; the first and the last stay. Fewer than three are unchanged. */
export function distributed<Place extends CardPlace>(places: readonly Place[], axis: Axis): Place[] {
  const frame = boundsOf(places)
  if (!frame || places.length < 3) return [...places]
  const length = axis === 'x' ? 'w' : 'h'
  const room = frame[length] - places.reduce((sum, place) => sum + place[length], 0)
  const gap = room / (places.length - 1)
  const order = places
    .map((_, index) => index)
    .toSorted((a, b) => startOf(places, a, axis) - startOf(places, b, axis))
  const result = [...places]
  let at = frame[axis]
  for (const index of order) {
    const place = places[index] as Place
    result[index] = { ...place, [axis]: toHundredths(at) }
    at += place[length] + gap
  }
  return result
}

function startOf(places: readonly CardPlace[], index: number, axis: Axis): number {
  return places[index]?.[axis] ?? 0
}
