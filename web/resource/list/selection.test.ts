import { describe, expect, it } from 'vitest'
import {
  afterNewSearch,
  countSelected,
  everythingSelected,
  isSelected,
  nothingSelected,
  rangeOf,
  withRecords,
} from './selection.ts'

describe('selection', () => {
  it('takes records in and out', () => {
    const some = withRecords(withRecords(nothingSelected, ['a', 'b', 'c'], true), ['b'], false)
    expect(['a', 'b', 'c'].map((id) => isSelected(some, id))).toEqual([true, false, true])
    expect(countSelected(some, 1234)).toBe(2)
  })

  it('of everything remembers only the exceptions', () => {
    const all = withRecords(everythingSelected, ['b'], false)
    expect(isSelected(all, 'never loaded')).toBe(true)
    expect(isSelected(all, 'b')).toBe(false)
    expect(countSelected(all, 1234)).toBe(1233)
    expect(countSelected(withRecords(all, ['b'], true), 1234)).toBe(1234)
  })

  it('never changes the one it came from', () => {
    withRecords(nothingSelected, ['a'], true)
    expect(countSelected(nothingSelected, 10)).toBe(0)
  })

  it('covers a range in both directions', () => {
    expect(rangeOf(3, 7)).toEqual({ from: 3, to: 7 })
    expect(rangeOf(7, 3)).toEqual({ from: 3, to: 7 })
  })

  it('keeps people but not “all” through another search', () => {
    const some = withRecords(nothingSelected, ['a'], true)
    expect(afterNewSearch(some)).toBe(some)
    expect(afterNewSearch(everythingSelected)).toBe(nothingSelected)
  })
})
