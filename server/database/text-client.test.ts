import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKeys } from '../keys.ts'
import { testDatabase } from '../testing/test-database.ts'
import { inDirectSession } from './direct-session.ts'
import { storedMark } from './sealed-text.ts'
import { inTransaction } from './transaction.ts'

const database = await testDatabase()
await openKeys(database, {})
const secret = 'PT50000201231234567890154'
const { mine, copied } = await inTransaction(database, async (db) => {
  const mine = db.seal(secret)
  const { rows } = await db.query({ text: `SELECT convert_to($1, 'UTF8') AS stored`, values: [mine] })
  return { mine, copied: String(rows[0].stored) }
})
const entered = copied.replace('~', '\u223C')

/** Parameters, with their type. */
const parameters: [type: string, of: (text: string) => unknown][] = [
  ['text', (text) => text],
  ['text', (text) => `a ${text} b ${text}`],
  ['text[]', (text) => ['a', text]],
  ['text[]', (text) => [['a', text]]],
  ['jsonb', (text) => ({ a: [text, 1, null], b: { [text]: true } })],
  ['jsonb', (text) => JSON.stringify([text])],
  ['jsonb[]', (text) => [{ a: text }]],
]

for (const [index, [type, of]] of parameters.entries())
  test(`${type} ${index}: only what this process encrypted looks encrypted`, async () => {
    const readIn = async (query: typeof database.pool.query, text: string) => {
      const { rows } = await query(
        `SELECT $1::${type}::text AS read, convert_to($1::${type}::text, 'UTF8') AS stored`,
        [of(text)],
      )
      return { read: String(rows[0].read), stored: String(rows[0].stored) }
    }
    const check = async (query: typeof database.pool.query) => {
      const [own, other] = [await readIn(query, mine), await readIn(query, copied)]
      assert.ok(own.stored.includes(copied) && own.read.includes(secret), own.read)
      assert.ok(!other.stored.includes(storedMark) && other.read.includes(entered), other.read)
      assert.ok(!other.read.includes(secret))
    }
    await check(database.pool.query.bind(database.pool) as typeof database.pool.query)
    await check(((text: string, values: unknown[]) => database.pool.query({ text, values })) as never)
    await inDirectSession(database.listenUrl, 'test', (client) => check(client.query.bind(client) as never))
  })

test('bytes are sent as they are', async () => {
  const { rows } = await database.pool.query('SELECT $1::bytea AS bytes', [Buffer.from(copied)])
  assert.equal(String(rows[0].bytes), copied)
})

test('an encrypted text within a text that is encrypted stays a text', async () => {
  const { rows } = await inTransaction(database, (db) =>
    db.query({ text: 'SELECT $1::text AS text', values: [db.seal(`a ${copied}`)] }),
  )
  assert.equal(rows[0].text, `a ${entered}`)
})

test('a long list that a statement has twice is sent once', async () => {
  const read = async (list: readonly number[], other: readonly number[], name?: string) => {
    const text = `SELECT $1::text AS first, cardinality($2::integer[]) AS one, $3::text AS second, cardinality($4::integer[]) AS two,
      current_query() AS text`
    const { rows } = await database.pool.query({ name, text, values: ['a', list, 'a', other] })
    const { text: sent, ...values } = rows[0]
    return { ...values, isWhole: String(sent).includes('$4') }
  }
  const [long, short] = [5000, 5].map((length) => Array.from({ length }, (_, index) => index)) as [
    number[],
    number[],
  ]
  const values = { first: 'a', second: 'a' }
  assert.deepEqual(await read(long, long), { ...values, one: 5000, two: 5000, isWhole: false })
  assert.deepEqual(await read(long, [...long, 1]), { ...values, one: 5000, two: 5001, isWhole: true })
  assert.deepEqual(await read(short, short), { ...values, one: 5, two: 5, isWhole: true })
  assert.deepEqual(await read(long, long, 'prepared'), { ...values, one: 5000, two: 5000, isWhole: true })
  assert.deepEqual(await read(long, short, 'prepared'), { ...values, one: 5000, two: 5, isWhole: true })
})
