import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../testing/test-database.ts'
import { testLog } from '../testing/test-log.ts'
import { openDatabase } from './open.ts'

const database = await testDatabase({ migrated: false })

function open(change: (url: URL) => void) {
  const url = new URL(database.url)
  change(url)
  return openDatabase({ databaseUrl: url.href, dataDir: '', log: testLog })
}

test('uses the given server and starts none', async () => {
  const opened = await open(() => {})
  assert.equal(opened.embedded, false)
  await opened.announce('http://localhost:3000')
  await opened.close()
})

test('a server that cannot be used is reported in one line', async () => {
  await assert.rejects(
    open((url) => (url.pathname = '/does_not_exist')),
    /StartError: Não foi possível abrir a base de dados de DATABASE_URL: essa base de dados não existe no servidor\./,
  )
  await assert.rejects(
    open((url) => (url.password = 'wrong')),
    /StartError: .*o utilizador ou a palavra-passe não estão certos\./,
  )
  await assert.rejects(
    open((url) => (url.port = '1')),
    /StartError: .*o servidor não aceita ligações nesse endereço\./,
  )
})

test('a cut connection leaves the pool, and the next query gets another one', async () => {
  const warnings: string[] = []
  const opened = await openDatabase({
    databaseUrl: database.url,
    dataDir: '',
    log: { ...testLog, warn: (_details, message) => warnings.push(message) },
  })
  const { rows } = await opened.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const gone = new Promise((resolve) => opened.pool.once('remove', resolve))
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await gone
  assert.equal((await opened.pool.query('select 1')).rowCount, 1)
  assert.deepEqual(warnings, ['lost a database connection'])
  await opened.close()
})

test('renewing ends idle connections alone', async () => {
  const opened = await open(() => {})
  const pidOf = async (client: pg.Pool | pg.PoolClient) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const busy = await opened.pool.connect()
  const [before, busyBefore] = [await pidOf(opened.pool), await pidOf(busy)]
  await opened.renew()
  assert.notEqual(await pidOf(opened.pool), before)
  assert.equal(await pidOf(busy), busyBefore)
  busy.release()
  await opened.close()
})

test('pt-PT collation is available and sorts accents correctly', async () => {
  const { rows } = await database.pool.query<{ word: string }>(
    `select word from unnest(array['Zé', 'ávila', 'Abel', 'Éden', 'azul']) as word order by word collate "pt-PT-x-icu"`,
  )
  assert.deepEqual(
    rows.map(({ word }) => word),
    ['Abel', 'ávila', 'azul', 'Éden', 'Zé'],
  )
})

test('behind a pooler nothing depends on a session: no prepared statement, and the timeout is a default of the role', async () => {
  const options = { databaseUrl: database.url, databaseListenUrl: database.url, dataDir: '', log: testLog }
  // Several processes start at once.
  const [opened, ...others] = await Promise.all([1, 2, 3].map(() => openDatabase(options)))
  assert.ok(opened)
  try {
    const names = { text: 'select name from pg_prepared_statements', kind: 'record' }
    await opened.pool.query(names)
    assert.equal((await opened.pool.query(names)).rowCount, 0)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(`select current_setting('statement_timeout') as timeout`)
    await client.end()
    assert.deepEqual(rows, [{ timeout: '1min' }])
  } finally {
    await Promise.all([opened, ...others].map((one) => one.close()))
  }
})

test('the address for LISTEN is named when it cannot be used', async () => {
  await assert.rejects(
    openDatabase({
      databaseUrl: database.url,
      databaseListenUrl: 'postgresql://127.0.0.1:1/x',
      dataDir: '',
      log: testLog,
    }),
    /StartError: Não foi possível abrir a base de dados de DATABASE_LISTEN_URL: o servidor não aceita ligações/,
  )
})
