import { describe, expect, it } from 'vitest'
import { visibleRows, scrollTopFor } from './use-row-window.ts'

describe('visible rows', () => {
  it('are those of the viewport and 8 on each side', () => {
    expect(visibleRows({ scrolled: 4200, height: 420 }, 42, 100_000)).toEqual({ from: 92, to: 117 })
  })

  it('stay within the list', () => {
    expect(visibleRows({ scrolled: 0, height: 420 }, 42, 5)).toEqual({ from: 0, to: 4 })
    expect(visibleRows({ scrolled: 9_999_999, height: 420 }, 42, 5)).toEqual({ from: 4, to: 4 })
    expect(visibleRows({ scrolled: 0, height: 420 }, 42, 0)).toEqual({ from: 0, to: 0 })
  })
})

describe('scrolling to a row', () => {
  const viewport = { scrolled: 420, height: 420 }

  it('does nothing when it is visible', () => expect(scrollTopFor(12, viewport, 42)).toBeUndefined())
  it('scrolls up to a row above', () => expect(scrollTopFor(3, viewport, 42)).toBe(126))
  it('scrolls down until a row below is fully visible', () =>
    expect(scrollTopFor(20, viewport, 42)).toBe(462))
})
