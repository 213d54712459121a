import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { CardPlace } from '@agremia/resources/card-template.ts'
import { cancelOnEscape } from '../../ui/layers.ts'
import { elementsAt, placeElements } from './elements.ts'
import {
  boundsOf,
  type Handle,
  linesOf,
  type Move,
  movedBy,
  overlaps,
  resizedBy,
  type SnapLines,
  snapMove,
  snapResize,
} from './geometry.ts'
import type { DrawingControls } from './use-drawing.ts'

/** The elements being dragged, with their present places. */
interface DraggedElements {
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
  begin: (event: ReactPointerEvent, chosen: readonly number[], handle?: Handle) => void
  follow: (event: ReactPointerEvent) => void
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

  function begin(event: ReactPointerEvent, chosen: readonly number[], handle?: Handle) {
    const width = canvas.current?.getBoundingClientRect().width ?? 0
    if (event.button !== 0 || width === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    isCancelled.current = false
    stopListening.current?.()
    stopListening.current = cancelOnEscape(() => {
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

  function follow(event: ReactPointerEvent) {
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

/** Selection by a frame dragged over the empty card; a press there clears the selection. Returns the frame while it is dragged. */
export function useSelectionFrame(
  controls: DrawingControls,
  canvas: { current: HTMLElement | null },
): CardPlace | undefined {
  // A ref, because in a fast drag the pointer is released before React renders the state, which is only for display.
  const dragged = useRef<{ from: Corner; place: CardPlace }>(undefined)
  const [shown, setShown] = useState<CardPlace>()
  const stopListening = useRef<() => void>(undefined)
  useEffect(() => () => stopListening.current?.(), [])
  useEffect(() => {
    const card = canvas.current
    if (!card) return undefined
    const pull = (from: Corner, to: Corner) => {
      dragged.current = { from, place: between(from, to) }
      setShown(dragged.current.place)
    }
    const begin = (event: PointerEvent) => {
      if (event.target !== card || event.button !== 0) return
      card.setPointerCapture(event.pointerId)
      const from = cornerAt(event, card, controls.size.width)
      pull(from, from)
      stopListening.current?.()
      stopListening.current = cancelOnEscape(end)
    }
    const end = () => {
      stopListening.current?.()
      dragged.current = undefined
      setShown(undefined)
    }
    const follow = (event: PointerEvent) => {
      if (dragged.current) pull(dragged.current.from, cornerAt(event, card, controls.size.width))
    }
    const finish = () => {
      if (!dragged.current) return
      const { place } = dragged.current
      controls.choose(place.w + place.h > minFrameSize ? touchedBy(controls, place) : [])
      end()
    }
    const listeners = {
      pointerdown: begin,
      pointermove: follow,
      pointerup: finish,
      pointercancel: finish,
    } as const
    const controller = new AbortController()
    for (const [name, listener] of Object.entries(listeners))
      card.addEventListener(name as 'pointerdown', listener, { signal: controller.signal })
    return () => controller.abort()
  })
  return shown
}

/** In millimetres: a smaller frame counts as a press. */
const minFrameSize = 1

interface Corner {
  x: number
  y: number
}

function cornerAt(event: PointerEvent, card: HTMLElement, cardWidth: number): Corner {
  const { left, top, width } = card.getBoundingClientRect()
  const scale = cardWidth / width
  return { x: (event.clientX - left) * scale, y: (event.clientY - top) * scale }
}

function between(from: Corner, to: Corner): CardPlace {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    w: Math.abs(to.x - from.x),
    h: Math.abs(to.y - from.y),
  }
}

function touchedBy({ side }: DrawingControls, place: CardPlace): number[] {
  return side.elements.flatMap((element, index) => (overlaps(element, place) ? [index] : []))
}
