import { describe, expect, it } from 'vitest'
import { cardSize, findSideProblem } from '@agremia/resources/card-template.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import {
  aligned,
  boundsOf,
  distributed,
  handles,
  linesOf,
  movedBy,
  resizedBy,
  snapMove,
  snapResize,
} from './geometry.ts'
import { turned } from './use-drawing.ts'

const place = { x: 10, y: 20, w: 30, h: 5 }

describe('moving', () => {
  it('keeps the size and adds the move, rounded to hundredths', () => {
    expect(movedBy({ ...place, x: 0.1 }, { x: 0.2, y: -0.1 })).toEqual({ ...place, x: 0.3, y: 19.9 })
  })

  it('is limited to 120 mm from the corner', () => {
    expect(movedBy(place, { x: 5000, y: -5000 })).toMatchObject({ x: 120, y: -120 })
  })
})

describe('resizing', () => {
  it('moves the dragged sides and leaves the others', () => {
    for (const handle of handles) {
      const after = resizedBy(place, handle, { x: 2, y: 1 })
      if (!handle.includes('w')) expect(after.x).toBe(place.x)
      if (!handle.includes('e')) expect(after.x + after.w).toBeCloseTo(place.x + place.w)
      if (!handle.includes('n')) expect(after.y).toBe(place.y)
      if (!handle.includes('s')) expect(after.y + after.h).toBeCloseTo(place.y + place.h)
    }
  })

  it('stops at the minimum size', () => {
    expect(resizedBy(place, 'se', { x: -100, y: -100 })).toEqual({ ...place, w: 0.5, h: 0.5 })
    expect(resizedBy(place, 'nw', { x: 100, y: 100 })).toEqual({ x: 39.5, y: 24.5, w: 0.5, h: 0.5 })
  })

  it('keeps the aspect ratio with `keepsShape`', () => {
    expect(resizedBy({ x: 0, y: 0, w: 20, h: 20 }, 'se', { x: 5, y: 0 }, true)).toMatchObject({
      w: 25,
      h: 25,
    })
  })
})

describe('snapping', () => {
  const card = { ...cardSize('landscape'), safe: 3 }
  const lines = linesOf(card, [{ x: 50, y: 40, w: 10, h: 4 }])

  it('snaps to the safe margin, to the middle and to other elements, and returns the line', () => {
    expect(snapMove(place, { x: -7.4, y: 0 }, lines, 0.5)).toEqual({
      move: { x: -7, y: 0 },
      guides: { x: [3], y: [] },
    })
    expect(snapMove(place, { x: 17.6, y: 0 }, lines, 0.5).move.x).toBeCloseTo(42.8 - 25)
    expect(snapMove(place, { x: 0, y: 19.7 }, lines, 0.5).move.y).toBe(19.5)
  })

  it('rounds to tenths of a millimetre away from all lines', () => {
    expect(snapMove(place, { x: 2.347, y: 1.06 }, lines, 0)).toEqual({
      move: { x: 2.3, y: 1.1 },
      guides: { x: [], y: [] },
    })
  })

  it('snaps only the dragged side', () => {
    const dragged = snapResize(place, 'e', { move: { x: 9.8, y: 3 }, lines, within: 0.5 })
    expect(dragged).toEqual({ move: { x: 10, y: 3 }, guides: { x: [50], y: [] } })
  })
})

describe('arranging', () => {
  const places = [
    { x: 0, y: 0, w: 10, h: 4 },
    { x: 30, y: 10, w: 6, h: 4 },
    { x: 14, y: 20, w: 4, h: 4 },
  ]
  const frame = boundsOf(places) ?? place

  it('aligns edges and middles', () => {
    expect(aligned(places, 'right', frame).map(({ x, w }) => x + w)).toEqual([36, 36, 36])
    expect(aligned(places, 'center', frame).map(({ x, w }) => x + w / 2)).toEqual([18, 18, 18])
    expect(aligned(places, 'bottom', frame).map(({ y }) => y)).toEqual([20, 20, 20])
  })

  it('spaces elements evenly, regardless of their order', () => {
    expect(distributed(places, 'x').map(({ x }) => x)).toEqual([0, 30, 18])
    expect(distributed(places.slice(0, 2), 'x')).toEqual(places.slice(0, 2))
  })
})

it('a turned template still has no print problems, and elements that spanned a side still do', () => {
  for (const { orientation, front, back } of shippedTemplates) {
    const other = orientation === 'landscape' ? 'portrait' : 'landscape'
    const after = turned({ orientation, safeTenths: 30, front, back }, other)
    expect(findSideProblem(after.front, { orientation: other, safe: 3 })).toBeUndefined()
    expect(findSideProblem(after.back, { orientation: other, safe: 3 })).toBeUndefined()
    const band = front.elements.findIndex(({ x, w }) => x === 0 && w === cardSize(orientation).width)
    if (band !== -1) expect(after.front.elements[band]?.w).toBeCloseTo(cardSize(other).width)
  }
})
