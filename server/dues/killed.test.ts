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
import { assertKeptTotals } from '../testing/kept-totals.ts'
import { testDatabase } from '../testing/test-database.ts'

const database = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'agremia-dues-killed-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const account = { email: 'admin@exemplo.pt', password: 'cavalo azul na serra 27' }
const date = '2020-05-05'
const writers = 50

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A real process of the program on the same database, and the token of its administrator. */
async function startProcess() {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    LOG_LEVEL: 'fatal',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], { env, stdio: 'ignore' })
  after(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}/api`
  for (let tries = 0; tries < 1500; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok) break
    await sleep(20)
  }
  const { access } = (await post(`${url}/auth`, account)).body as unknown as { access: string }
  return { url, child, headers: { authorization: `Bearer ${access}` } }
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as { data: { receiptNumber: string } } }
}

test('receipts are 1 to n with fifty writers at once, also when the process is killed in the middle', async () => {
  const first = await startProcess()
  await insertSampleMembers(database.pool, { count: 20, today: '2026-11-21' })
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM members ORDER BY member_number')
  const members = rows.map(({ id }) => id)
  for (const memberId of members) {
    const charge = { memberId, type: 'other', amount: 1000, dueDate: date }
    assert.equal((await post(`${first.url}/unsettled_payments`, charge, first.headers)).status, 201)
  }
  const acknowledged = new Map<string, string>()
  const keys = Array.from({ length: 300 }, (_, index) => `recibo-${index}`)
  const payOn = async ({ url, headers }: typeof first, key: string) => {
    const memberId = members[Number(key.split('-')[1]) % members.length]
    const payment = { memberId, date, amount: 5, method: 'transfer' }
    const { status, body } = await post(`${url}/payments`, payment, { ...headers, 'idempotency-key': key })
    assert.equal(status, 201)
    return body.data.receiptNumber
  }

  const waiting = [...keys]
  const work = async () => {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      acknowledged.set(key, await payOn(first, key))
      if (acknowledged.size === 100) first.child.kill('SIGKILL')
    }
  }
  await Promise.allSettled(Array.from({ length: writers }, work))
  assert.ok(acknowledged.size >= 100 && acknowledged.size < keys.length, String(acknowledged.size))

  const second = await startProcess()
  const numbers = new Map<string, string>()
  const again = [...keys]
  const repeat = async () => {
    for (let key = again.shift(); key; key = again.shift()) numbers.set(key, await payOn(second, key))
  }
  await Promise.all(Array.from({ length: writers }, repeat))
  second.child.kill('SIGKILL')

  for (const [key, number] of acknowledged)
    assert.equal(numbers.get(key), number, 'what was said still holds')
  const expected = keys.map((_, index) => `Q/2020/${String(index + 1).padStart(6, '0')}`)
  assert.deepEqual([...numbers.values()].toSorted(), expected)
  const unsound = await database.pool.query(
    `SELECT b.id FROM member_balances b JOIN members m ON m.id = b.id
     WHERE b.balance <> coalesce((SELECT sum(open_amount) FROM unsettled_payments WHERE member_id = m.id), 0)
       OR (SELECT sum(amount) FROM payment_items WHERE member_id = m.id) <> (SELECT sum(paid_amount) FROM unsettled_payments WHERE member_id = m.id)`,
  )
  assert.deepEqual(unsound.rows, [])
  await assertKeptTotals({ database })
})
