import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilNext } from './maintenance.ts'

test('maintenance runs each hour, and within a minute after midnight in the organisation’s time zone', () => {
  const minutesFrom = (time: string, timeZone = 'Europe/Lisbon') =>
    untilNext(new Date(time), timeZone) / 60_000
  assert.equal(minutesFrom('2026-06-10T12:00:00Z'), 60)
  assert.equal(minutesFrom('2026-12-31T23:40:00Z'), 20)
  assert.equal(minutesFrom('2026-12-31T23:59:59.900Z'), 1)
  assert.equal(minutesFrom('2027-01-01T00:00:00Z'), 60, 'not again')
  assert.equal(minutesFrom('2026-06-10T22:59:30Z'), 1, 'in summer an hour earlier')
  assert.equal(minutesFrom('2026-06-10T23:30:00Z', 'Atlantic/Azores'), 30)
})
