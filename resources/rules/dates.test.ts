import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  addYears,
  ageAt,
  birthdayAt,
  compareDates,
  dateProblem,
  dateReading,
  daysBetween,
  formatDate,
  formatDateFull,
  formatDateLong,
  formatDateTime,
  formatDateTimeLong,
  formatMonth,
  isDate,
  monthNames,
  parseDate,
  shortMonthNames,
  todayIn,
  weekdayNames,
  weekdayOf,
} from './dates.ts'

const today = '2026-03-07'
const anyDate = fc
  .date({ min: new Date('1000-01-02'), max: new Date('9990-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('dates do not depend on the time zone of the process', () => {
  const before = process.env['TZ']
  try {
    for (const zone of ['America/New_York', 'Europe/Lisbon', 'Atlantic/Azores', 'Pacific/Kiritimati']) {
      process.env['TZ'] = zone
      if (zone === 'America/New_York') assert.equal(new Date('2026-03-07').getDate(), 6)
      assert.equal(formatDate('2026-03-07'), '07/03/2026')
      assert.equal(formatDateFull('2026-03-07'), 'sábado, 7 de março de 2026')
      assert.equal(parseDate('29/03/2026', { today }), '2026-03-29')
      assert.equal(addDays('2026-03-28', 2), '2026-03-30')
      assert.equal(daysBetween('2026-03-01', '2026-04-01'), 31)
      assert.equal(ageAt('2008-03-07', '2026-03-07'), 18)
    }
  } finally {
    if (before == null) delete process.env['TZ']
    else process.env['TZ'] = before
  }
})

test('parseDate accepts the usual formats', () => {
  for (const text of [
    '07/03/2026',
    '7/3/2026',
    '7-3-2026',
    '07-03-2026',
    '7.3.2026',
    '7 3 2026',
    '07 / 03 / 2026',
    '07032026',
    '070326',
    '7-3-26',
    '2026-03-07',
    '2026/3/7',
    '07/03',
    '7-3',
    ' 07/03/2026\u200e ',
  ]) {
    assert.equal(parseDate(text, { today }), '2026-03-07', text)
  }
  assert.equal(parseDate('29/02/2028', { today }), '2028-02-29')
  assert.equal(parseDate('29/02', { today: '2028-01-01' }), '2028-02-29')
})

test('a two-digit year is the latest that the rules of the field allow', () => {
  const past = dateReading(['date', 'notFuture'], today)
  const any = dateReading(['date', 'required'], today)
  for (const [text, asBirth, asAny] of [
    ['7-3-58', '1958-03-07', '1958-03-07'],
    ['7/3/58', '1958-03-07', '1958-03-07'],
    ['070358', '1958-03-07', '1958-03-07'],
    ['7.3.58', '1958-03-07', '1958-03-07'],
    ['7 3 58', '1958-03-07', '1958-03-07'],
    ['7/3/26', '2026-03-07', '2026-03-07'],
    ['8/3/26', '1926-03-08', '2026-03-08'],
    ['1/1/27', '1927-01-01', '2027-01-01'],
    ['7/3/46', '1946-03-07', '2046-03-07'],
    ['8/3/46', '1946-03-08', '1946-03-08'],
    ['29/02/00', '2000-02-29', '2000-02-29'],
    ['31/12/99', '1999-12-31', '1999-12-31'],
  ] as const) {
    assert.equal(parseDate(text, past), asBirth, text)
    assert.equal(parseDate(text, any), asAny, text)
  }
  assert.equal(parseDate('1/1/40', dateReading(['yearsAhead:1'], today)), '1940-01-01')
  assert.equal(parseDate('1/1/27', dateReading(['yearsAhead:1'], today)), '2027-01-01')
})

test('dateProblem names a date that does not exist; other text gets the expected format', () => {
  for (const [text, day] of [
    ['31/02', '31/02/2026'],
    ['31-2-58', '31/02/1958'],
    ['310258', '31/02/1958'],
    ['29/02/2026', '29/02/2026'],
    ['2026-13-01', '01/13/2026'],
  ] as const) {
    assert.equal(dateProblem(text, { today, latest: today }), `O dia ${day} não existe.`)
  }
  for (const text of ['ontem', '7/3/5', '20260307', ''])
    assert.equal(dateProblem(text, { today }), 'Data inválida: use dd/mm/aaaa.', text)
  assert.equal(dateProblem('7/3/2026', { today }), undefined)
})

test('parseDate rejects dates that do not exist and ambiguous formats', () => {
  for (const text of [
    '',
    'ontem',
    '31/04/2026',
    '29/02/2026',
    '29/02',
    '29/02/2100',
    '00/01/2026',
    '01/00/2026',
    '01/13/2026',
    '2026-13-01',
    '2026-02-30',
    '07/03/0226',
    '07-03/2026',
    '0703',
    '0703265',
    '7/3/2',
    '31/02/26',
    '310226',
    '20260307',
    '7/3/20266',
    '2026-03-07T00:00:00Z',
    '-1/3/2026',
  ]) {
    assert.equal(parseDate(text, { today }), undefined, text)
  }
})

test('isDate accepts only existing dates in the stored form', () => {
  for (const text of ['2026-03-07', '2000-02-29', '1900-01-01']) assert.ok(isDate(text), text)
  for (const text of [
    '1900-02-29',
    '2026-3-7',
    '2026-02-29',
    '0000-01-01',
    '07/03/2026',
    '2026-03-07 ',
    '',
  ]) {
    assert.ok(!isDate(text), text)
  }
})

test('formatted dates can be parsed', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      assert.equal(parseDate(formatDate(date), { today }), date)
      assert.equal(parseDate(date, { today }), date)
    }),
  )
})

