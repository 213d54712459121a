import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../testing/test-database.ts'
import type { Shape, Sql } from './sql.ts'
import {
  execute,
  exists,
  inline,
  jsonOf,
  literals,
  many,
  maybeOne,
  nullable,
  one,
  raiseVersion,
  raw,
  sql,
  textOf,
} from './sql.ts'

const { pool } = await testDatabase({ migrated: false })

test('a nested part stays SQL, other values become parameters, also when a part is used twice', () => {
  const isOwed = sql`open > ${0}`
  const { text, values } = sql`SELECT ${raw('id')} FROM charges WHERE ${isOwed} AND NOT ${isOwed} LIMIT ${5}`
  assert.equal(text, 'SELECT id FROM charges WHERE open > $1 AND NOT open > $2 LIMIT $3')
  assert.deepEqual(values, [0, 0, 5])
})

test('literals and inline accept only codes and whole numbers', () => {
  assert.equal(sql`IN (${literals(['open', 'paid'])}) LIMIT ${inline(5)}`.text, `IN ('open', 'paid') LIMIT 5`)
  assert.throws(() => literals([`x' OR true --`]), TypeError)
  assert.throws(() => inline(0.5), TypeError)
  assert.throws(() => inline(Number('1; DROP TABLE x')), TypeError)
})

test('raiseVersion increments the version of the given alias', () => {
  assert.equal(raiseVersion().text, 'version = version + 1, updated_at = now()')
  assert.equal(raiseVersion('c').text, 'version = c.version + 1, updated_at = now()')
})

test('rows are typed by the shape', async () => {
  const shape = {
    kind: textOf<'one' | 'other'>(),
    detail: nullable(jsonOf<{ size: number }>()),
    amount: 'cents',
    price: 'euros',
    days: 'day[]',
    until: 'moment?',
  } as const
  const statement = sql`SELECT kind, detail::json, amount::bigint, 12.50::numeric AS price, ARRAY[date '2026-03-01'] AS days,
    NULL::timestamptz AS until
    FROM (VALUES (1, 'one', NULL, 1200), (2, 'other', '{"size": 3}', 50)) AS x (place, kind, detail, amount) ORDER BY place`
  const same = { price: 12.5, days: ['2026-03-01'], until: null }
  assert.deepEqual(await many(pool, statement, shape), [
    { kind: 'one', detail: null, amount: 1200, ...same },
    { kind: 'other', detail: { size: 3 }, amount: 50, ...same },
  ])
})

const WRONG: [why: string, statement: Sql, shape: Shape, message: RegExp][] = [
  ['another name', sql`SELECT 1 AS number`, { count: 'integer' }, /"number" is not read/],
  ['another type', sql`SELECT '1'::text AS count`, { count: 'integer' }, /"count" has type 25/],
  ['a scalar for an array', sql`SELECT 1 AS ids`, { ids: 'integer[]' }, /"ids" has type 23/],
  ['a column more', sql`SELECT 1 AS one, 2 AS two`, { one: 'integer' }, /one, two and its reader one/],
  ['a column less', sql`SELECT 1 AS one`, { one: 'integer', two: 'integer' }, /its reader one, two/],
  ['a null', sql`SELECT NULL::integer AS count`, { count: 'integer' }, /"count" is null/],
]

for (const [why, statement, shape, message] of WRONG)
  test(`a result with ${why} is rejected`, async () => {
    await assert.rejects(many(pool, statement, shape), message)
  })

test('the columns of an empty result are checked too', async () => {
  await assert.rejects(many(pool, sql`SELECT 1 AS number WHERE false`, { count: 'integer' }), TypeError)
})

test('one, maybeOne, execute and exists', async () => {
  const none = sql`SELECT 1 AS number WHERE false`
  assert.deepEqual(await one(pool, sql`SELECT 1 AS number`, { number: 'integer' }), { number: 1 })
  await assert.rejects(one(pool, none, { number: 'integer' }), /no row/)
  assert.equal(await maybeOne(pool, none, { number: 'integer' }), undefined)
  assert.equal(await execute(pool, sql`SELECT FROM generate_series(1, 3)`), 3)
  assert.equal(await exists(pool, sql`SELECT FROM generate_series(1, 3)`), true)
  assert.equal(await exists(pool, none), false)
})
