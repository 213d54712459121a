import type { CardPlace } from '@agremia/resources/card-template.ts'
import type { Handle, Move } from './places.ts'
import { toTenths } from './places.ts'

/** Lines to which elements snap, in millimetres from the left and from the top. */
export interface SnapLines {
  x: readonly number[]
  y: readonly number[]
}

export interface Snapped {
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
