import { expect, it } from 'vitest'
import { dateWarning } from './date-warning.ts'

it('warns about a date other than today, and about the receipt series of another year', () => {
  const of = (date: unknown) => dateWarning(date, '2026-11-22')
  expect(of('2026-11-22')).toBeUndefined()
  expect(of('2026-11-21')).toBe('Não é a data de hoje.')
  expect(of('1926-11-22')).toBe('Não é a data de hoje: o recibo fica na série de 1926.')
  expect(of(null)).toBe('Não é a data de hoje.')
})
