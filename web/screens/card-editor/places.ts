import type { CardPlace } from '@agremia/resources/card-template.ts'

/** The corner or side by which an element is resized, as compass points. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** In millimetres. */
export interface Move {
  x: number
  y: number
}

/** Limits in millimetres, so that no element becomes invisible or unreachable. */
const minSize = 0.5
const maxDistance = 120

/** Rounds to hundredths of a millimetre: enough to centre elements. */
export function toHundredths(millimetres: number): number {
  return Math.round(millimetres * 100) / 100
}

/** Rounds to tenths of a millimetre, the step of dragging. */
export function toTenths(millimetres: number): number {
  return Math.round(millimetres * 10) / 10
}

export function movedBy<Place extends CardPlace>(place: Place, { x, y }: Move): Place {
  return { ...place, x: reachable(place.x + x), y: reachable(place.y + y) }
}

/** The place after dragging a handle. Other sides stay; `keepsShape` keeps the aspect ratio. */
export function resizedBy<Place extends CardPlace>(
  place: Place,
  handle: Handle,
  move: Move,
  keepsShape = false,
): Place {
  const dragged = {
    w: place.w + (handle.includes('e') ? move.x : handle.includes('w') ? -move.x : 0),
    h: place.h + (handle.includes('s') ? move.y : handle.includes('n') ? -move.y : 0),
  }
  const size = keepsShape ? keepShape(place, dragged, handle) : dragged
  const w = toHundredths(Math.min(maxDistance, Math.max(minSize, size.w)))
  const h = toHundredths(Math.min(maxDistance, Math.max(minSize, size.h)))
  return {
    ...place,
    x: reachable(handle.includes('w') ? place.x + place.w - w : place.x),
    y: reachable(handle.includes('n') ? place.y + place.h - h : place.y),
    w,
    h,
  }
}

function keepShape(place: CardPlace, dragged: { w: number; h: number }, handle: Handle) {
  const scale = handle === 'n' || handle === 's' ? dragged.h / place.h : dragged.w / place.w
  return { w: place.w * scale, h: place.h * scale }
}

/** The bounding box; undefined if there are no places. */
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
  return toHundredths(Math.min(maxDistance, Math.max(-maxDistance, at)))
}
