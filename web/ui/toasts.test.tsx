import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { distanceBelow, toast, Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toasts />)
})
afterEach(() => {
  pass(20_000)
  pass(300)
})

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
const card = () => {
  const found = screen.getByText('Eliminado.').parentElement
  if (!found) throw new Error('there is no toast')
  found.setPointerCapture = () => undefined
  return found
}

it('disappears after its duration and the animation', () => {
  act(() => void toast('Eliminado.', { duration: 3_000 }))
  pass(3_000)
  expect(card().dataset.leaving).toBe('true')
  pass(300)
  expect(screen.queryByText('Eliminado.')).toBeNull()
})

it('stays while hovered', () => {
  act(() => void toast('Eliminado.', { duration: 3_000 }))
  fireEvent.mouseEnter(card())
  pass(10_000)
  expect(card().dataset.leaving).toBe('false')
  fireEvent.mouseLeave(card())
  pass(3_000)
  expect(card().dataset.leaving).toBe('true')
})

it.each([
  [79, 'false'],
  [80, 'true'],
])('dragged %d px sideways: leaving is %s', (distance, leaving) => {
  act(() => void toast('Eliminado.'))
  fireEvent.pointerDown(card(), { clientX: 100, pointerId: 1 })
  fireEvent.pointerMove(card(), { clientX: 100 + distance, pointerId: 1 })
  fireEvent.pointerUp(card(), { clientX: 100 + distance, pointerId: 1 })
  expect(card().dataset.leaving).toBe(leaving)
  pass(20_000)
})

it('runs an action and disappears', () => {
  const undo = vi.fn()
  act(() => void toast('Eliminado.', { actions: [{ label: 'Anular', run: undo }] }))
  fireEvent.click(screen.getByRole('button', { name: 'Anular' }))
  expect(undo).toHaveBeenCalledTimes(1)
  pass(300)
  expect(screen.queryByText('Eliminado.')).toBeNull()
})

it('moves below the tools of the page that it would cover, and back when they are gone', () => {
  const tools = document.createElement('main')
  tools.innerHTML = '<div role="toolbar"></div>'
  document.body.append(tools)
  const boxes: Record<string, DOMRect> = { toolbar: box(70, 110), region: box(68, 128) }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return boxes[this.getAttribute('role') ?? 'region'] ?? new DOMRect()
  })
  const region = screen.getByRole('region', { name: 'Avisos' })
  act(() => void toast('Eliminado.'))
  expect(region.style.marginTop).toBe('50px')
  tools.remove()
  pass(300)
  expect(region.style.marginTop).toBe('0px')
  vi.restoreAllMocks()
})

it.each([
  ['nothing is below it', [], 0],
  ['the tools are above it', [box(20, 60)], 0],
  ['the tools are beside it', [box(70, 110, -500)], 0],
  ['the tools have no height', [box(80, 80)], 0],
  ['the tools of a list follow those of the page', [box(130, 160), box(70, 110)], 100],
])('%s: a toast moves as far as it needs', (_, others, distance) => {
  expect(distanceBelow(box(68, 128), others)).toBe(distance)
})

function box(top: number, bottom: number, left = 0): DOMRect {
  return new DOMRect(left, top, 352, bottom - top)
}
