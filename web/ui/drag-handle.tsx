import { useEffect, useEffectEvent, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { IconGripVertical } from '@tabler/icons-react'
import classes from './drag-handle.module.css'

interface DragHandleProps {
  /** Name of the moved record. */
  label: string
  onMove: (step: 1 | -1) => void
  /** Pointer position in the window. */
  onDrag: (pointer: Point) => void
  onDragging: (isDragging: boolean) => void
  /** The move ended: pointer released, or arrow key released. */
  onEnd?: () => void
}

interface Point {
  x: number
  y: number
}

/** Handle that moves a row with mouse, finger or arrow keys. */
export function DragHandle({ label, onMove, onDrag, onDragging, onEnd }: DragHandleProps) {
  const [pointer, setPointer] = useState<number>()
  useDrag(pointer, onDrag, () => {
    setPointer(undefined)
    onDragging(false)
    onEnd?.()
    ignoreClick()
  })

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    flushSync(() => onMove(event.key === 'ArrowUp' ? -1 : 1))
    // A row that React takes out of the document to move it loses the focus, and with it the release of the key.
    event.currentTarget.focus()
  }

  function onPointerDown({ pointerId }: PointerEvent<HTMLButtonElement>) {
    setPointer(pointerId)
    onDragging(true)
  }

  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={`Mudar ${label} de lugar, com as setas para cima e para baixo`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onKeyUp={({ key }) => (key === 'ArrowUp' || key === 'ArrowDown') && onEnd?.()}
      onClick={(event) => event.stopPropagation()}
    >
      <IconGripVertical size="1rem" stroke={1.5} aria-hidden />
    </button>
  )
}

/**
 * Follows the pointer on the window: while the row moves it leaves the document, which would release a captured
 * pointer.
 */
function useDrag(pointer: number | undefined, onDrag: (pointer: Point) => void, onEnd: () => void): void {
  const drag = useEffectEvent(onDrag)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (pointer === undefined) return undefined
    const follow = (event: globalThis.PointerEvent) =>
      event.pointerId === pointer && drag({ x: event.clientX, y: event.clientY })
    const onRelease = (event: globalThis.PointerEvent) => event.pointerId === pointer && end()
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', onRelease)
    window.addEventListener('pointercancel', onRelease)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', onRelease)
      window.removeEventListener('pointercancel', onRelease)
    }
  }, [pointer])
}

/** Releasing the pointer over the moved row must not click it. */
function ignoreClick(): void {
  const ignore = (event: MouseEvent) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}

/** Index of the row or card under the pointer, or nearest to it. */
export function placeAt(rows: Iterable<Element>, { x, y }: Point): number {
  const distances = Array.from(rows, (row) => {
    const { left, right, top, bottom } = row.getBoundingClientRect()
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
  })
  return distances.indexOf(Math.min(...distances))
}
