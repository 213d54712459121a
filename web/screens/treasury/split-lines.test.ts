import { expect, it } from 'vitest'
import { firstLines, linesOf, remainingCents, withRest } from './split-lines.ts'

const lines = [
  { costCenterId: 'a', amount: 60.1 },
  { costCenterId: 'b', amount: null },
]

it('the rest is the amount without the lines, in cents and negative when they are more', () => {
  expect(remainingCents(100, lines)).toBe(3990)
  expect(
    remainingCents(0.3, [
      { costCenterId: 'a', amount: 0.1 },
      { costCenterId: 'b', amount: 0.2 },
    ]),
  ).toBe(0)
  expect(remainingCents(50, lines)).toBe(-1010)
})

it('a text that is no amount counts as zero', () => {
  expect(remainingCents('doze', lines)).toBe(-6010)
  expect(remainingCents(100, [{ costCenterId: 'a', amount: 'metade' }])).toBe(10000)
})

it('a line takes the rest, and no line becomes zero or negative', () => {
  expect(withRest(100, lines, 1)[1]).toEqual({ costCenterId: 'b', amount: 39.9 })
  expect(withRest(100, lines, 0)[0]).toEqual({ costCenterId: 'a', amount: 100 })
  expect(withRest(50, lines, 1)).toEqual(lines)
  expect(withRest(50, lines, 0)[0]?.amount).toBe(50)
})

it('a division begins with the chosen centre, and a transaction without one has no lines', () => {
  expect(firstLines('a').map(({ costCenterId }) => costCenterId)).toEqual(['a', null])
  expect(firstLines(null).map(({ costCenterId }) => costCenterId)).toEqual([null, null])
  expect(linesOf(null)).toEqual([])
})
