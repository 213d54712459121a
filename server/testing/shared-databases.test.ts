import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../database/open.ts'
import { share } from './shared-databases.ts'
import { createTestDatabase } from './test-database.ts'
import { testLog } from './test-log.ts'
import { startTestPostgres } from './test-postgres.ts'
import { until } from './wait.ts'

const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startTestPostgres()
const made = await createTestDatabase(postgres?.url ?? process.env.TEST_POSTGRES_URL ?? '')
const shared = await share(made)
const { pool } = shared.database
after(async () => {
  await shared.database.close()
  await made.drop()
  await postgres?.stop()
})
const ask = async (text: string) =>
  (await pool.query<{ value: unknown }>(text)).rows.map(({ value }) => value)
/** The rows of all tables as text, and the next value of each sequence. */
async function content(): Promise<unknown[]> {
  const tables = await ask(
    `SELECT quote_ident(relname) AS value FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const rows = tables.map(
    (table) =>
      `SELECT '${String(table)}' || coalesce(string_agg(t::text, ' ' ORDER BY t::text), '') FROM ${String(table)} t`,
  )
  const sequences = `SELECT sequencename || coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'public'`
  return ask(`SELECT value FROM (${[...rows, sequences].join(' UNION ALL ')}) AS all_rows (value) ORDER BY 1`)
}

test('a shared database has for each file what the migrations wrote, and nothing else', async () => {
  const before = await content()
  await pool.query(`UPDATE settings SET value = 'mudado'`)
  await pool.query(`DELETE FROM transaction_categories`)
  await pool.query(`INSERT INTO multibanco_counters (account, last) VALUES ('De outro ficheiro', 1)`)
  await pool.query('ANALYZE multibanco_counters')
  await pool.query(
    `SELECT nextval(format('%I', sequencename)::regclass) FROM pg_sequences WHERE schemaname = 'public'`,
  )
  assert.notDeepEqual(await content(), before)
  assert.equal(await shared.restore(), true)
  assert.deepEqual(await content(), before)
  const counted = `SELECT reltuples AS value FROM pg_class WHERE relname = 'multibanco_counters'
    UNION ALL SELECT n_distinct FROM pg_stats WHERE tablename = 'multibanco_counters'`
  assert.deepEqual(await ask(counted), [-1], 'no statistics, which would decide plans')
})

test('a shared database is not used again after a change of its structure, or beside a foreign connection', async () => {
  const other = await openDatabase({ databaseUrl: made.url, dataDir: '', log: testLog })
  await other.pool.query('SELECT 1')
  assert.equal(await shared.restore(), false)
  await other.close()
  await until(() => shared.restore())
  await pool.query('CREATE FUNCTION of_a_test() RETURNS integer LANGUAGE sql RETURN 1')
  assert.equal(await shared.restore(), false)
  await pool.query('DROP FUNCTION of_a_test()')
  assert.equal(await shared.restore(), true)
  await pool.query('ALTER TABLE cost_centers ADD COLUMN of_a_test integer')
  assert.equal(await shared.restore(), false)
})
