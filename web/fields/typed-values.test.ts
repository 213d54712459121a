import { describe, expect, it } from 'vitest'
import { parseColour } from './colour-input.tsx'
import { momentOn, parseMoment } from './datetime-input.tsx'
import { parseDay } from './date-input.tsx'
import { parseMoney } from './money-input.tsx'
import { parseNumber, parseWholeNumber } from './number-input.tsx'
import { parsePhone } from './phone-input.tsx'

describe('parsing typed values', () => {
  it.each([
    ['1.234,50', 1234.5],
    ['1 234,50 €', 1234.5],
    ['1234.5', 1234.5],
    ['1.234', 1234],
    ['0,1', 0.1],
    ['doze', undefined],
    ['1,234,5', undefined],
  ])('parses the amount %s', (typed, euros) => expect(parseMoney(typed)).toBe(euros))

  it.each([
    ['37', 37],
    ['1 234', 1234],
    ['1.234', 1234],
    ['n.º 37', 37],
    ['37A', undefined],
    ['3,7', undefined],
  ])('parses the whole number %s', (typed, number) => expect(parseWholeNumber(typed)).toBe(number))

  it.each([
    ['3,75', 3.75],
    ['3.75', 3.75],
    ['1.234,5', 1234.5],
    ['-0,5', -0.5],
    ['3,', undefined],
  ])('parses the number %s', (typed, number) => expect(parseNumber(typed)).toBe(number))

  it.each([
    ['912 345 678', '+351912345678'],
    ['+351 912345678', '+351912345678'],
    ['00351912345678', '+351912345678'],
    ['(351)912345678', '+351912345678'],
    ['0034 612 345 678', '+34612345678'],
    ['91234567', undefined],
  ])('parses the phone %s', (typed, number) => expect(parsePhone(typed)).toBe(number))

  it.each([
    ['7/3/1958', '1958-03-07'],
    ['7-3-1958', '1958-03-07'],
    ['1958-03-07', '1958-03-07'],
    ['07031958', '1958-03-07'],
    ['7-3-58', '1958-03-07'],
    ['070358', '1958-03-07'],
    ['07.03.1958', '1958-03-07'],
    ['31/02/1958', undefined],
    ['7/3/5', undefined],
  ])('parses the day %s', (typed, day) => expect(parseDay(typed, ['date', 'birthDate'])).toBe(day))

  it.each([
    ['7/3/2026 14:05', '2026-03-07T14:05:00.000Z'],
    ['7/7/2026 às 14h05', '2026-07-07T13:05:00.000Z'],
    ['7/7/2026', '2026-07-06T23:00:00.000Z'],
    ['7/7/2026 25:00', undefined],
  ])('parses the moment %s on the clock of Lisbon', (typed, instant) =>
    expect(parseMoment(typed, 'Europe/Lisbon', Date.parse('2026-11-21T10:00:00Z'))).toBe(instant),
  )

  it('parses a colour with or without #', () => {
    expect(parseColour('2f6bb8')).toBe('#2F6BB8')
    expect(parseColour('#2F6BB8')).toBe('#2F6BB8')
    expect(parseColour('azul')).toBeUndefined()
  })
})

it('a day chosen in a calendar keeps the time that was there', () => {
  expect(momentOn('2026-12-01', '2026-11-24T21:56:00.000Z')).toBe('2026-12-01T21:56:00.000Z')
  expect(momentOn('2026-12-01', undefined)).toBe('2026-12-01T09:00:00.000Z')
})
