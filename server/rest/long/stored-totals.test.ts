import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../database/transaction.ts'
import { duesTools } from '../../dues/testing.ts'
import type { TestCaller } from '../../testing/caller.ts'
import { callerOf } from '../../testing/caller.ts'
import { assertStoredTotals, resourcesWithTotals } from '../../testing/stored-totals.ts'
import { testApp } from '../../testing/test-app.ts'
import { totalsTableOf } from '../totals.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { as, make, sql, database } = here
const admin = await as('admin')
const elsewhere = callerOf(there.app, admin.tokens.access)
const { charge, pay } = await duesTools(here)

/** Inserts a charge of one euro by SQL alone. */
const insertSql = `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id)
  SELECT new_id(), id, 'other', $1::integer, 'x', '2024-01-01', 100, category_id FROM members LIMIT 1`
const owed = '/unsettled_payments?_status=open&_status=partial&_sort=dueDate'
const metaOf = async (path: string, caller: TestCaller = admin) => (await caller.get(path)).body.meta
const openOf = async (caller: TestCaller) => (await metaOf(owed, caller)).sums?.['openAmount']
const countTotalsRows = async () =>
  Number((await sql('SELECT count(*) FROM unsettled_payments_totals'))[0]?.['count'])

beforeEach(async () => {
  // Retries deadlocks, which happened here, probably with background work after the former test.
  await inTransaction(database, (tx) => tx.query({ text: 'TRUNCATE unsettled_payments, payments CASCADE' }))
  // Every thousandth row triggers folding; restart the count for each test.
  await sql('ALTER TABLE unsettled_payments_totals ALTER place RESTART')
  for (const { app } of [here, there]) app.world.totals.forgetAll()
})

describe('stored totals', () => {
  test('equal the sums of the records, for any filter by grouped fields', async () => {
    const one = (await make.member())._id
    const other = (await make.member({ category: 'Juvenil' }))._id
    await charge({ memberId: one, type: 'quota', dueDate: '2023-03-31', amount: 24.5 })
    await charge({ memberId: one, type: 'joia', dueDate: '2024-03-31', amount: 10 })
    await charge({ memberId: other, dueDate: '2024-03-31', amount: 7.25 })
    await pay({ memberId: one, amount: 30 })
    const waived = await charge({ memberId: other, type: 'card', amount: 3 })
    await admin.post(`/unsettled_payments/${waived._id}/exempt`, { reason: 'x' })
    await assertStoredTotals(here)
    const of = async (filters: string) => {
      const { total, sums } = await metaOf(`/unsettled_payments?${filters}`)
      return [total, sums?.['amount'], sums?.['paidAmount'], sums?.['openAmount']]
    }
    assert.deepEqual(
      await of(''),
      [4, 41.75, 30, 11.75],
      'a waived charge counts as a record, without amount',
    )
    assert.deepEqual(await of('_status=open&_status=partial'), [2, 17.25, 5.5, 11.75])
    assert.deepEqual(await of('_status=paid&_year=2023'), [1, 24.5, 24.5, 0])
    assert.deepEqual(await of('_year_from=2024&_type=joia&_type=quota'), [1, 10, 5.5, 4.5])
    assert.deepEqual(await of('_year=1999'), [0, 0, 0, 0])
    assert.deepEqual(await of(`_memberId=${one}`), [2, 34.5, 30, 4.5])
    const member = await as('member')
    assert.equal((await metaOf('/unsettled_payments', member)).total, 0, 'not the totals of other members')
  })

  test('are used without reading records, unless the list has other filters or a search', async () => {
    const memberId = (await make.member({ name: 'Inês Contada' }))._id
    await charge({ memberId })
    await sql(`INSERT INTO unsettled_payments_totals (status, type, year, records, amount, paid_amount, open_amount)
      VALUES ('open', 'other', 2020, 1000, 0, 0, 0)`)
    await assert.rejects(assertStoredTotals(here), /stored totals differ/)
    assert.equal((await metaOf(owed)).total, 1001)
    assert.equal((await metaOf(`${owed}&_year=2020`)).total, 1000)
    assert.equal((await metaOf(`${owed}&_memberId=${memberId}`)).total, 1)
    assert.equal((await metaOf(`${owed}&_search=contada`)).total, 1)
    assert.equal((await metaOf(`/members/${memberId}/unsettled_payments`)).total, 1)
  })

  test('follow concurrent writes of several processes, and rollbacks', async () => {
    const members = await Promise.all([make.member(), make.member(), make.member()])
    const callers = [admin, elsewhere]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const caller = callers[index % 2] ?? admin
        const given = { memberId: members[index % 3]?._id, amount: 5 }
        return index % 4 < 2
          ? caller.post('/unsettled_payments', { ...given, type: 'other', dueDate: '2024-01-01' })
          : caller.post('/payments', { ...given, date: '2024-05-05', method: 'cash' })
      }),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    await assertStoredTotals(here)
    const stored = await countTotalsRows()
    await assert.rejects(
      inTransaction(database, async (tx) => {
        await tx.query({ text: insertSql, values: [2001] })
        throw new Error('no')
      }),
      /no/,
    )
    assert.equal(await countTotalsRows(), stored)
    await assertStoredTotals(here)
    const expected = await metaOf(owed)
    for (let tries = 0; tries < 1500; tries++) {
      if ((await openOf(elsewhere)) === expected.sums?.['openAmount']) break
      await sleep(20)
    }
    assert.deepEqual(await metaOf(owed, elsewhere), expected)
  })

  test('do not make writers wait for each other', async () => {
    await make.member()
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(insertSql, [2002])
      await inTransaction(database, async (tx) => {
        await tx.query({ text: `SET LOCAL lock_timeout = '2s'` })
        await tx.query({ text: insertSql, values: [2002] })
        await tx.query({ text: 'SELECT fold_unsettled_payments_totals()' })
      })
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    await assertStoredTotals(here)
  })
})

