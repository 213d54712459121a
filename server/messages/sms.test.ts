import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { freePort } from '../database/free-port.ts'
import { inTransaction } from '../database/transaction.ts'
import { startLocalService } from '../testing/local-service.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { announce } from './index.ts'
import { runClock, messageTools } from './testing.ts'

const provider = await startLocalService('{"aceite":true}')
after(() => provider.close())
const { received } = provider
const address = `http://${provider.host}`

const here = await testApp({ config: { smsAllowPrivate: true } })
const { app, as, make, database } = here
const { set, becomes, stateOf, hurry, until } = messageTools(here)
runClock(here)
const admin = await as('admin')
await set('messagesPerMinute', '6000')
let counter = 0

/** Sends the welcome message to a new member who prefers SMS; returns the mobile number. */
async function welcome(): Promise<string> {
  const mobile = `+35191234${String(5000 + ++counter)}`
  const member = await make.member({ name: 'João Ação', mobile, messageChannel: 'sms' })
  await inTransaction(database, (tx) =>
    announce(
      { db: tx, world: app.world },
      { event: 'welcome', to: { personId: String(member['personId']) }, values: {} },
    ),
  )
  return mobile
}

describe('an SMS', () => {
  test('is held while no service is configured', async () => {
    const mobile = await welcome()
    await becomes(mobile, 'held')
    assert.equal((await stateOf(mobile))?.reason, 'noServer')
  })

  test('is sent with the configured request, without accents that would need more parts', async () => {
    await set('smsUrl', `${address}/envios`)
    await set('smsToken', 'chave-secreta')
    await set('smsSender', 'Clube')
    const mobile = await welcome()
    await becomes(mobile, 'sent')
    const last = received.at(-1)
    assert.deepEqual([last?.method, last?.url], ['POST', '/envios'])
    assert.equal(last?.headers['authorization'], 'Bearer chave-secreta')
    assert.equal(last?.headers['content-type'], 'application/json')
    const sent = JSON.parse(last?.body ?? '') as Record<string, string>
    assert.deepEqual([sent['to'], sent['from']], [mobile, 'Clube'])
    assert.match(
      sent['text'] ?? '',
      /^Agremia: boas-vindas. O seu numero e \d+\.$|^Agremia: boas-vindas. O seu numero é \d+\.$/,
    )
    const { body } = await admin.get(`/messages?_channel=sms&_state=sent`)
    assert.deepEqual([body.data[0]?.['smsParts'], body.data[0]?.['recipient']], [1, mobile])
    assert.equal((await admin.get(`/messages/${body.data[0]?._id}`)).body.data['bodyText'], sent['text'])
  })

  test('is sent in the URL when the method is GET', async () => {
    await set('smsMethod', 'GET')
    await set('smsUrl', `${address}/envia?n={to}&t={text}`)
    const mobile = await welcome()
    await becomes(mobile, 'sent')
    const last = received.at(-1)
    assert.equal(last?.method, 'GET')
    const query = new URL(last?.url ?? '', address).searchParams
    assert.equal(query.get('n'), mobile)
    assert.match(query.get('t') ?? '', /^Agremia: boas-vindas./)
    await set('smsMethod', 'POST')
    await set('smsUrl', `${address}/envios`)
  })

  test('fails, is retried or becomes doubtful by the answer of the service', async () => {
    for (const [code, state, words] of [
      [400, 'failed', /recusou a mensagem: 400 /],
      [429, 'queued', /tentar mais tarde: 429 /],
      [401, 'queued', /não aceitou a chave: 401 /],
      [500, 'doubtful', /falhou sem confirmar: 500 /],
      ['cut', 'doubtful', /caiu sem confirmação/],
    ] as const) {
      provider.reply = code === 'cut' ? code : { status: code }
      const mobile = await welcome()
      await until(async () => (await stateOf(mobile))?.error !== null)
      const message = await stateOf(mobile)
      assert.equal(message?.state, state, String(code))
      assert.match(message?.error ?? '', words)
      assert.equal(received.filter(({ body }) => body.includes(mobile)).length, 1)
      provider.reply = { status: 200 }
      if (state !== 'queued') continue
      await hurry()
      await becomes(mobile, 'sent')
    }
    await set('smsUrl', `http://127.0.0.1:${await freePort()}/`)
    const nobody = await welcome()
    await until(async () => (await stateOf(nobody))?.error !== null)
    assert.equal((await stateOf(nobody))?.state, 'queued')
    await set('smsUrl', `${address}/envios`)
  })

  test('fails on a redirect, which is not followed', async () => {
    const elsewhere = await startLocalService('{}')
    after(() => elsewhere.close())
    for (const status of [302, 307, 308]) {
      provider.reply = { status, headers: { location: `http://${elsewhere.host}/roubo` } }
      const mobile = await welcome()
      await becomes(mobile, 'failed')
      assert.match((await stateOf(mobile))?.error ?? '', /mandou para outro endereço, que não se segue/)
    }
    assert.deepEqual(elsewhere.received, [])
    provider.reply = { status: 200 }
  })

  test('can be sent as a test message', async () => {
    await set('smsUrl', `${address}/envios`)
    const { outcome, detail } = succeeded(
      await admin.post('/messages/test', { channel: 'sms', to: '912345678' }),
    )
    assert.deepEqual([outcome, detail], ['sent', '200 {"aceite":true}'])
    assert.ok(received.at(-1)?.body.includes('+351912345678'))
  })
})
