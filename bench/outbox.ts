import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../server/database/transaction.ts'
import { openListener } from '../server/database/listen.ts'
import { openDatabase } from '../server/database/open.ts'
import { openJobs } from '../server/jobs/index.ts'
import { testLog } from '../server/testing/test-log.ts'
import { startTestMailServer } from '../server/testing/test-mail-server.ts'
import { atEnd } from './processes.ts'
import { peakOf, residentWithoutGarbage } from './memory.ts'
import type { Organisation } from './organisation.ts'
import { perSecond, report } from './report.ts'
import { median } from './timing.ts'

const count = 10_000
/** Fifty times the default setting. */
const perMinute = 3000
/** Samples of the memory; half of them in each half of the messages. */
const sampleCount = 20

/** Sends ten thousand messages to a real mail server: measures the rate against the setting, and the memory. */
export async function measureOutbox({ api, headers, databaseUrl, server }: Organisation): Promise<void> {
  const mail = await startTestMailServer()
  atEnd(() => mail.close())
  const settings = {
    mailHost: '127.0.0.1',
    mailPort: String(mail.port),
    mailSecurity: 'none',
    messagesPerMinute: String(perMinute),
  }
  for (const [name, value] of Object.entries(settings)) {
    const response = await fetch(`${api}/settings/${name}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    })
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`)
  }
  const samples: number[] = []
  const began = performance.now()
  await queue(databaseUrl)
  while (mail.received.length < count) {
    await sleep(500)
    if (mail.received.length < ((samples.length + 1) * count) / sampleCount) continue
    const sample = await residentWithoutGarbage(server)
    if (sample === undefined) break
    samples.push(sample)
  }
  while (mail.received.length < count) await sleep(500)
  const seconds = (performance.now() - began) / 1000
  const isOnce = new Set(mail.received.map(({ to }) => to)).size === count && mail.received.length === count
  if (!isOnce) throw new Error('a message was lost or sent twice')
  report({
    what: `${count} mensagens em fila: ritmo de saída face ao limite da organização`,
    ratio: count / seconds / (perMinute / 60),
    target: { min: 0.9 },
    detail: `${perSecond(count / seconds)} contra ${perSecond(perMinute / 60)}`,
  })
  if (samples.length === 0) return
  const half = sampleCount / 2
  const [first, second] = [median(samples.slice(0, half)), median(samples.slice(half))]
  report({
    what: 'Memória do servidor sem lixo, na segunda metade face à primeira',
    ratio: second / first,
    target: { max: 1.15 },
    detail: `${megabytes(second)} contra ${megabytes(first)}; no máximo ${megabytes(peakOf(server.pid) ?? 0)}`,
  })
}

async function queue(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '', log: testLog })
  const listener = await openListener({ url: database.url, log: testLog })
  const jobs = openJobs({ database, listener, log: testLog })
  await inTransaction(database, async (tx) => {
    const { rows } = await tx.query({
      text: `INSERT INTO messages (id, cause, channel, recipient, subject, body_text, search_text)
             SELECT gen_random_uuid(), 'bulk', 'email', 'p' || n || '@exemplo.pt', 'Convocatória', repeat('Ordem de trabalhos. ', 100), ''
             FROM generate_series(1, $1) AS n RETURNING id`,
      values: [count],
    })
    const queued = (rows as { id: string }[]).map(({ id }) => ({ data: { id } }))
    await jobs.add(tx, 'messages', queued)
  })
  await jobs.close()
  await listener.close()
  await database.close()
}

function megabytes(value: number): string {
  return `${Math.round(value)} MB`
}
