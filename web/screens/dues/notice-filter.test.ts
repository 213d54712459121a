import { expect, test } from 'vitest'
import { askedOf, readChoice, writeChoice } from './notice-filter.ts'

test('a choice survives the address, and says only what is not as usual', () => {
  const usual = readChoice(new URLSearchParams())
  expect(writeChoice(usual).toString()).toBe('')
  expect(askedOf(usual, {})).toEqual({})
  const choice = {
    minimum: 12.5,
    olderThanDays: 90,
    step: 'reminder2',
    filters: { categoryId: ['a', 'b'], currentStateId: ['c'] },
  }
  expect(readChoice(writeChoice(choice))).toEqual(choice)
  expect(askedOf(choice, { memberIds: ['m'] })).toEqual({
    minimum: 12.5,
    olderThanDays: 90,
    step: 'reminder2',
    categoryIds: ['a', 'b'],
    stateIds: ['c'],
    memberIds: ['m'],
  })
})

test('what is no number is passed over', () => {
  expect(readChoice(new URLSearchParams('minimo=x&idade=')).minimum).toBeNull()
})
