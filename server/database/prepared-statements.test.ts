import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabase } from '../testing/test-database.ts'
import type { StatementKind } from './prepared-statements.ts'
import { maxPrepared } from './prepared-statements.ts'

const { pool } = await testDatabase({ migrated: false })

/** Run one at a time, so that the pool always uses the same connection. */
const ask = (text: string, kind: StatementKind = 'list', values: unknown[] = []) =>
  pool.query({ text, values, kind } as { text: string })

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

describe('prepared statements of a connection', () => {
  test('frequent statements stay prepared, the least recently used are deallocated', async () => {
    const [frequent, record, rare] = [
      'SELECT $1::int AS frequent',
      'SELECT $1::int AS record',
      'SELECT $1::int AS rare',
    ]
    await ask(rare, 'list', [1])
    await ask(record, 'record', [1])
    await ask(frequent, 'list', [1])
    const first = await namesOf(frequent, record)
    assert.ok(first.every(Boolean))
    for (let n = 0; n < 500; n++) {
      assert.equal((await ask(`SELECT ${n} AS n`)).rows[0].n, n)
      if (n % 50 === 0) assert.equal((await ask(frequent, 'list', [n])).rows[0].frequent, n)
    }
    const names = await namesOf(frequent, record)
    assert.deepEqual(names, first, 'still prepared under the same names')
    assert.deepEqual(await namesOf(rare), [undefined])
    assert.ok((await prepared()).length < 2 * maxPrepared)
    assert.equal((await ask(rare, 'list', [7])).rows[0].rare, 7, 'a deallocated statement is prepared again')
  })

  test('are deallocated after a transaction that prepared too many, including failed ones', async () => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      for (let n = 0; n < 500; n++) {
        const text = n % 100 === 3 ? `SELECT nothing AS n${n}` : `SELECT ${n} AS in_one`
        await client.query('SAVEPOINT one')
        const result = client.query({ text, kind: 'record' } as { text: string })
        await result.catch(() => client.query('ROLLBACK TO one'))
      }
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    const remaining = await prepared()
    assert.ok(remaining.length < 3 * maxPrepared, String(remaining.length))
    const [first, last] = await namesOf('SELECT 0 AS in_one', 'SELECT 499 AS in_one')
    assert.deepEqual([first, typeof last], [undefined, 'string'])
  })
})
