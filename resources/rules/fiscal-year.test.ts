import assert from 'node:assert/strict'
import test from 'node:test'
import { addDays } from './dates.ts'
import { fiscalYearDays, fiscalYearOf, fiscalYearText } from './fiscal-year.ts'

test('a year from September is named by the calendar year in which it begins', () => {
  const september = { fiscalYearStart: '9' }
  assert.equal(fiscalYearOf(september, '2026-08-31'), 2025)
  assert.equal(fiscalYearOf(september, '2026-09-01'), 2026)
  assert.equal(fiscalYearOf(september, '2027-01-01'), 2026)
  assert.deepEqual(fiscalYearDays(september, 2026), { first: '2026-09-01', last: '2027-08-31' })
  assert.deepEqual(fiscalYearDays({ fiscalYearStart: '3' }, 2027).last, '2028-02-29')
  assert.equal(fiscalYearText(september, 2026), '2026/27')
  assert.equal(fiscalYearText(september, 2099), '2099/00')
})

test('the calendar year stays as it is written', () => {
  const january = { fiscalYearStart: '1' }
  assert.deepEqual(fiscalYearDays(january, 2026), { first: '2026-01-01', last: '2026-12-31' })
  assert.equal(fiscalYearText(january, 2026), '2026')
})

test('every day is in one year, from the first day to the last', () => {
  for (let month = 1; month <= 12; month++) {
    const start = { fiscalYearStart: String(month) }
    for (let year = 1999; year < 2030; year++) {
      const { first, last } = fiscalYearDays(start, year)
      assert.deepEqual(
        [first, last].map((day) => fiscalYearOf(start, day)),
        [year, year],
      )
      assert.equal(fiscalYearOf(start, addDays(last, 1)), year + 1)
    }
  }
})
