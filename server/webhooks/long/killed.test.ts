import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realProcesses } from '../../testing/real-process.ts'
import { until } from '../../testing/wait.ts'
import { startReceiver } from '../testing.ts'

const { database, start } = await realProcesses()

test('of two processes one is killed: each stored write has its event, and each event arrives', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 5)
  const [first, second] = [await start(), await start()]
  await first.patch('/settings/webhooksAllowPrivate', { value: 'true' })
  const webhook = { name: 'Sítio', url: receiver.url, events: 'people.created' }
  const { _id } = await first.post('/webhooks', webhook)
  await first.post(`/webhooks/${String(_id)}/issue`, {})

  const acknowledged: string[] = []
  async function create(place: number): Promise<void> {
    const to = place % 2 === 0 && first.isAlive() ? first : second
    const person = await to.post('/people', { name: `Pessoa ${place}` }).catch(() => undefined)
    if (person) acknowledged.push(String(person['_id']))
  }
  const writes = (async () => {
    for (let place = 0; place < 120; place += 4)
      await Promise.all([0, 1, 2, 3].map((more) => create(place + more)))
  })()
  await until(() => receiver.received.length >= 20)
  await first.kill()
  await writes
  await until(async () => {
    const { rows } = await database.pool.query(`SELECT FROM webhook_deliveries WHERE state = 'pending'`)
    return rows.length === 0
  })

  const { rows: stored } = await database.pool.query<{ id: string; count: number }>(
    `SELECT p.id, (SELECT count(*)::int FROM webhook_deliveries d WHERE d.record_id = p.id::text) AS count FROM people p`,
  )
  assert.deepEqual(
    stored.filter(({ count }) => count !== 1),
    [],
  )
  const told = new Set(receiver.received.map(({ event }) => event.data._id))
  assert.deepEqual(
    stored.filter(({ id }) => !told.has(id)),
    [],
  )
  assert.ok(acknowledged.every((id) => told.has(id)))
  assert.equal(told.size, stored.length)
  // Those that were under way when the process was killed may have been sent twice.
  assert.ok(receiver.received.length - told.size <= 8, `${receiver.received.length - told.size} twice`)
})
