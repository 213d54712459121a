import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { webhookExample } from '@agremia/resources/webhook-example.ts'
import { Webhook } from 'standardwebhooks'
import { webhookLimits } from '../../limits.ts'
import { maintain } from '../../maintenance.ts'
import { duesTools } from '../../dues/testing.ts'
import { maxNamed, writeInTransaction } from '../../rest/changes.ts'
import { insertSampleMembers } from '../../setup/sample-members.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { jobsDone, until } from '../../testing/wait.ts'
import { testApp } from '../../testing/test-app.ts'
import type { Receiver } from '../testing.ts'
import { answerWith, makeWebhook, startReceiver } from '../testing.ts'

const here = await testApp()
await testApp({ with: here })
const { app, as, clock, make, sql } = here
// Before other members: their numbers begin at 1.
await insertSampleMembers(here.database.pool, { count: 900, today: await here.today() })
const admin = await as('admin')
const editor = await as('editor')
succeeded(await admin.patch('/settings/webhooksAllowPrivate', { value: 'true' }))

async function webhookFor(receiver: Receiver, events: string) {
  return makeWebhook(admin, receiver.url, events)
}

const typesOf = ({ received }: Receiver) => received.map(({ event }) => event.type)
const read = async (path: string) => succeeded(await admin.get(path))
const deliveriesOf = async (id: string) =>
  (await admin.get(`/webhooks/${id}/webhook_deliveries?_sort=created_at`)).body.data as TestRecord[]
const statesOf = async (id: string) => (await deliveriesOf(id)).map(({ state }) => state)
/** Makes all processes look for due deliveries. */
const wake = () => sql(`SELECT pg_notify('agremia_webhooks', '')`)
const becomes = (id: string, state: string) =>
  until(async () => (await read(`/webhooks/${id}`))['state'] === state, state)
/** Nothing more is sent while events of another webhook are. */
async function assertNothingMore(receiver: Receiver): Promise<void> {
  const before = receiver.received.length
  const other = await startReceiver()
  const { id } = await webhookFor(other, 'contacts.created')
  await admin.post(`/webhooks/${id}/send_test`)
  await until(() => other.received.length === 1)
  assert.equal(receiver.received.length, before)
}

