import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertSampleMembers } from '../setup/sample-members.ts'
import { testDatabase } from '../testing/test-database.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const database = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'agremia-killed-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const people = 240

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A real process of the program on the same database. */
async function startProcess() {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SMTP_URL: mail.url,
      ADMIN_EMAIL: 'admin@exemplo.pt',
      ADMIN_PASSWORD: 'cavalo azul na serra 27',
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  })
  after(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}/api`
  await until(async () => {
    const answer = await fetch(url).catch(() => undefined)
    return answer?.ok === true
  })
  return { url, child }
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (await what()) return
    await sleep(20)
  }
  assert.fail('it never happened')
}

async function ask(
  url: string,
  method: string,
  token: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok, await answer.clone().text())
  return (await answer.json()) as Record<string, unknown>
}

async function countByState(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM messages GROUP BY state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('a process killed in the middle of hundreds: nothing is lost, nobody gets two, and one at most is in doubt', async () => {
  const first = await startProcess()
  await insertSampleMembers(database.pool, { count: people, today: '2026-11-21' })
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM people WHERE email IS NOT NULL AND death_date IS NULL',
  )
  assert.ok((rows[0]?.count ?? 0) > people / 2)
  const credentials = { email: 'admin@exemplo.pt', password: 'cavalo azul na serra 27' }
  const { access } = await ask(`${first.url}/auth`, 'POST', '', credentials)
  const token = String(access)
  await ask(`${first.url}/settings/messagesPerMinute`, 'PATCH', token, { value: '6000' })
  mail.reply = async () => {
    await sleep(4)
    return 'take' as const
  }
  await ask(`${first.url}/message_batches`, 'POST', token, {
    subject: 'Assembleia geral',
    body: '<p>{saudacao}, contamos consigo.</p>',
    channel: 'email',
    audience: { query: {} },
  })
  await until(async () => mail.received.length >= 30)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await startProcess()
  await until(async () => {
    const { queued = 0, sending = 0 } = await countByState()
    const { rows: batches } = await database.pool.query<{ state: string }>(
      'SELECT state FROM message_batches',
    )
    return batches[0]?.state === 'composed' && queued + sending === 0
  })
  second.child.kill('SIGKILL')

  const { sent = 0, doubtful = 0, ...others } = await countByState()
  assert.deepEqual(others, {})
  assert.ok(doubtful <= 1, `${doubtful} in doubt`)
  const { rows: expected } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM message_batch_people WHERE outcome = 'message'`,
  )
  assert.equal(sent + doubtful, expected[0]?.count)
  const perRecipient = new Map<string, number>()
  for (const { to } of mail.received) perRecipient.set(to, (perRecipient.get(to) ?? 0) + 1)
  assert.deepEqual(
    [...perRecipient].filter(([, count]) => count > 1),
    [],
  )
  assert.ok(perRecipient.size === sent || perRecipient.size === sent + doubtful)
  const { rows: batch } = await database.pool.query(
    'SELECT total, done, sent, failed, left_out FROM message_batches',
  )
  const [{ total, done, left_out: leftOut }] = batch as [{ total: number; done: number; left_out: number }]
  assert.deepEqual([total, done, leftOut], [people, people, people - sent - doubtful])
})
