import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { testDatabase } from '../testing/test-database.ts'
import { inLanes, sideBySide } from './side-by-side.ts'
import { execute, insertion, lookUp, many, maybeOne, sql } from './sql.ts'
import { type Tx, inTransaction } from './transaction.ts'

const database = await testDatabase({ migrated: false })
await database.pool.query(`CREATE TABLE owners (id integer PRIMARY KEY, name text NOT NULL, words text[]);
  CREATE TABLE pets (owner integer NOT NULL REFERENCES owners, name text PRIMARY KEY)`)

beforeEach(() => database.pool.query('TRUNCATE owners, pets'))

/** Runs work in a transaction. Returns its result and the texts of its statements. */
async function inOne<T>(work: (tx: Tx) => Promise<T>): Promise<{ result: T; texts: string[] }> {
  const texts: string[] = []
  const result = await inTransaction(database, (tx) =>
    work({
      ...tx,
      query: (statement) => {
        texts.push(statement.text)
        return tx.query(statement)
      },
    }),
  )
  return { result, texts }
}

const addOwner = (db: Tx, id: number, name: string) =>
  execute(db, insertion(sql`INSERT INTO owners (id, name, words) VALUES (${id}, ${name}, ${[name, 'a"b']})`))
const addPet = (db: Tx, owner: number, name: string) =>
  execute(db, insertion(sql`INSERT INTO pets (owner, name) VALUES (${owner}, ${name})`))
const nameOf = async (db: Tx, id: number) =>
  (
    await maybeOne(db, lookUp(sql`SELECT name FROM owners WHERE id = ${id}::integer LIMIT 1`), {
      name: 'text',
    })
  )?.name

test('statements of one text become one, each row has its own answer, and the order of each row stays', async () => {
  const { result, texts } = await inOne((tx) =>
    sideBySide(tx, [3, 1, 2, 2_000], async (id, db) => {
      if (id < 100) await Promise.all([addOwner(db, id, `o${id}`), addPet(db, id, `p${id}`)])
      return nameOf(db, id)
    }),
  )
  assert.deepEqual(result, ['o3', 'o1', 'o2', undefined])
  assert.deepEqual(
    texts.map((text) => text.split(' ').slice(0, 3).join(' ')),
    ['INSERT INTO owners', 'INSERT INTO pets', 'SELECT name FROM', 'SELECT asked.asked_place, found.*'],
  )
  const rows = await many(
    database.pool,
    sql`SELECT o.words, p.name FROM pets p JOIN owners o ON o.id = p.owner ORDER BY o.id`,
    {
      words: 'text[]',
      name: 'text',
    },
  )
  assert.deepEqual(
    rows,
    [1, 2, 3].map((id) => ({ words: [`o${id}`, 'a"b'], name: `p${id}` })),
  )
})

test('a statement never passes an earlier one of its row, whatever other rows asked before', async () => {
  await inOne((tx) => addOwner(tx, 9, 'known'))
  await inOne((tx) =>
    sideBySide(tx, [9, 1], async (id, db) => {
      // The first row asks for the insertion of a pet before the second asks for that of its owner.
      await Promise.all(
        id === 9 ? [addPet(db, 9, 'first')] : [addOwner(db, id, 'new'), addPet(db, id, 'second')],
      )
    }),
  )
  assert.equal((await database.pool.query('SELECT FROM pets')).rowCount, 2)
})

test('equal questions are asked once, and nobody sees the change that another makes to an answer', async () => {
  await inOne((tx) => addOwner(tx, 1, 'one'))
  const { result, texts } = await inOne((tx) =>
    sideBySide(tx, ['a', 'b'], async (letter, db) => {
      const row = await maybeOne(db, lookUp(sql`SELECT name FROM owners WHERE id = ${1}::integer`), {
        name: 'text',
      })
      row!.name += letter
      return row!.name
    }),
  )
  assert.deepEqual([result, texts.length], [['onea', 'oneb'], 1])
})

test('when a row fails nothing is written, also by a statement whose answer nobody waits for', async () => {
  const wrong = (tx: Tx) => (id: number) => addOwner(tx, id, 'same')
  await assert.rejects(
    inOne((tx) => sideBySide(tx, [1, 1, 2], (id, db) => wrong(db)(id))),
    { code: '23505' },
  )
  await assert.rejects(
    inOne((tx) =>
      sideBySide(tx, [5, 6], async (id, db) => {
        await addOwner(db, id, 'new')
        await db.send(insertion(sql`INSERT INTO pets (owner, name) VALUES (${id}, ${'same'})`))
      }),
    ),
    { code: '23505' },
  )
  assert.equal((await database.pool.query('SELECT FROM owners')).rowCount, 0)
})

test('lanes keep the order of the results, and other statements are sent for each row', async () => {
  const { result, texts } = await inOne((tx) =>
    inLanes(tx, [1, 2, 3, 4, 5], 2, async (id, db) => {
      await addOwner(db, id, String(id))
      await execute(db, sql`UPDATE owners SET name = ${`n${id}`} WHERE id = ${id}`)
      return nameOf(db, id)
    }),
  )
  assert.deepEqual(result, ['n1', 'n2', 'n3', 'n4', 'n5'])
  assert.equal(texts.filter((text) => text.startsWith('INSERT')).length, 3)
  assert.equal(texts.filter((text) => text.startsWith('UPDATE')).length, 5)
})
