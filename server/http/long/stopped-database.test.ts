import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { checkLoad, startEverything } from '../../testing/load-checks.ts'
import { startStoppablePostgres } from '../../testing/stoppable-postgres.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testLog } from '../../testing/test-log.ts'
import { startTestMailServer } from '../../testing/test-mail-server.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const postgres = await startStoppablePostgres()
after(() => postgres.end())
const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: testLog })
after(() => database.close())
await migrate(database)
const { app, as, visitor, takeErrors } = await testApp({
  // The pace of messages needs a clock that runs.
  with: { database, clock: Object.assign(() => new Date(), testClock()) },
  throughUrl: postgres.url,
  config: { smtpUrl: mail.url },
})

test('PostgreSQL stops and starts under load: 503 meanwhile, then everything works again without a restart', async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await as('admin')
  const running = await startEverything({ origins: [origin], access: admin.tokens.access }, database)
  const { load } = running
  for (const mode of ['fast', 'immediate', 'killed'] as const) {
    await load.further(5)
    await postgres.stop(mode)
    const [health, list] = [await visitor.get('/'), await admin.get('/members')]
    assert.deepEqual([health.status, health.body.message], [503, 'A base de dados não responde.'])
    assert.deepEqual(
      [list.status, list.body.message],
      [503, 'A base de dados não responde. Tente de novo dentro de momentos.'],
    )
    await postgres.start()
  }
  await load.further(5)
  await load.stop()
  assert.deepEqual([...load.setbacks.keys()], [503])
  // Two workers send messages.
  await checkLoad(running, { database, mail, maxDoubtful: 2 * 3 })
  takeErrors()
})
