import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weekdayOf } from './dates.ts'
import { addTargetDays, easterSunday, holidayOn, isTargetDay, publicHolidays } from './holidays.ts'

test('easterSunday matches known dates, and is a Sunday between 22 March and 25 April', () => {
  assert.equal(easterSunday(2026), '2026-04-05')
  assert.equal(easterSunday(2027), '2027-03-28')
  assert.equal(easterSunday(2028), '2028-04-16')
  assert.equal(easterSunday(2000), '2000-04-23')
  assert.equal(easterSunday(2038), '2038-04-25')
  for (let year = 1900; year < 2200; year++) {
    const date = easterSunday(year)
    assert.equal(weekdayOf(date), 0, date)
    assert.ok(date.slice(5) >= '03-22' && date.slice(5) <= '04-25', date)
  }
})

test('publicHolidays has the thirteen national holidays', () => {
  assert.deepEqual(
    publicHolidays(2026).map((holiday) => holiday.date.slice(5)),
    '01-01 04-03 04-05 04-25 05-01 06-04 06-10 08-15 10-05 11-01 12-01 12-08 12-25'.split(' '),
  )
  assert.equal(holidayOn('2026-06-04'), 'Corpo de Deus')
  assert.equal(holidayOn('2026-02-17'), undefined)
})

test('isTargetDay follows the TARGET calendar, not Portuguese holidays', () => {
  for (const date of ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2028-12-26']) {
    assert.equal(isTargetDay(date), false, date)
  }
  for (const date of ['2026-03-07', '2026-03-08']) assert.equal(isTargetDay(date), false, date)
  for (const date of ['2026-06-04', '2026-06-10', '2026-10-05', '2026-12-01', '2026-12-08']) {
    assert.equal(isTargetDay(date), true, date)
  }
})

test('addTargetDays skips other days', () => {
  assert.equal(addTargetDays('2026-04-02', 1), '2026-04-07')
  assert.equal(addTargetDays('2026-04-07', -1), '2026-04-02')
  assert.equal(addTargetDays('2026-04-03', 0), '2026-04-07')
  assert.equal(addTargetDays('2026-04-02', 0), '2026-04-02')
  assert.equal(addTargetDays('2026-03-06', 3), '2026-03-11')
})
