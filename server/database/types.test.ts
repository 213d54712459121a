import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../testing/test-database.ts'
import { toIsoMoment } from './types.ts'

const database = await testDatabase({ migrated: false })

async function valueOf(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

const VALUES: [expression: string, value: unknown][] = [
  [`count(*)`, 1],
  [`9007199254740991::int8`, 9007199254740991],
  [`12.50::numeric`, 12.5],
  [`date '2026-03-01'`, '2026-03-01'],
  [`timestamptz '2026-03-01 09:30:00+01'`, '2026-03-01T08:30:00.000Z'],
  [`timestamptz '2026-03-01 09:30:00.25+00'`, '2026-03-01T09:30:00.250Z'],
  [`timestamptz '2026-03-01 09:30:00.123999+00'`, '2026-03-01T09:30:00.123Z'],
  [`timestamptz 'infinity'`, 'infinity'],
  [`time '09:30'`, '09:30:00'],
  [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
  [`array[1, 2]::int8[]`, [1, 2]],
  [`array[date '2026-03-01', null]`, ['2026-03-01', null]],
  [`array[timestamptz '2026-03-01 00:00+00']`, ['2026-03-01T00:00:00.000Z']],
  [`null::timestamptz`, null],
  [`true`, true],
]

for (const [expression, value] of VALUES)
  test(`${expression} arrives as ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(await valueOf(expression), value)
  })

test('a bigint beyond the safe range is an error, and the connection stays usable', async () => {
  await assert.rejects(valueOf('9007199254740993::int8'), RangeError)
  assert.equal(await valueOf('2'), 2)
})

test('a five-digit year keeps its form', () => {
  assert.equal(toIsoMoment('12026-03-01 09:30:00+00'), '12026-03-01 09:30:00+00')
})

test('the global type parsers of pg are not changed', () => {
  assert.equal(pg.types.getTypeParser(20)('1'), '1')
})

test('connections use UTC and a statement timeout of a minute', async () => {
  assert.equal(await valueOf(`current_setting('timezone')`), 'UTC')
  assert.equal(await valueOf(`current_setting('statement_timeout')`), '1min')
  assert.equal(await valueOf(`current_setting('application_name')`), 'agremia')
})
