import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabase } from '../testing/test-database.ts'
import type { StatementKind } from './kept-statements.ts'
import { mostKept } from './kept-statements.ts'

const { pool } = await testDatabase({ migrated: false })

/** Run one at a time, so that the pool always uses the same connection. */
const ask = (text: string, keep: StatementKind = 'list', values: unknown[] = []) =>
  pool.query({ text, values, keep } as { text: string })

interface Prepared {
  name: string
  statement: string
}

async function prepared(): Promise<Prepared[]> {
  const { rows } = await pool.query<Prepared>('SELECT name, statement FROM pg_prepared_statements')
  return rows
}

/** Names of the prepared statements with these texts. */
async function namesOf(...texts: string[]): Promise<(string | undefined)[]> {
  const known = new Map((await prepared()).map(({ name, statement }) => [statement, name]))
  return texts.map((text) => known.get(text))
}

describe("prepared statements of a connection'", () => {
  test("frequent statements stay prepared, the least recently used are deallocated'", async () => {
    const [often, of, once] = [
      'SELECT $1::int AS often',
      'SELECT $1::int AS record',
      'SELECT $1::int AS once',
    ]
    await ask(once, 'list', [1])
    await ask(of, 'record', [1])
    await ask(often, 'list', [1])
    const first = await namesOf(often, of)
    assert.ok(first.every(Boolean))
    for (let odd = 0; odd < 500; odd++) {
      assert.equal((await ask(`SELECT ${odd} AS odd`)).rows[0].odd, odd)
      if (odd % 50 === 0) assert.equal((await ask(often, 'list', [odd])).rows[0].often, odd)
    }
    const names = await namesOf(often, of)
    assert.deepEqual(names, first, 'the same as before, never planned again')
    assert.deepEqual(await namesOf(once), [undefined])
    assert.ok((await prepared()).length < 2 * mostKept)
    assert.equal((await ask(once, 'list', [7])).rows[0].once, 7, 'what was forgotten is planned again')
  })

  test("are deallocated after a transaction that prepared too many, including failed ones'", async () => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      for (let odd = 0; odd < 500; odd++) {
        const text = odd % 100 === 3 ? `SELECT nothing AS odd${odd}` : `SELECT ${odd} AS in_one`
        await client.query('SAVEPOINT one')
        const asked = client.query({ text, keep: 'record' } as { text: string })
        await asked.catch(() => client.query('ROLLBACK TO one'))
      }
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    const left = await prepared()
    assert.ok(left.length < 3 * mostKept, String(left.length))
    const [first, last] = await namesOf('SELECT 0 AS in_one', 'SELECT 499 AS in_one')
    assert.deepEqual([first, typeof last], [undefined, 'string'])
  })
})
