import { expect, test } from 'vitest'
import { explainerOf } from '../../api/testing-page.tsx'
import { noticeAddress, noticeInputOf, readChoice, writeChoice } from './notice-choice.ts'

const fields = explainerOf('unsettledPayments').data['unsettledPayments'] ?? {}

test('a choice round-trips through the address, which omits defaults', () => {
  const defaults = readChoice(new URLSearchParams(), fields)
  expect(writeChoice(defaults, fields).toString()).toBe('')
  expect(noticeInputOf(defaults, {})).toEqual({})
  const choice = {
    minimum: 12.5,
    step: 'reminder2',
    filters: { categoryId: ['a', 'b'], currentStateId: ['c'], year_from: ['2026'], year_to: ['2026'] },
    search: 'silva',
  }
  expect(readChoice(writeChoice(choice, fields), fields)).toEqual(choice)
  expect(noticeInputOf(choice, { memberIds: ['m'] })).toEqual({
    minimum: 12.5,
    step: 'reminder2',
    debts: {
      query: {
        _categoryId: ['a', 'b'],
        _currentStateId: ['c'],
        _search: ['silva'],
        _year_from: ['2026'],
        _year_to: ['2026'],
      },
    },
    memberIds: ['m'],
  })
})

test('ignores a minimum that is not a number', () => {
  expect(readChoice(new URLSearchParams('minimo=x'), fields).minimum).toBeNull()
})

test.each([
  ['', '/notificarSocios'],
  ['ordem=-dueDate&todos=sim', '/notificarSocios'],
  [
    'year_from=2026&year_to=2026&pesquisa=silva',
    '/notificarSocios?pesquisa=silva&year_from=2026&year_to=2026',
  ],
  ['type=quota&status=partial&status=paid', '/notificarSocios?type=quota&status=partial'],
  ['status=open&status=partial', '/notificarSocios'],
])('a list with the address %j leads to the notices of its owed charges', (list, address) => {
  expect(noticeAddress('/notificarSocios', new URLSearchParams(list), fields)).toBe(address)
})