test('formats dates, months and instants in Portuguese', () => {
  assert.equal(formatDate('2026-03-07'), '07/03/2026')
  assert.equal(formatDateLong('2026-03-07'), '7 de março de 2026')
  assert.equal(formatMonth('2026-03'), 'março de 2026')
  assert.equal(formatMonth('2026-03-07'), 'março de 2026')
  assert.equal(formatDateTime('2026-03-07T14:05:00Z', 'Europe/Lisbon'), '07/03/2026 14:05')
  assert.equal(formatDateTime('2026-03-07T14:05:00Z', 'Atlantic/Azores'), '07/03/2026 13:05')
  assert.equal(formatDateTime('2026-07-07T23:30:00Z', 'Europe/Lisbon'), '08/07/2026 00:30')
  assert.equal(formatDateTimeLong('2026-03-07T14:05:00Z', 'Europe/Lisbon'), '7 de março de 2026 às 14:05')
})

test('names of months and weekdays match Intl', () => {
  const format = (options: Intl.DateTimeFormatOptions, date: string) =>
    new Intl.DateTimeFormat('pt-PT', { ...options, timeZone: 'UTC' }).format(new Date(date))
  for (let month = 1; month <= 12; month++) {
    const date = `2026-${String(month).padStart(2, '0')}-01`
    assert.equal(monthNames[month - 1], format({ month: 'long' }, date))
    assert.equal(shortMonthNames[month - 1], format({ month: 'short' }, date))
  }
  for (let day = 1; day <= 7; day++) {
    const date = `2026-03-0${day}`
    assert.equal(weekdayNames[weekdayOf(date)], format({ weekday: 'long' }, date))
  }
})

test('todayIn depends on the time zone', () => {
  assert.equal(todayIn('Europe/Lisbon', '2026-07-31T23:30:00Z'), '2026-08-01')
  assert.equal(todayIn('Atlantic/Azores', new Date('2026-07-31T23:30:00Z')), '2026-07-31')
  assert.equal(todayIn('UTC', 0), '1970-01-01')
})

test('addMonths and addYears return the last day of shorter months', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29')
  assert.equal(addMonths('2026-01-15', -1), '2025-12-15')
  assert.equal(addMonths('2026-12-31', 2), '2027-02-28')
  assert.equal(addYears('2028-02-29', 1), '2029-02-28')
  assert.equal(addYears('2026-03-07', -126), '1900-03-07')
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.throws(() => addDays('2026-02-30', 1), RangeError)
  assert.throws(() => addYears('2026-01-01', 9000), RangeError)
})

test('addDays, daysBetween, compareDates and weekdayOf agree', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -3000, max: 3000 }), (date, days) => {
      fc.pre(date > '1010' && date < '9980')
      const other = addDays(date, days)
      assert.ok(isDate(other))
      assert.equal(daysBetween(date, other), days)
      assert.equal(compareDates(other, date), Math.sign(days))
      assert.equal(weekdayOf(other), (((weekdayOf(date) + days) % 7) + 7) % 7)
    }),
  )
})

test('age changes on the birthday', () => {
  assert.equal(ageAt('2008-03-08', '2026-03-07'), 17)
  assert.equal(ageAt('2008-03-07', '2026-03-07'), 18)
  assert.equal(ageAt('2008-02-29', '2026-02-28'), 17)
  assert.equal(ageAt('2008-02-29', '2026-03-01'), 18)
  assert.equal(ageAt('2026-03-07', '2026-03-07'), 0)
})

test('birthdayAt returns the first day of an age', () => {
  assert.equal(birthdayAt('2008-03-08', 18), '2026-03-08')
  assert.equal(birthdayAt('2008-02-29', 18), '2026-03-01')
  assert.equal(birthdayAt('2008-02-29', 20), '2028-02-29')
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 120 }), (birthDate, age) => {
      fc.pre(birthDate < '9800')
      const birthday = birthdayAt(birthDate, age)
      assert.equal(ageAt(birthDate, birthday), age)
      if (age > 0) assert.equal(ageAt(birthDate, addDays(birthday, -1)), age - 1)
    }),
  )
})
