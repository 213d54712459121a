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
function toTenths(millimetres: number): number {
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

export interface CardSize {
  width: number
  height: number
}

/** CSS position and size of a place, in percent of the card. */
export function percentOf({ x, y, w, h }: CardPlace, { width, height }: CardSize) {
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(4)}%`
  return {
    left: percent(x, width),
    top: percent(y, height),
    width: percent(w, width),
    height: percent(h, height),
  }
}

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

/** Lines to which elements snap, in millimetres from the left and from the top. */
export interface SnapLines {
  x: readonly number[]
  y: readonly number[]
}

interface Snapped {
  move: Move
  /** The lines snapped to, for display. */
  guides: SnapLines
}

interface Area {
  width: number
  height: number
  safe: number
}

/** Edges, middles and safe margin of the card, edges and middles of the other elements. */
export function linesOf({ width, height, safe }: Area, others: readonly CardPlace[]): SnapLines {
  return {
    x: [0, safe, width / 2, width - safe, width, ...others.flatMap(({ x, w }) => [x, x + w / 2, x + w])],
    y: [0, safe, height / 2, height - safe, height, ...others.flatMap(({ y, h }) => [y, y + h / 2, y + h])],
  }
}

/** Snaps a move of a frame to lines within a distance in millimetres; otherwise rounds it to tenths. */
export function snapMove(frame: CardPlace, move: Move, lines: SnapLines, within: number): Snapped {
  const along = (from: number, length: number) => [from, from + length / 2, from + length]
  return snap(along(frame.x, frame.w), along(frame.y, frame.h), { move, lines, within })
}

/** Snaps the drag of a handle; only the dragged sides snap. */
export function snapResize(
  frame: CardPlace,
  handle: Handle,
  { move, lines, within }: { move: Move; lines: SnapLines; within: number },
): Snapped {
  const across = handle.includes('w') ? [frame.x] : handle.includes('e') ? [frame.x + frame.w] : []
  const down = handle.includes('n') ? [frame.y] : handle.includes('s') ? [frame.y + frame.h] : []
  return snap(across, down, { move, lines, within })
}

function snap(
  across: readonly number[],
  down: readonly number[],
  { move, lines, within }: { move: Move; lines: SnapLines; within: number },
): Snapped {
  const x = nearest(across, lines.x, { by: move.x, within })
  const y = nearest(down, lines.y, { by: move.y, within })
  return {
    move: { x: x?.move ?? toTenths(move.x), y: y?.move ?? toTenths(move.y) },
    guides: { x: x ? [x.line] : [], y: y ? [y.line] : [] },
  }
}

/** The line nearest to one of the moved points, if within the distance. */
function nearest(
  points: readonly number[],
  lines: readonly number[],
  { by, within }: { by: number; within: number },
): { move: number; line: number } | undefined {
  let best: { move: number; line: number; distance: number } | undefined
  for (const point of points) {
    for (const line of lines) {
      const distance = Math.abs(point + by - line)
      if (distance <= within && (!best || distance < best.distance))
        best = { move: line - point, line, distance }
    }
  }
  return best
}
