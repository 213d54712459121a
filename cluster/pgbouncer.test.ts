import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../server/database/open.ts'
import { testDatabase } from '../server/testing/test-database.ts'
import { testLog } from '../server/testing/test-log.ts'
import { startPgBouncer } from './pgbouncer.ts'

const database = await testDatabase({ migrated: false })

const cases = [
  { how: 'refuses startup parameters', settings: '' },
  { how: 'ignores startup parameters', settings: 'ignore_startup_parameters = statement_timeout' },
]
for (const { how, settings } of cases)
  test(`a PgBouncer that ${how} needs DATABASE_LISTEN_URL`, async () => {
    const pooler = await startPgBouncer(database.url, settings)
    after(() => pooler.stop())
    const urls = { databaseUrl: pooler.through(database.url), dataDir: '', log: testLog }
    const opened = await openDatabase({ ...urls, databaseListenUrl: database.url })
    const { rows } = await opened.pool.query(`select current_setting('statement_timeout') as timeout`)
    assert.deepEqual(rows, [{ timeout: '1min' }])
    await opened.close()
    await assert.rejects(openDatabase(urls), /StartError: .*PgBouncer, e falta DATABASE_LISTEN_URL/)
  })
