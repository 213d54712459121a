import { describe, expect, it } from 'vitest'
import {
  afterNewSearch,
  countSelected,
  everythingSelected,
  isSelected,
  nothingSelected,
  rangeOf,
  sumSelected,
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

it('comes to a sum: of the chosen ones, or of all without the exceptions; of what is not known, to none', () => {
  const cents = new Map([
    ['a', 250],
    ['b', 100],
  ])
  const centsOf = (id: string) => cents.get(id)
  expect(sumSelected({ kind: 'some', ids: new Set(['a', 'b']) }, undefined, centsOf)).toBe(350)
  expect(sumSelected({ kind: 'some', ids: new Set(['a', 'c']) }, undefined, centsOf)).toBeUndefined()
  expect(sumSelected({ kind: 'all', except: new Set(['b']) }, 1000, centsOf)).toBe(900)
  expect(sumSelected({ kind: 'all', except: new Set() }, undefined, centsOf)).toBeUndefined()
})
