import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { CardPlace } from '@agremia/resources/card-template.ts'
import { escapeGivesUp } from '../../ui/layers.ts'
import { boundsOf, movedBy, resizedBy, type Handle, type Move } from './places.ts'
import { elementsAt, placeElements } from './sides.ts'
import { linesOf, snapMove, snapResize, type SnapLines } from './snapping.ts'
import type { DrawingControls } from './use-drawing.ts'

/** What is being moved or resized by the pointer, before it is let go. */
export interface Pulled {
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

export interface PullControls {
  pulled: Pulled | undefined
  /** `handle` resizes the only one that is chosen; without it, all of them move. */
  begin: (event: PointerEvent, chosen: readonly number[], handle?: Handle) => void
  follow: (event: PointerEvent) => void
  /** Whether there was more than a press; what was given up changes nothing. */
  letGo: () => boolean
  giveUp: () => void
}

/** In pixels: how near a line draws, and how far a press moves before it is meant. */
const drawsWithin = 6
const meantFrom = 3

/** Moves and resizes elements under the pointer, millimetre by millimetre; the drawing changes once, when it is let go. */
export function usePull(controls: DrawingControls, canvas: { current: HTMLElement | null }): PullControls {
  const start = useRef<Start>(undefined)
  const stopListening = useRef<() => void>(undefined)
  const isGivenUp = useRef(false)
  useEffect(() => () => stopListening.current?.(), [])
  // A quick hand lets go before what it pulled is drawn: the state only shows it.
  const pulled = useRef<Pulled>(undefined)
  const [shown, setShown] = useState<Pulled>()

  function show(next: Pulled | undefined) {
    pulled.current = next
    setShown(next)
  }

  function begin(event: PointerEvent, chosen: readonly number[], handle?: Handle) {
    const width = canvas.current?.getBoundingClientRect().width ?? 0
    if (event.button !== 0 || width === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    isGivenUp.current = false
    stopListening.current?.()
    stopListening.current = escapeGivesUp(() => {
      giveUp()
      isGivenUp.current = true
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
    if (!pulled.current && Math.hypot(pixels.x, pixels.y) < meantFrom) return
    const move = { x: pixels.x * from.millimetresPerPixel, y: pixels.y * from.millimetresPerPixel }
    const within = event.altKey ? 0 : drawsWithin * from.millimetresPerPixel
    show(pullTo(controls, from, { move, within, keepsShape: event.shiftKey }))
  }

  function letGo() {
    const last = pulled.current
    if (last) controls.change(placeElements(controls.side, last.chosen, last.places))
    giveUp()
    return last !== undefined || isGivenUp.current
  }

  function giveUp() {
    stopListening.current?.()
    start.current = undefined
    show(undefined)
  }

  return { pulled: shown, begin, follow, letGo, giveUp }
}

interface Pull {
  move: Move
  within: number
  keepsShape: boolean
}

function pullTo(
  { side, size, area }: DrawingControls,
  { chosen, handle }: Start,
  { move, within, keepsShape }: Pull,
): Pulled {
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
