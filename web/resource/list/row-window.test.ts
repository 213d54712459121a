import { describe, expect, it } from 'vitest'
import { rowsInSight, scrollToSee } from './row-window.ts'

describe('rows in sight', () => {
  it('are those of the viewport and a few on each side', () => {
    expect(rowsInSight({ scrolled: 4200, height: 420 }, 42, 100_000)).toEqual({ from: 92, to: 117 })
  })

  it('never go beyond the list', () => {
    expect(rowsInSight({ scrolled: 0, height: 420 }, 42, 5)).toEqual({ from: 0, to: 4 })
    expect(rowsInSight({ scrolled: 9_999_999, height: 420 }, 42, 5)).toEqual({ from: 4, to: 4 })
    expect(rowsInSight({ scrolled: 0, height: 420 }, 42, 0)).toEqual({ from: 0, to: 0 })
  })
})

describe('bringing a row into view', () => {
  const viewport = { scrolled: 420, height: 420 }

  it('moves nothing when it is seen', () => expect(scrollToSee(12, viewport, 42)).toBeUndefined())
  it('goes up to a row above', () => expect(scrollToSee(3, viewport, 42)).toBe(126))
  it('goes down until a row below is whole', () => expect(scrollToSee(20, viewport, 42)).toBe(462))
})
