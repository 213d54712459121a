import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { startGatewaySimulator } from '../testing/gateway-simulator.ts'
import { until } from '../testing/wait.ts'
import { readEupagoBody, readEupagoQuery } from './eupago.ts'
import { NoticeRefused } from './gateway.ts'
import { readIfthenpayCallback } from './ifthenpay.ts'
import { isSameSecret, noticeAmount, noticeFee, noticeReference, noticeTime } from './notice-values.ts'

const refusal = (status: 400 | 403) => (error: unknown) =>
  error instanceof NoticeRefused && error.status === status

describe('values of notices', () => {
  test('amounts are decimals with a point or a comma, above zero', () => {
    const amounts = {
      '24.00': 2400,
      '24': 2400,
      '24,5': 2450,
      '24.00000': 2400,
      '0.01': 1,
      '999999.99': 99_999_999,
    }
    for (const [text, cents] of Object.entries(amounts)) assert.equal(noticeAmount(text), cents, text)
    for (const text of [
      '',
      '0',
      '0.00',
      '-5',
      '+5',
      '1e3',
      '24.005',
      ' 24',
      '1.234,56',
      'NaN',
      '9'.repeat(20),
    ])
      assert.equal(noticeAmount(text), undefined, text)
  })

  test('fees with four decimals are rounded half up', () => {
    assert.deepEqual(['0.8364', '0.705', '0', 'x', ''].map(noticeFee), [84, 71, 0, null, null])
  })

  test('times are read as each gateway writes them', () => {
    const expected = '2024-10-21 15:41:00'
    for (const text of [
      '21-10-2024 15:41:00',
      '2024-10-21:15:41:00',
      '2024-10-21T15:41:00',
      '2024-10-21 15:41',
    ])
      assert.equal(noticeTime(text), expected, text)
    for (const text of ['', '31-02-2024 10:00:00', '2024-13-01', 'ontem', '21-10-2024 25:00:00'])
      assert.equal(noticeTime(text), null, text)
  })

  test('references get their zeros back', () => {
    assert.deepEqual(['123456', '000123456', '1234567890', 'x', ''].map(noticeReference), [
      '000123456',
      '000123456',
      null,
      null,
      null,
    ])
  })

  test('an empty secret equals none', () => {
    assert.deepEqual(
      [isSameSecret('a', 'a'), isSameSecret('a', 'b'), isSameSecret('', '')],
      [true, false, false],
    )
  })
})

describe('callbacks of Eupago', () => {
  const keys = { api: 'demo', channel: '', secret: '0123456789abcdef0123456789abcdef' }
  const body = '{"transaction":{"identifier":"Q2026-000123","trid":"1","status":"Paid"}}'
  const vector = 'tEUm6BpB3eZQOouPCOHbY5cJ2NPANVlGTcBT9Pzj9aQ='

  test('are signed in base64 with the secret of the channel', () => {
    assert.equal(createHmac('sha256', keys.secret).update(body).digest('base64'), vector)
    const read = (text: string, signature: string) =>
      readEupagoBody(Buffer.from(text), { signature, vector: undefined }, keys)
    assert.throws(() => read(body, vector), refusal(400), 'right signature, without an amount')
    assert.throws(() => read(`${body} `, vector), refusal(403))
    assert.throws(() => read(body, Buffer.from(vector, 'base64').toString('hex')), refusal(403))
    const unsigned = { signature: vector, vector: undefined }
    assert.throws(() => readEupagoBody(Buffer.from(body), unsigned, { ...keys, secret: '' }), refusal(403))
  })

  test('of version 1 have the key of the API, and a refund is told apart', () => {
    const query = {
      valor: '24.00',
      referencia: '123456',
      transacao: '9',
      identificador: 'Q1',
      mp: 'PC:PT',
      entidade: '99999',
      data: '2026-05-26:14:30:00',
      comissao: '0.7',
    }
    assert.throws(() => readEupagoQuery({ ...query, chave_api: 'outra' }, keys), refusal(403))
    const notice = readEupagoQuery({ ...query, chave_api: 'demo' }, keys)
    assert.deepEqual(
      [notice.key, notice.amount, notice.fee, notice.reference, notice.paidAt, notice.kind],
      ['9', 2400, 70, '000123456', '2026-05-26 14:30:00', 'multibanco'],
    )
    assert.equal(JSON.stringify(notice.raw).includes('demo'), false, 'without the key')
    assert.equal(readEupagoQuery({ ...query, chave_api: 'demo', mp: 'RB:PT' }, keys).isRefund, true)
  })
})

test('a callback of ifthenpay is read, and its key is not kept', () => {
  const query = {
    apk: 'KEY',
    oid: 'Q2026-000123',
    tid: 'simA1b2C3',
    ent: '99999',
    ref: '000123456',
    val: '24.00',
    fee: '0.70',
    pm: 'MB',
  }
  const notice = readIfthenpayCallback(query, 'KEY')
  assert.deepEqual(
    [notice.orderId, notice.externalId, notice.amount, notice.fee, notice.kind],
    ['Q2026-000123', 'simA1b2C3', 2400, 70, 'multibanco'],
  )
  assert.equal(JSON.stringify(notice.raw).includes('KEY'), false)
  assert.equal(readIfthenpayCallback({ ...query, pm: 'MBWAY', ref: 'Q2026-000123' }, 'KEY').kind, 'mbway')
  for (const apk of ['', 'key', 'KEYS', ['KEY', 'KEY']])
    assert.throws(() => readIfthenpayCallback({ ...query, apk }, 'KEY'), refusal(403))
})