describe('an event', () => {
  test('is sent for each write of a chosen kind, signed as Standard Webhooks, with the record as programs read it', async () => {
    // The library compares the time of a signature with the real one.
    clock.advance({ seconds: (Date.now() - clock().getTime()) / 1000 })
    const receiver = await startReceiver()
    const { id, secret } = await webhookFor(receiver, 'members.created  members.updated\nmembers.created')
    assert.match(secret, /^whsec_[\w+/]{43}=$/)
    const member = await make.member()
    succeeded(await admin.patch(`/members/${member._id}`, { city: 'Faro' }))
    await make.payment()
    await until(() => receiver.received.filter(({ event }) => event.data._id === member._id).length >= 2)
    const [created, updated] = receiver.received.filter(({ event }) => event.data._id === member._id)
    assert.deepEqual([created?.event.type, updated?.event.type], ['members.created', 'members.updated'])
    assert.equal(updated?.event.data['city'], 'Faro')
    assert.deepEqual(updated?.event.data, succeeded(await editor.get(`/members/${member._id}`)))
    for (const { body, headers } of receiver.received)
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    assert.throws(() => new Webhook(secret).verify(`${created?.body} `, created?.headers ?? {}), /signature/)
    await until(async () => (await statesOf(id)).every((state) => state === 'delivered'))
    const [delivery] = await deliveriesOf(id)
    assert.equal(delivery?._id, created?.headers['webhook-id'])
    assert.deepEqual([delivery?.['status'], delivery?.['attempts']], [204, 1])
    const stored = await sql('SELECT s.sealed FROM webhook_secrets s WHERE webhook_id = $1', [id])
    assert.ok(!JSON.stringify(stored).includes(secret) && !String(stored[0]?.['sealed']).includes(secret))
  })

  test('names the action that caused it, and has the id alone when the record is deleted', async () => {
    const receiver = await startReceiver()
    await webhookFor(receiver, 'payments.updated contacts.deleted')
    const payment = await make.payment()
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    await until(() => receiver.received.some(({ event }) => event.data._id === payment._id))
    const cancelled = receiver.received.find(({ event }) => event.data._id === payment._id)
    assert.equal(cancelled?.event.action, 'cancel')
    const { personId } = await make.member()
    const contact = succeeded(
      await admin.post('/contacts', { personId, type: 'web', value: 'https://exemplo.pt' }),
    )
    await admin.delete(`/contacts/${contact._id}`)
    await until(() => typesOf(receiver).includes('contacts.deleted'))
    assert.deepEqual(receiver.received.at(-1)?.event.data, { _id: contact._id })
  })

  test('is not recorded when the write is rolled back', async () => {
    const receiver = await startReceiver()
    await webhookFor(receiver, 'contacts.created contacts.deleted')
    const { personId } = await make.member()
    const value = { personId, type: 'web', value: 'https://exemplo.pt' }
    const contact = succeeded(await admin.post('/contacts', value))
    await until(() => receiver.received.length === 1)
    await admin.get(`/contacts/${contact._id}/deletion`)
    await assert.rejects(
      writeInTransaction(app.world, async (_, changes) => {
        changes.push({ resource: 'contacts', action: 'deleted', id: contact._id, version: 1 })
        throw new Error('undone')
      }),
      /undone/,
    )
    await assertNothingMore(receiver)
  })

  test('of a bulk write is recorded for each record', async () => {
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'unsettled_payments.created member_balances.updated')
    const today = await here.today()
    const { category } = await duesTools(here)
    const { id: categoryId } = await category()
    for (const table of ['members', 'member_quota_terms'])
      await sql(`UPDATE ${table} SET category_id = $1`, [categoryId])
    const { _id: run } = succeeded(
      await admin.post('/quota_runs', { year: Number(today.slice(0, 4)), categoryIds: [categoryId] }),
    )
    await jobsDone(here, 'quotaRuns')
    const [charges] = await sql(
      'SELECT count(*)::int AS count FROM unsettled_payments WHERE quota_run_id = $1',
      [run],
    )
    assert.ok(Number(charges?.['count']) > maxNamed)
    const recorded = async (event: string) =>
      (
        await sql(
          `SELECT count(DISTINCT record_id)::int AS count FROM webhook_deliveries WHERE webhook_id = $1 AND event = $2`,
          [id, event],
        )
      )[0]
    assert.deepEqual(await recorded('unsettled_payments.created'), charges)
    assert.deepEqual(await recorded('member_balances.updated'), charges)
    await until(() => receiver.received.length > 0)
    await admin.delete(`/webhooks/${id}`)
  })
})