describe('rows of stored totals', () => {
  test('are folded while others write, by two folders at once, without losses', async () => {
    await make.member()
    let writing = true
    const write = async (year: number) => {
      for (let times = 0; times < 40; times++) {
        await sql(insertSql, [year])
        await sql('UPDATE unsettled_payments SET amount = amount + 1 WHERE year = $1', [year])
        if (times % 5 === 0) await sql('DELETE FROM unsettled_payments WHERE year = $1', [year])
      }
    }
    const fold = async () => {
      while (writing) await sql('SELECT fold_unsettled_payments_totals()')
    }
    const folding = [fold(), fold()]
    await Promise.all([write(2001), write(2002), write(2003)])
    writing = false
    await Promise.all(folding)
    await assertStoredTotals(here)
    await sql('SELECT fold_unsettled_payments_totals()')
    assert.equal(await countTotalsRows(), 3)
    await assertStoredTotals(here)
  })

  test('are unchanged when folding is rolled back', async () => {
    await make.member()
    for (const year of [2001, 2001, 2002]) await sql(insertSql, [year])
    await assert.rejects(
      inTransaction(database, async (tx) => {
        await tx.query({ text: 'SELECT fold_unsettled_payments_totals()' })
        throw new Error('no')
      }),
      /no/,
    )
    assert.equal(await countTotalsRows(), 3)
    await assertStoredTotals(here)
  })

  test('stay few, also within one transaction', async () => {
    await make.member()
    await sql(`DO $$ BEGIN FOR each IN 1..2500 LOOP ${insertSql.replace('$1', '2003')}; END LOOP; END $$`)
    assert.ok((await countTotalsRows()) <= 1001)
    await assertStoredTotals(here)
    await sql('TRUNCATE unsettled_payments CASCADE')
    assert.equal(await countTotalsRows(), 0)
  })

  test('a statement appends one row per group', async () => {
    const { categoryId } = await make.member()
    await sql(
      `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id)
       SELECT new_id(), m.id, 'other', 2000 + n % 2, 'x', '2024-01-01', n, $1 FROM generate_series(1, 5000) n, (SELECT id FROM members LIMIT 1) m`,
      [categoryId],
    )
    assert.equal(await countTotalsRows(), 2)
    await sql(`UPDATE unsettled_payments SET reminder_count = 1`)
    assert.equal(await countTotalsRows(), 2, 'an update that changes no total appends nothing')
    await sql(`UPDATE unsettled_payments SET status = 'cancelled' WHERE amount <= 10`)
    assert.equal(await countTotalsRows(), 6)
    await assertStoredTotals(here)
  })
})

test('keep_totals counts the existing records of a table', async () => {
  await sql(
    `CREATE TABLE gifts AS SELECT * FROM (VALUES ('a', 1::bigint), ('a', 2), (NULL, 5)) AS given (kind, amount)`,
  )
  try {
    await sql(`CALL keep_totals('gifts', '{kind}', '{amount}')`)
    await sql(`INSERT INTO gifts VALUES (NULL, 7)`)
    await sql('SELECT fold_gifts_totals()')
    const stored = await sql('SELECT kind, records::integer, amount::integer FROM gifts_totals ORDER BY kind')
    assert.deepEqual(stored, [
      { kind: 'a', records: 2, amount: 3 },
      { kind: null, records: 2, amount: 12 },
    ])
  } finally {
    await sql('DROP TABLE gifts, gifts_totals')
  }
})

for (const { definition, groups, sums } of resourcesWithTotals) {
  test(`${definition.name}: the totals table matches the definition, by fields of its own table`, async () => {
    const own = (definition.list?.totalsBy ?? []).map((name) => definition.fields[name]?.yearOf ?? name)
    for (const name of own) assert.equal(definition.fields[name]?.storage.in, 'own', name)
    const { summedWhere, totalsBy } = definition.list ?? {}
    if (summedWhere)
      assert.ok(totalsBy?.includes(summedWhere.field), 'the condition of sums is a grouped field')
    const columns = await sql<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum`,
      [totalsTableOf(definition).text],
    )
    assert.deepEqual(
      columns.map(({ name }) => name),
      // Conditions of accounting years limit the date.
      [...groups, 'records', ...sums, 'place', ...(groups.includes('month') ? ['date'] : [])],
    )
  })
}
