import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../server/database/open.ts'
import { checkLoad, startEverything } from '../server/testing/load-checks.ts'
import { startRealProcess } from '../server/testing/real-process.ts'
import { startTestMailServer } from '../server/testing/test-mail-server.ts'
import { testLog } from '../server/testing/test-log.ts'
import { startHaproxy } from './haproxy.ts'
import { startPair } from './pair.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { temporaryFolder } from './programs.ts'

/** Writes work again within this time after the primary ended. */
const outageMs = 30_000

test('the primary is killed under load and its standby promoted: no write lost, no job done twice, pages follow', async () => {
  const mail = await startTestMailServer()
  after(() => mail.close())
  const pair = await startPair()
  const listenUrl = pair.urlOf(await startHaproxy(pair.nodes))
  const pooler = await startPgBouncer(listenUrl)
  after(() => pooler.stop())
  const dataDir = temporaryFolder()
  const start = () =>
    startRealProcess({
      databaseUrl: listenUrl,
      dataDir,
      env: {
        DATABASE_URL: pooler.through(listenUrl),
        DATABASE_LISTEN_URL: listenUrl,
        SMTP_URL: mail.url,
      },
    })
  const processes = [await start(), await start()] as const
  const service = { origins: processes.map(({ origin }) => origin), access: processes[0].access }
  const database = await openDatabase({ databaseUrl: listenUrl, dataDir: '', log: testLog })
  after(() => database.close())

  const running = await startEverything(service, database)
  await running.load.further(10)
  const killedAt = Date.now()
  await pair.failOver()
  // A payment after two writes that may have been acknowledged before.
  await running.load.further(3)
  const outage = Date.now() - killedAt
  await running.load.further(10)
  await running.load.stop()
  // Two workers send messages in each process.
  await checkLoad(running, { database, mail, maxDoubtful: 4 })
  for (const one of processes) assert.ok(one.isAlive())
  assert.ok(outage < outageMs, `no write for ${outage} ms`)
})
