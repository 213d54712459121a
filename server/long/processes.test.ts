import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freePort } from '../database/free-port.ts'
import { checkLoad, startEverything } from '../testing/load-checks.ts'
import { realProcesses } from '../testing/real-process.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'

/** `PROCESS_KILLS=50` for a long run. */
const kills = Number(process.env['PROCESS_KILLS'] ?? 2)

const mail = await startTestMailServer()
after(() => mail.close())
const { database, start } = await realProcesses({ SMTP_URL: mail.url })

test('two processes, one killed again and again: no write lost, no job done twice, every open page follows', async () => {
  const port = await freePort()
  const [lasting, first] = await Promise.all([start(), start(port)])
  let victim = first
  const service = { origins: [lasting.origin, victim.origin], access: lasting.access }
  const running = await startEverything(service, database)
  for (let kill = 0; kill < kills; kill++) {
    await running.load.further(8)
    await victim.kill()
    await running.load.further(5)
    victim = await start(port)
  }
  await running.load.further(8)
  await running.load.stop()
  assert.ok((running.load.setbacks.get(0) ?? 0) >= kills, 'requests were interrupted')
  // Two workers send messages in each process.
  await checkLoad(running, { database, mail, maxDoubtful: 2 * kills })
  await Promise.all([lasting.kill(), victim.kill()])
})
