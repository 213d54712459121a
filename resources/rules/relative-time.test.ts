import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeDate, relativeTime } from './relative-time.ts'

const world = { now: '2026-03-07T14:05:00Z', timeZone: 'Europe/Lisbon' }

test('relativeTime formats the distance from now', () => {
  const vectors: [instant: string, words: string][] = [
    ['2026-03-07T14:04:30Z', 'agora'],
    ['2026-03-07T14:05:30Z', 'agora'],
    ['2026-03-07T14:00:00Z', 'há 5 minutos'],
    ['2026-03-07T13:05:00Z', 'há 1 hora'],
    ['2026-03-07T16:05:00Z', 'dentro de 2 horas'],
    ['2026-03-06T15:00:00Z', 'há 23 horas'],
    ['2026-03-06T10:00:00Z', 'ontem'],
    ['2026-03-08T20:00:00Z', 'amanhã'],
    ['2026-03-04T14:05:00Z', 'há 3 dias'],
    ['2025-03-07T14:05:00Z', 'há 1 ano'],
  ]
  for (const [instant, words] of vectors) assert.equal(relativeTime(instant, world), words, instant)
})

test('relativeDate formats the distance from today', () => {
  const vectors: [date: string, words: string][] = [
    ['2026-03-07', 'hoje'],
    ['2026-03-06', 'ontem'],
    ['2026-03-08', 'amanhã'],
    ['2026-03-04', 'há 3 dias'],
    ['2026-02-08', 'há 27 dias'],
    ['2026-02-07', 'há 1 mês'],
    ['2026-05-08', 'dentro de 2 meses'],
    ['2025-03-08', 'há 11 meses'],
    ['2025-03-07', 'há 1 ano'],
    ['2020-01-01', 'há 6 anos'],
  ]
  for (const [date, words] of vectors) assert.equal(relativeDate(date, '2026-03-07'), words, date)
  assert.equal(relativeDate('2026-02-28', '2026-03-31'), 'há 1 mês')
})
