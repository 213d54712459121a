import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { countRoundTrips } from '../testing/count-round-trips.ts'
import { testDatabase } from '../testing/test-database.ts'
import { type Tx, inTransaction } from './transaction.ts'

const database = await testDatabase({ migrated: false })
await database.pool.query('create table accounts (name text primary key, amount int not null)')

beforeEach(async () => {
  await database.pool.query(`truncate accounts; insert into accounts values ('a', 0), ('b', 0)`)
})

async function amountsOf(): Promise<number[]> {
  const { rows } = await database.pool.query<{ amount: number }>('select amount from accounts order by name')
  return rows.map(({ amount }) => amount)
}

const add = (tx: Tx, name: string) =>
  tx.query({ text: 'update accounts set amount = amount + 1 where name = $1', values: [name] })
const failWith = (tx: Tx, code: string) =>
  tx.query({ text: `do $$ begin raise exception 'x' using errcode = '${code}'; end $$` })

/** A barrier: resolves for all when `expected` callers have arrived. Later callers do not wait. */
function meeting(expected: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived >= expected) resolve()
    return promise
  }
}

test('an exception rolls back, and the connection is usable again', async () => {
  await assert.rejects(
    inTransaction(database, async (tx) => {
      await add(tx, 'a')
      throw new Error('no')
    }),
    /no/,
  )
  assert.deepEqual(await amountsOf(), [0, 0])
  assert.equal(await inTransaction(database, async (tx) => (await add(tx, 'b')).rowCount), 1)
  assert.deepEqual(await amountsOf(), [0, 1])
})

test('deadlock: one of the two is retried, and both succeed', async () => {
  const bothHoldOne = meeting(2)
  let attempts = 0
  const move = (first: string, second: string) =>
    inTransaction(database, async (tx) => {
      attempts++
      await add(tx, first)
      await bothHoldOne()
      await add(tx, second)
    })
  await Promise.all([move('a', 'b'), move('b', 'a')])
  assert.deepEqual(await amountsOf(), [2, 2])
  assert.ok(attempts > 2)
})

test('serialization failure: one of the two is retried, and both succeed', async () => {
  const bothHaveRead = meeting(2)
  const copyHighest = (name: string) =>
    inTransaction(
      database,
      async (tx) => {
        const { rows } = await tx.query({ text: 'select max(amount) + 1 as next from accounts' })
        await bothHaveRead()
        await tx.query({
          text: 'update accounts set amount = $1 where name = $2',
          values: [rows[0].next, name],
        })
      },
      'serializable',
    )
  await Promise.all([copyHighest('a'), copyHighest('b')])
  assert.deepEqual(new Set(await amountsOf()), new Set([1, 2]))
})

test('gives up after five collisions', async () => {
  let attempts = 0
  const work = async (tx: Tx) => {
    attempts++
    await failWith(tx, '40001')
  }
  await assert.rejects(inTransaction(database, work), { code: '40001' })
  assert.equal(attempts, 5)
})

test('other errors are not retried', async () => {
  let attempts = 0
  const work = async (tx: Tx) => {
    attempts++
    await failWith(tx, '23505')
  }
  await assert.rejects(inTransaction(database, work), { code: '23505' })
  assert.equal(attempts, 1)
})

test('a sent statement that fails rolls back and is the error, also when another one was refused after it', async () => {
  const broken = { text: 'insert into accounts values ($1, 0)', values: ['a'] }
  const isDuplicate = (error: unknown) => (error as { code?: string }).code === '23505'
  await assert.rejects(
    inTransaction(database, async (tx) => {
      await add(tx, 'b')
      await tx.send(broken)
    }),
    isDuplicate,
  )
  await assert.rejects(
    inTransaction(database, async (tx) => {
      await tx.send(broken)
      await add(tx, 'b')
    }),
    isDuplicate,
  )
  assert.deepEqual(await amountsOf(), [0, 0])
})

test('a statement refused because one before it failed rejects with the error of that one', async () => {
  const failing = (tx: Tx) => [failWith(tx, '23505'), add(tx, 'a'), add(tx, 'b')]
  const results = await inTransaction(database, async (tx) => {
    const answers = await Promise.allSettled(failing(tx))
    throw Object.assign(new Error('all have answered'), { answers })
  }).catch((error: Error & { answers: PromiseSettledResult<unknown>[] }) => error.answers)
  assert.deepEqual(
    results.map((one) => one.status === 'rejected' && (one.reason as { code: string }).code),
    ['23505', '23505', '23505'],
  )
})

test('work that goes on after its transaction has failed writes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  const work = inTransaction(database, async (tx) => {
    late = promise.then(() => add(tx, 'a'))
    late.catch(() => undefined)
    await failWith(tx, 'P0001')
  })
  await assert.rejects(work)
  resolve()
  await assert.rejects(late ?? Promise.resolve(), /transaction has ended/)
  assert.deepEqual(await amountsOf(), [0, 0])
})

test('statements of one turn of the event loop take one round trip', async () => {
  const work = () =>
    inTransaction(database, async (tx) => {
      await Promise.resolve()
      await tx.send({ text: 'select 1' })
      await Promise.all([add(tx, 'a'), add(tx, 'b')])
    })
  assert.equal(
    await countRoundTrips(database.pool, work),
    2,
    'one until the answers are awaited, and the commit',
  )
})