describe('a receiver', () => {
  test('that refuses an event gets it again later with the same id, and others meanwhile', async () => {
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'contacts.created')
    receiver.answer = answerWith(500, {}, 'avariado\u0000'.repeat(1000))
    const { personId } = await make.member()
    const contact = (value: string) => ({ personId, type: 'web', value: `https://${value}.pt` })
    succeeded(await admin.post('/contacts', contact('a')))
    await until(async () => (await deliveriesOf(id))[0]?.['attempts'] === 1)
    assert.equal((await read(`/webhooks/${id}`))['state'], 'failing')
    receiver.answer = answerWith(204)
    succeeded(await admin.post('/contacts', contact('b')))
    await until(async () => (await statesOf(id)).includes('delivered'))
    assert.deepEqual(await statesOf(id), ['pending', 'delivered'])
    clock.advance({ seconds: 6 })
    await wake()
    await until(async () => (await statesOf(id)).every((state) => state === 'delivered'))
    const [first, , third] = receiver.received
    assert.equal(first?.headers['webhook-id'], third?.headers['webhook-id'])
    assert.notEqual(first?.headers['webhook-timestamp'], third?.headers['webhook-timestamp'])
    const [refused] = await deliveriesOf(id)
    const attempts = (await admin.get(`/webhook_deliveries/${refused?._id}/webhook_attempts?_sort=at`)).body
      .data
    assert.deepEqual(
      attempts.map(({ status, problem }) => [status, problem]),
      [
        [500, 'O destino respondeu 500.'],
        [204, null],
      ],
    )
    assert.match(String(attempts[0]?.['answer']), /^(avariado)+/)
    assert.ok(String(attempts[0]?.['answer']).length <= webhookLimits.answerSize)
  })

  test('out of reach is tried with one event at a time, later and later, and gets all in order at last', async () => {
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'contacts.created')
    receiver.answer = answerWith(503)
    const { personId } = await make.member()
    const add = (name: string) =>
      admin.post('/contacts', { personId, type: 'web', value: `https://${name}.pt` })
    await add('a')
    await until(async () => (await deliveriesOf(id))[0]?.['attempts'] === 1)
    for (const name of ['b', 'c', 'd']) await add(name)
    await assertNothingMore(receiver)
    clock.advance({ seconds: 6 })
    await wake()
    await until(() => receiver.received.length === 2)
    await until(async () => (await deliveriesOf(id))[0]?.['attempts'] === 2)
    clock.advance({ seconds: 6 })
    await wake()
    await assertNothingMore(receiver)
    receiver.answer = answerWith(200)
    clock.advance({ minutes: 6 })
    await wake()
    await until(async () => (await statesOf(id)).every((state) => state === 'delivered'))
    const values = receiver.received.map(({ event }) => event.data['value'])
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.pt`)
    assert.deepEqual(values.slice(0, 3), [a, a, a])
    assert.deepEqual(values.slice(3).sort(), [b, c, d])
    assert.equal((await read(`/webhooks/${id}`))['state'], 'active')
  })

  test('that fails for days is switched off, and the administrators are told; on again, it gets what waited', async () => {
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'contacts.created')
    receiver.answer = answerWith(503)
    const { personId } = await make.member()
    await admin.post('/contacts', { personId, type: 'web', value: 'https://dias.pt' })
    for (let day = 0; day < 12 && (await read(`/webhooks/${id}`))['state'] !== 'stopped'; day++) {
      await becomes(id, 'failing')
      const { length } = receiver.received
      clock.advance({ hours: 27 })
      await wake()
      await until(() => receiver.received.length > length)
      await until(async () => {
        const [row] = await sql('SELECT state, next_attempt_at > $2 AS paused FROM webhooks WHERE id = $1', [
          id,
          clock(),
        ])
        return row?.['state'] === 'stopped' || row?.['paused'] === true
      })
    }
    await becomes(id, 'stopped')
    const { name } = await read(`/webhooks/${id}`)
    const told = await sql('SELECT recipient FROM messages WHERE subject = $1', [
      `O webhook ${String(name)} foi desligado`,
    ])
    const administrators = await sql(`SELECT email AS recipient FROM users WHERE role = 'admin'`)
    assert.deepEqual(told, administrators)
    const [delivery] = await deliveriesOf(id)
    assert.equal(delivery?.['state'], 'pending')
    assert.equal((await admin.post(`/webhook_deliveries/${delivery?._id}/redeliver`)).status, 409)
    receiver.answer = answerWith(200)
    succeeded(await admin.post(`/webhooks/${id}/switch_on`))
    await wake()
    await until(async () => (await statesOf(id))[0] === 'delivered')
  })

  test('that answers 410 is switched off at once', async () => {
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'contacts.created')
    receiver.answer = answerWith(410)
    await admin.post(`/webhooks/${id}/send_test`)
    await becomes(id, 'stopped')
    const { personId } = await make.member()
    await admin.post('/contacts', { personId, type: 'web', value: 'https://fim.pt' })
    assert.equal((await deliveriesOf(id)).length, 1, 'records no events while it is off')
    await sql(`UPDATE messages SET state = 'cancelled' WHERE cause = 'webhookStopped'`)
  })

  test('that redirects is not followed', async () => {
    const target = await startReceiver()
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'contacts.created')
    receiver.answer = answerWith(307, { location: target.url })
    await admin.post(`/webhooks/${id}/send_test`)
    await until(async () => (await deliveriesOf(id))[0]?.['attempts'] === 1)
    assert.match(String((await deliveriesOf(id))[0]?.['problem']), /mandou para outro endereço \(307\)/)
    await assertNothingMore(target)
  })

  test('that hangs delays no other, and one that answers without end is cut', async () => {
    const hanging = await startReceiver()
    hanging.answer = () => {}
    const endless = await startReceiver()
    endless.answer = (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
      response.once('close', () => clearInterval(timer))
    }
    const other = await startReceiver()
    const [slow, long, good] = await Promise.all(
      [hanging, endless, other].map((receiver) => webhookFor(receiver, 'contacts.created')),
    )
    const { personId } = await make.member()
    await admin.post('/contacts', { personId, type: 'web', value: 'https://lento.pt' })
    await until(() => hanging.received.length === 1)
    await until(async () => (await statesOf(good!.id))[0] === 'delivered')
    await until(async () => (await statesOf(long!.id))[0] === 'delivered')
    assert.deepEqual(await statesOf(slow!.id), ['pending'])
    await admin.delete(`/webhooks/${slow!.id}`)
  })
})

describe('a delivery', () => {
  test('is sent again with the same id and the current data; many by a bulk action', async () => {
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'contacts.created')
    const { personId } = await make.member()
    const contact = succeeded(
      await admin.post('/contacts', { personId, type: 'web', value: 'https://velho.pt' }),
    )
    await until(async () => (await statesOf(id))[0] === 'delivered')
    succeeded(await admin.patch(`/contacts/${contact._id}`, { value: 'https://novo.pt' }))
    const [delivery] = await deliveriesOf(id)
    succeeded(await admin.post(`/webhook_deliveries/${delivery?._id}/redeliver`))
    await until(() => receiver.received.length === 2)
    const [first, second] = receiver.received
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
    assert.equal(second?.event.data['value'], 'https://novo.pt')
    await until(async () => (await statesOf(id))[0] === 'delivered')
    const bulk = {
      title: 'Voltar a enviar',
      resource: 'webhookDeliveries',
      action: 'redeliver',
      input: {},
      audience: { ids: [delivery?._id] },
    }
    succeeded(await admin.post('/bulk_actions', bulk))
    await until(() => receiver.received.length === 3)
    await jobsDone(here, 'bulkActions')
  })

  test('is removed from the log after a month, and its webhook without leaving a copy', async () => {
    const receiver = await startReceiver()
    const { id } = await webhookFor(receiver, 'contacts.created')
    await admin.post(`/webhooks/${id}/send_test`)
    await until(async () => (await statesOf(id))[0] === 'delivered')
    await sql(
      `UPDATE webhook_deliveries SET created_at = created_at - interval '31 days' WHERE webhook_id = $1`,
      [id],
    )
    await maintain(app.world)
    assert.deepEqual(await deliveriesOf(id), [])
    await admin.post(`/webhooks/${id}/send_test`)
    await until(async () => (await statesOf(id))[0] === 'delivered')
    assert.equal((await admin.delete(`/webhooks/${id}`)).status, 204)
    const [deletion] = await sql(
      `SELECT jsonb_array_length(rows) AS rows FROM audit_events WHERE record_id = $1 AND action = 'deleted'`,
      [id],
    )
    assert.equal(deletion?.['rows'], 1)
  })
})

describe('a secret', () => {
  test('signs besides the earlier one for a chosen time', async () => {
    const receiver = await startReceiver()
    const { id, secret } = await webhookFor(receiver, 'contacts.created')
    const { body } = await admin.post(`/webhooks/${id}/issue`, { overlapHours: 1 })
    const newer = String(body.data['secret'])
    await admin.post(`/webhooks/${id}/send_test`)
    await until(() => receiver.received.length === 1)
    const isSignedWith = (value: string, { body: text, headers }: Receiver['received'][number]) => {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const signature = new Webhook(value).sign(headers['webhook-id'] ?? '', at, text)
      return headers['webhook-signature']?.split(' ').includes(signature)
    }
    const [first] = receiver.received
    assert.deepEqual(
      [secret, newer].map((value) => isSignedWith(value, first!)),
      [true, true],
    )
    clock.advance({ minutes: 61 })
    await admin.post(`/webhooks/${id}/send_test`)
    await until(() => receiver.received.length === 2)
    assert.deepEqual(
      [secret, newer].map((value) => isSignedWith(value, receiver.received[1]!)),
      [false, true],
    )
  })

  test('is needed before anything is sent; events wait for it', async () => {
    const receiver = await startReceiver()
    const input = { name: 'Sem segredo', url: receiver.url, events: 'contacts.created' }
    const { _id: id } = succeeded(await admin.post('/webhooks', input))
    assert.equal((await admin.post(`/webhooks/${id}/send_test`)).status, 409)
    const { personId } = await make.member()
    await admin.post('/contacts', { personId, type: 'web', value: 'https://espera.pt' })
    await assertNothingMore(receiver)
    await admin.post(`/webhooks/${id}/issue`, {})
    await until(() => receiver.received.length === 1)
  })
})

test('the documented example accepts deliveries, and rejects modified, old and wrongly signed ones', async (t) => {
  const receiver = await startReceiver()
  const { id, secret } = await webhookFor(receiver, 'contacts.created')
  await admin.post(`/webhooks/${id}/send_test`)
  await until(() => receiver.received.length === 1)
  const folder = await mkdtemp(join(tmpdir(), 'agremia-webhook-'))
  after(() => rm(folder, { recursive: true }))
  const read = async (value: string) => {
    const file = join(folder, `${createHash('sha256').update(value).digest('hex')}.mts`)
    await writeFile(file, webhookExample.replace('process.env.WEBHOOK_SECRET', JSON.stringify(value)))
    return (await import(file)) as { readEvent: (headers: object, body: string) => Record<string, unknown> }
  }
  const { headers, body, event } = receiver.received[0]!
  const { readEvent } = await read(secret)
  t.mock.timers.enable({ apis: ['Date'], now: clock() })
  assert.deepEqual(readEvent(headers, body), { id: headers['webhook-id'], ...event })
  assert.throws(() => readEvent(headers, body.replace('test', 'tese')), /Assinatura errada/)
  const other = await read(secret.replace(/_../, '_zz'))
  assert.throws(() => other.readEvent(headers, body), /Assinatura errada/)
  t.mock.timers.tick(301_000)
  assert.throws(() => readEvent(headers, body), /Pedido antigo/)
})

test('unknown events are refused, and only administrators manage webhooks', async () => {
  const input = { name: 'X', url: 'https://exemplo.pt/a', events: 'members.created users.created' }
  const answer = await admin.post('/webhooks', input)
  assert.deepEqual(answer.body.errors, { events: ['O acontecimento users.created não existe.'] })
  assert.deepEqual(Object.keys((await admin.post('/webhooks', {})).body.errors), ['name', 'url', 'events'])
  for (const refused of [
    await editor.get('/webhooks'),
    await editor.post('/webhooks', input),
    await editor.get('/webhook_deliveries'),
    await editor.get('/webhook_attempts'),
  ])
    assert.equal(refused.status, 403)
})
