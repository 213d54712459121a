import type { CardPlace } from '@agremia/resources/card-template.ts'

/** The corner or the side by which an element is pulled: points of the compass. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** How far, in millimetres. */
export interface Move {
  x: number
  y: number
}

/** Nothing is smaller, nor so far away that nobody finds it. */
const least = 0.5
const farthest = 120

/** Hundredths of a millimetre are enough to stand exactly in the middle. */
export function toHundredths(millimetres: number): number {
  return Math.round(millimetres * 100) / 100
}

/** What people move by: tenths of a millimetre. */
export function toTenths(millimetres: number): number {
  return Math.round(millimetres * 10) / 10
}

export function movedBy<Place extends CardPlace>(place: Place, { x, y }: Move): Place {
  return { ...place, x: reachable(place.x + x), y: reachable(place.y + y) }
}

/** The place when the handle is pulled so far. The sides that are not pulled stay; with `keepsShape`, height follows width. */
export function resizedBy<Place extends CardPlace>(
  place: Place,
  handle: Handle,
  move: Move,
  keepsShape = false,
): Place {
  const pulled = {
    w: place.w + (handle.includes('e') ? move.x : handle.includes('w') ? -move.x : 0),
    h: place.h + (handle.includes('s') ? move.y : handle.includes('n') ? -move.y : 0),
  }
  const size = keepsShape ? inShape(place, pulled, handle) : pulled
  const w = toHundredths(Math.min(farthest, Math.max(least, size.w)))
  const h = toHundredths(Math.min(farthest, Math.max(least, size.h)))
  return {
    ...place,
    x: reachable(handle.includes('w') ? place.x + place.w - w : place.x),
    y: reachable(handle.includes('n') ? place.y + place.h - h : place.y),
    w,
    h,
  }
}

function inShape(place: CardPlace, pulled: { w: number; h: number }, handle: Handle) {
  const scale = handle === 'n' || handle === 's' ? pulled.h / place.h : pulled.w / place.w
  return { w: place.w * scale, h: place.h * scale }
}

/** The least frame around all of them; undefined around none. */
export function boundsOf(places: readonly CardPlace[]): CardPlace | undefined {
  if (places.length === 0) return undefined
  const x = Math.min(...places.map((place) => place.x))
  const y = Math.min(...places.map((place) => place.y))
  const right = Math.max(...places.map((place) => place.x + place.w))
  const bottom = Math.max(...places.map((place) => place.y + place.h))
  return { x, y, w: right - x, h: bottom - y }
}

export function overlaps(one: CardPlace, other: CardPlace): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}

function reachable(at: number): number {
  return toHundredths(Math.min(farthest, Math.max(-farthest, at)))
}