test('each button of the page of the simulator does what it says', async () => {
  let notices = 0
  const program = createServer((_request, response) => {
    notices += 1
    response.end()
  }).listen(0, '127.0.0.1')
  after(() => program.close())
  await once(program, 'listening')
  const simulator = await startGatewaySimulator()
  await simulator.act('program', { url: `http://127.0.0.1:${(program.address() as AddressInfo).port}` })
  const ask = (id: string) =>
    fetch(`${simulator.origin}/clientes/rest_api/multibanco/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chave: simulatedGateways.eupago.eupagoApiKey, valor: '5.00', id }),
    })
  const pressed = new Set<string>()
  const seen = new Set<string>()
  const buttons = async () => {
    const html = await (await fetch(simulator.origin)).text()
    const forms = [...html.matchAll(/<form method="post" action="([^"]+)">(.*?)<button>([^<]+)<\/button>/gs)]
    assert.equal(forms.length, html.match(/<button>/g)?.length, 'each button has a form')
    return forms.map(([, action = '', content = '', label = '']) => {
      seen.add(label)
      const fields = [...content.matchAll(/name="(\w+)" value="([^"]*)"/g)]
      return {
        action,
        label,
        body: new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])),
      }
    })
  }
  /** Presses a button of the latest order, or one of the page. Returns how many notices it sent. */
  const press = async (label: string, more: Record<string, string> = {}) => {
    const button = (await buttons()).find((one) => one.label === label)
    assert.ok(button, label)
    pressed.add(label)
    for (const [name, value] of Object.entries(more)) button.body.set(name, value)
    const before = notices
    const { status, headers } = await fetch(`${simulator.origin}${button.action}`, {
      method: 'POST',
      body: button.body,
      redirect: 'manual',
    })
    assert.deepEqual([status, headers.get('location')], [303, '/'], label)
    return notices - before
  }
  const latest = async () => (await simulator.orders()).at(-1)

  await ask('Q1')
  assert.equal(await press('Recusar'), 0)
  assert.equal((await latest())?.state, 'refused')
  await ask('Q2')
  assert.equal(await press('Deixar expirar'), 0)
  assert.equal((await latest())?.state, 'expired')
  assert.equal(await press('Pagar'), 1)
  assert.equal(await press('Pagar outra vez'), 1)
  assert.equal(await press('Pagar, com o aviso a dobrar'), 2)
  assert.equal(await press('Pagar, e perder o aviso'), 0)
  assert.equal(await press('Pagar este valor', { amount: '3,50' }), 1)
  assert.equal(await press('Devolver'), 1)
  assert.deepEqual(
    (await latest())?.payments.map(({ amount }) => amount),
    [500, 500, 500, 500, 350],
  )
  await press('Decidir eu')
  await press('Responder sozinhos')
  await press('Perder as respostas')
  assert.equal((await ask('Q3')).status, 504)
  assert.equal((await latest())?.orderId, 'Q3', 'it arrived')
  await press('Responder outra vez')
  assert.equal((await ask('Q4')).status, 200)
  assert.deepEqual(seen, pressed)
})

describe('the simulator answers as the gateways do', async () => {
  const { origin, act } = await startGatewaySimulator()
  const { ifthenpayMbKey, ifthenpayMbwayKey } = simulatedGateways.ifthenpay
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, unknown>
  }

  test('a reference', async () => {
    const asked = { mbKey: ifthenpayMbKey, orderId: 'Q2026-000123', amount: '24.00', expiryDays: 30 }
    const made = await post('/multibanco/reference/init', asked)
    assert.deepEqual(Object.keys(made).toSorted(), [
      'Amount',
      'Entity',
      'ExpiryDate',
      'Message',
      'OrderId',
      'Reference',
      'RequestId',
      'Status',
    ])
    assert.match(String(made['ExpiryDate']), /^\d\d-\d\d-\d{4}$/)
    assert.deepEqual(
      [made['Amount'], made['Entity'], made['Message'], made['Status']],
      ['24.00', '99999', 'Success', '0'],
    )
    for (const wrong of [
      { mbKey: 'ABC-123456' },
      { amount: '24,00' },
      { expiryDays: 33 },
      { orderId: 'x'.repeat(26) },
    ])
      assert.equal((await post('/multibanco/reference/init', { ...asked, ...wrong }))['RequestId'], null)
  })

  test('a request to a phone is pending, and then paid', async () => {
    const asked = {
      mbWayKey: ifthenpayMbwayKey,
      orderId: 'Q2026-000124',
      amount: '24.00',
      mobileNumber: '351#912345670',
    }
    const { Status, Message, RequestId } = await post('/spg/payment/mbway', asked)
    assert.deepEqual([Status, Message], ['000', 'Pending'])
    const state = async () => {
      const query = new URLSearchParams({ mbWayKey: ifthenpayMbwayKey, requestId: String(RequestId) })
      const answer = await fetch(`${origin}/spg/payment/mbway/status?${query.toString()}`)
      return ((await answer.json()) as { Status: string }).Status
    }
    assert.equal(await state(), '123')
    await act('clock', { seconds: 5 })
    assert.equal(await state(), '000')
  })

  test('a callback that is refused is sent again three times, and then listed', async () => {
    const simulator = await startGatewaySimulator()
    const body = { chave: simulatedGateways.eupago.eupagoApiKey, valor: '5.00', id: 'Q1' }
    await fetch(`${simulator.origin}/clientes/rest_api/multibanco/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await simulator.act('pay/Q1')
    for (const seconds of [2, 4, 8]) {
      assert.deepEqual(await simulator.undelivered(), [])
      await simulator.act('clock', { seconds })
      await simulator.act('refund/nada')
    }
    await until(async () => (await simulator.undelivered()).length === 1)
  })
})
