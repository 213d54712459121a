import { expect, test } from 'vitest'
import { noticeInputOf, readChoice, writeChoice } from './notice-choice.ts'

test('a choice round-trips through the address, which omits defaults', () => {
  const defaults = readChoice(new URLSearchParams())
  expect(writeChoice(defaults).toString()).toBe('')
  expect(noticeInputOf(defaults, {})).toEqual({})
  const choice = {
    minimum: 12.5,
    olderThanDays: 90,
    step: 'reminder2',
    filters: { categoryId: ['a', 'b'], currentStateId: ['c'] },
  }
  expect(readChoice(writeChoice(choice))).toEqual(choice)
  expect(noticeInputOf(choice, { memberIds: ['m'] })).toEqual({
    minimum: 12.5,
    olderThanDays: 90,
    step: 'reminder2',
    categoryIds: ['a', 'b'],
    stateIds: ['c'],
    memberIds: ['m'],
  })
})

test('ignores a minimum that is not a number', () => {
  expect(readChoice(new URLSearchParams('minimo=x&idade=')).minimum).toBeNull()
})
