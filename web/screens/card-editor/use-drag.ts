import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { CardPlace } from '@agremia/resources/card-template.ts'
import { escapeGivesUp } from '../../ui/layers.ts'
import { boundsOf, movedBy, resizedBy, type Handle, type Move } from './places.ts'
import { elementsAt, placeElements } from './sides.ts'
import { linesOf, snapMove, snapResize, type SnapLines } from './snapping.ts'
import type { DrawingControls } from './use-drawing.ts'

/** The elements being dragged, with their present places. */
export interface DraggedElements {
  chosen: readonly number[]
  places: readonly CardPlace[]
  guides: SnapLines
}

interface Start {
  pointer: { x: number; y: number }
  millimetresPerPixel: number
  chosen: readonly number[]
  handle: Handle | undefined
}

export interface DragControls {
  dragged: DraggedElements | undefined
  /** With `handle` resizes the only chosen element; without it moves all chosen ones. */
  begin: (event: PointerEvent, chosen: readonly number[], handle?: Handle) => void
  follow: (event: PointerEvent) => void
  /** Ends the drag. Returns true if the pointer moved or Escape cancelled the drag, false for a mere press. */
  end: () => boolean
  cancel: () => void
}

/** In pixels: the distance within which a line snaps, and the movement from which a press is a drag. */
const snapDistance = 6
const dragThreshold = 3

/** Moves and resizes elements with the pointer. The drawing changes only at the end, as one undo step. */
export function useDrag(controls: DrawingControls, canvas: { current: HTMLElement | null }): DragControls {
  const start = useRef<Start>(undefined)
  const stopListening = useRef<() => void>(undefined)
  const isCancelled = useRef(false)
  useEffect(() => () => stopListening.current?.(), [])
  // A ref, because in a fast drag the pointer is released before React renders the state, which is only for display.
  const dragged = useRef<DraggedElements>(undefined)
  const [shown, setShown] = useState<DraggedElements>()

  function show(next: DraggedElements | undefined) {
    dragged.current = next
    setShown(next)
  }

  function begin(event: PointerEvent, chosen: readonly number[], handle?: Handle) {
    const width = canvas.current?.getBoundingClientRect().width ?? 0
    if (event.button !== 0 || width === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    isCancelled.current = false
    stopListening.current?.()
    stopListening.current = escapeGivesUp(() => {
      cancel()
      isCancelled.current = true
    })
    start.current = {
      pointer: { x: event.clientX, y: event.clientY },
      millimetresPerPixel: controls.size.width / width,
      chosen,
      handle,
    }
  }

  function follow(event: PointerEvent) {
    const from = start.current
    if (!from) return
    const pixels = { x: event.clientX - from.pointer.x, y: event.clientY - from.pointer.y }
    if (!dragged.current && Math.hypot(pixels.x, pixels.y) < dragThreshold) return
    const move = { x: pixels.x * from.millimetresPerPixel, y: pixels.y * from.millimetresPerPixel }
    const within = event.altKey ? 0 : snapDistance * from.millimetresPerPixel
    show(dragTo(controls, from, { move, within, keepsShape: event.shiftKey }))
  }

  function end() {
    const last = dragged.current
    if (last) controls.change(placeElements(controls.side, last.chosen, last.places))
    cancel()
    return last !== undefined || isCancelled.current
  }

  function cancel() {
    stopListening.current?.()
    start.current = undefined
    show(undefined)
  }

  return { dragged: shown, begin, follow, end, cancel }
}

interface DragOptions {
  move: Move
  within: number
  keepsShape: boolean
}

function dragTo(
  { side, size, area }: DrawingControls,
  { chosen, handle }: Start,
  { move, within, keepsShape }: DragOptions,
): DraggedElements {
  const elements = elementsAt(side, chosen)
  const others = side.elements.filter((_, index) => !chosen.includes(index))
  const lines = linesOf({ ...size, safe: area.safe }, others)
  const [only] = elements
  if (handle && only) {
    const snapped = snapResize(only, handle, { move, lines, within })
    const isSquare = keepsShape || only.kind === 'qr'
    return { chosen, places: [resizedBy(only, handle, snapped.move, isSquare)], guides: snapped.guides }
  }
  const frame = boundsOf(elements) ?? { x: 0, y: 0, w: 0, h: 0 }
  const snapped = snapMove(frame, move, lines, within)
  return { chosen, places: elements.map((element) => movedBy(element, snapped.move)), guides: snapped.guides }
}
