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
  it('adds and removes records', () => {
    const some = withRecords(withRecords(nothingSelected, ['a', 'b', 'c'], true), ['b'], false)
    expect(['a', 'b', 'c'].map((id) => isSelected(some, id))).toEqual([true, false, true])
    expect(countSelected(some, 1234)).toBe(2)
  })

  it('“all” stores only the exceptions', () => {
    const all = withRecords(everythingSelected, ['b'], false)
    expect(isSelected(all, 'never loaded')).toBe(true)
    expect(isSelected(all, 'b')).toBe(false)
    expect(countSelected(all, 1234)).toBe(1233)
    expect(countSelected(withRecords(all, ['b'], true), 1234)).toBe(1234)
  })

  it('is immutable', () => {
    withRecords(nothingSelected, ['a'], true)
    expect(countSelected(nothingSelected, 10)).toBe(0)
  })

  it('ranges work in both directions', () => {
    expect(rangeOf(3, 7)).toEqual({ from: 3, to: 7 })
    expect(rangeOf(7, 3)).toEqual({ from: 3, to: 7 })
  })

  it('a new search clears “all” and keeps ids', () => {
    const some = withRecords(nothingSelected, ['a'], true)
    expect(afterNewSearch(some)).toBe(some)
    expect(afterNewSearch(everythingSelected)).toBe(nothingSelected)
  })
})

it('sums the selected records, or all without the exceptions; undefined if an amount is unknown', () => {
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
