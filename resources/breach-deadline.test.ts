import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breachTimeLeft } from './breach-deadline.ts'

test('the time left to notify a breach is in hours, and in minutes within the last hour', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  for (const [notifyBy, text] of [
    ['2026-03-02T19:59:00Z', 'faltam 31 horas'],
    ['2026-03-01T13:30:00Z', 'falta 1 hora'],
    ['2026-03-01T12:20:00Z', 'faltam 20 minutos'],
    ['2026-03-01T09:00:00Z', 'o prazo passou há 3 horas'],
  ] as const)
    assert.equal(breachTimeLeft(notifyBy, now), text)
})
