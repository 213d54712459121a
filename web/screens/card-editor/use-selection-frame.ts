import { useEffect, useRef, useState } from 'react'
import type { CardPlace } from '@agremia/resources/card-template.ts'
import { escapeGivesUp } from '../../ui/layers.ts'
import { overlaps } from './places.ts'
import type { DrawingControls } from './use-drawing.ts'

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
      stopListening.current = escapeGivesUp(end)
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
