import assert from 'node:assert/strict'
import { createCipheriv, createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import type { GatewayName } from '@agremia/resources/gateways.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { startGatewaySimulator } from '../../testing/gateway-simulator.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { jobsDone, until } from '../../testing/wait.ts'
import { duesTools } from '../testing.ts'
import { sql as rawSql } from '../../database/sql.ts'
import { attemptLimits } from '../../limits.ts'
import { queryDue } from './query-intents.ts'
import { writeAnswer } from './request-intent.ts'

const simulator = await startGatewaySimulator()
const { app, as, another, clock, make, sql, today, visitor } = await testApp({
  config: { gatewayUrl: simulator.origin },
})
const program = await app.listen({ port: 0, host: '127.0.0.1' })
await simulator.act('program', { url: program })
const admin = await as('admin')
const { balanceOf, charge, notify, pay, read, set } = await duesTools({ as, make, today, sql })

async function choose(gateway: GatewayName, automated = true) {
  for (const [name, value] of Object.entries(simulatedGateways[gateway])) await set(name, value)
  await set('automatedMemberPayments', String(automated))
}

const memberWithDebt = async (amount = 24) => {
  const member = await make.member({ mobile: '912345670' })
  const debt = await charge({ memberId: member._id, amount })
  return { memberId: member._id, debt, chargeIds: [debt._id] }
}
const intent = (id: string) => read('payment_intents', id)
const settled = async (id: string, statuses: string[]) => {
  await until(
    async () => statuses.includes(String((await intent(id))['status'])),
    `${id}: ${statuses.join()}`,
  )
  return intent(id)
}
/** Asks for a reference and waits for the gateway's answer. */
async function reference({ memberId, chargeIds }: { memberId: string; chargeIds: string[] }) {
  const { status, body } = await admin.post('/payment_intents', { memberId, chargeIds })
  assert.equal(status, 201, body.message)
  return settled(body.data._id, ['pending', 'failed'])
}
async function mbway(given: { memberId: string; chargeIds: string[] }, phone: string) {
  const { status, body } = await admin.post('/mbway', { ...given, phone })
  assert.equal(status, 201, body.message)
  return settled(body.data._id, ['pending', 'failed'])
}
const incoming = async (intentId: string): Promise<TestRecord[]> => {
  await jobsDone({ sql }, 'incomingPayments')
  return (await admin.get(`/incoming_payments?_paymentIntentId=${intentId}`)).body.data
}
const statesOf = async (intentId: string) =>
  (await incoming(intentId)).map(({ state }) => String(state)).toSorted()
const paymentsOf = async (memberId: string): Promise<TestRecord[]> =>
  (await admin.get(`/members/${memberId}/payments`)).body.data
/** Polls the gateway for an intent. */
async function poll(id: string): Promise<TestRecord> {
  await sql('UPDATE payment_intents SET next_query_at = to_timestamp(0) WHERE id = $1', [id])
  await queryDue(app.world)
  return intent(id)
}

for (const gateway of ['ifthenpay', 'eupago'] as const)
  describe(gateway, () => {
    test('a reference that is paid settles its charges with a receipt', async () => {
      await choose(gateway)
      const { memberId, debt, chargeIds } = await memberWithDebt()
      const asked = await reference({ memberId, chargeIds })
      assert.match(String(asked['reference']), /^\d{9}$/)
      assert.equal(asked['entity'], '99999')
      const { data: advice } = (await admin.get(`/payment_advice?memberId=${memberId}&chargeIds=${debt._id}`))
        .body
      assert.deepEqual(advice['multibanco'], {
        entity: '99999',
        reference: asked['reference'],
        amount: 24,
        expiresAt: asked['expiresAt'],
      })
      assert.equal(
        (await reference({ memberId, chargeIds }))._id,
        asked._id,
        'a valid reference is used again',
      )

      assert.equal(await simulator.act(`pay/${String(asked['reference'])}`), 303)
      const paid = await settled(asked._id, ['paid'])
      const [received] = await incoming(asked._id)
      assert.equal(received?.['state'], 'settled')
      const payment = await read('payments', String(received?.['paymentId']))
      assert.deepEqual(
        [payment['amount'], payment['method'], payment['fee'], payment['reference'], payment['receivedBy']],
        [
          24,
          'multibanco',
          0.7,
          `99999 ${String(asked['reference']).replace(/(\d{3})(?=\d)/g, '$1 ')}`,
          gateway === 'eupago' ? 'Eupago' : 'ifthenpay',
        ],
      )
      assert.match(String(payment['receiptNumber']), /^Q\//)
      assert.equal((await read('unsettled_payments', debt._id))['status'], 'paid')
      assert.ok(paid['paidAt'])
      assert.deepEqual(await simulator.undelivered(), [])
    })

    test('a phone that accepts pays, also when the notice comes twice', async () => {
      await choose(gateway)
      const { memberId, debt, chargeIds } = await memberWithDebt()
      const asked = await mbway({ memberId, chargeIds }, '+351 912 345 679')
      assert.equal(asked['phone'], '+351912345679')
      await simulator.act('clock', { seconds: 5 })
      await settled(asked._id, ['paid'])
      await incoming(asked._id)
      assert.deepEqual(
        (await paymentsOf(memberId)).map(({ amount, method }) => [amount, method]),
        [[24, 'mbway']],
      )
      assert.equal((await read('unsettled_payments', debt._id))['status'], 'paid')
    })

    test('a payment after the reference has expired, or its charges changed, counts', async () => {
      await choose(gateway)
      const { memberId, chargeIds } = await memberWithDebt()
      const late = await reference({ memberId, chargeIds })
      await sql(`UPDATE payment_intents SET status = 'expired' WHERE id = $1`, [late._id])
      await simulator.act(`pay/${String(late['reference'])}`)
      await settled(late._id, ['paid'])

      const other = await memberWithDebt()
      const ended = await reference(other)
      await pay({ memberId: other.memberId, amount: 20 })
      assert.deepEqual(
        [(await intent(ended._id))['status'], (await intent(ended._id))['problem']],
        ['cancelled', 'As dívidas mudaram.'],
      )
      const again = await reference(other)
      assert.notEqual(again['reference'], ended['reference'])
      assert.equal(again['amount'], 4)
      await simulator.act(`pay/${String(ended['reference'])}`)
      await settled(ended._id, ['paid'])
      await incoming(ended._id)
      assert.deepEqual(await balanceOf(other.memberId), { balance: 0, overdueAmount: 0, credit: 20 })
      assert.equal((await intent(again._id))['status'], 'cancelled')
    })

    test('a second payment of a reference waits for a person, and a repeated notice of the first does not', async () => {
      await choose(gateway)
      const { memberId, chargeIds } = await memberWithDebt()
      const asked = await reference({ memberId, chargeIds })
      const pays = `pay/${String(asked['reference'])}`
      const waiting = async () => Number(succeeded(await admin.get('/today'))['incomingPayments'])
      const before = await waiting()
      await simulator.act(pays, { copies: 2 })
      await settled(asked._id, ['paid'])
      assert.deepEqual([await statesOf(asked._id), await waiting()], [['settled'], before])
      await simulator.act('clock', { seconds: 10 })
      await simulator.act(pays, { copies: 2 })
      assert.deepEqual([await statesOf(asked._id), await waiting()], [['settled', 'toMatch'], before + 1])
      const second = (await incoming(asked._id)).find(({ state }) => state === 'toMatch')
      assert.match(String(second?.['problem']), /segundo pagamento/)
      succeeded(await admin.post(`/incoming_payments/${second?._id}/match`, { memberId }))
      assert.deepEqual(
        [await waiting(), (await balanceOf(memberId)).credit, (await paymentsOf(memberId)).length],
        [before, 24, 2],
      )
    })

    test('without automated payments a payment waits for a person', async () => {
      await choose(gateway, false)
      const { memberId, chargeIds } = await memberWithDebt()
      const asked = await reference({ memberId, chargeIds })
      await simulator.act(`pay/${String(asked['reference'])}`)
      await settled(asked._id, ['paid'])
      const [received] = await incoming(asked._id)
      assert.deepEqual([received?.['state'], await paymentsOf(memberId)], ['toConfirm', []])
      const confirm = `/incoming_payments/${received?._id}/confirm`
      for (const role of ['auditor', 'member'] as const)
        assert.equal((await (await as(role)).post(confirm)).status, 403)
      assert.equal((await admin.post(confirm)).status, 200)
      assert.equal((await admin.post(confirm)).status, 409)
      assert.equal((await paymentsOf(memberId)).length, 1)
      assert.equal((await read('incoming_payments', String(received?._id)))['state'], 'settled')
    })

    test('the gateway says which key is wrong', async () => {
      await choose(gateway)
      const problems = async () => (await admin.post('/gateways/test')).body.data['problems'] as string[]
      assert.deepEqual(await problems(), [])
      const key = gateway === 'ifthenpay' ? 'ifthenpayMbKey' : 'eupagoApiKey'
      await set(key, 'SIM-errada')
      assert.match(
        (await problems()).join(),
        gateway === 'ifthenpay' ? /chave Multibanco não é desta conta/ : /chave da API está errada/,
      )
      const { memberId, chargeIds } = await memberWithDebt()
      const failed = await reference({ memberId, chargeIds })
      assert.equal(failed['status'], 'failed')
      assert.match(String(failed['problem']), /não fez a referência/)
      await choose(gateway)
      assert.equal(
        (await reference({ memberId, chargeIds }))['status'],
        'pending',
        'it can be asked for again',
      )
    })
  })

describe('MB WAY', () => {
  const outcomes = { 6: 'refused', 7: 'refused', 8: 'expired' } as const
  for (const [digit, status] of Object.entries(outcomes))
    test(`a phone that ends in ${digit} leaves the request ${status}`, async () => {
      await choose('ifthenpay')
      const { memberId, chargeIds } = await memberWithDebt()
      const asked = await mbway({ memberId, chargeIds }, `91234567${digit}`)
      await simulator.act('clock', { seconds: digit === '8' ? 300 : 5 })
      await sql('UPDATE payment_intents SET next_query_at = to_timestamp(0) WHERE id = $1', [asked._id])
      await queryDue(app.world)
      assert.equal((await intent(asked._id))['status'], status)
      assert.deepEqual(await paymentsOf(memberId), [])
    })

  test('a payment whose notice was lost is found by asking, with its fee', async () => {
    await choose('ifthenpay')
    await simulator.act('program', { url: 'http://127.0.0.1:1' })
    const { memberId, chargeIds } = await memberWithDebt()
    const asked = [await mbway({ memberId, chargeIds }, '912345671')]
    const other = await memberWithDebt()
    asked.push(await reference(other))
    await simulator.act('clock', { seconds: 5 })
    await simulator.act(`pay/${String(asked[1]?.['reference'])}`)
    for (const { _id } of asked) {
      await sql('UPDATE payment_intents SET next_query_at = to_timestamp(0) WHERE id = $1', [_id])
      await queryDue(app.world)
      await settled(_id, ['paid'])
    }
    await simulator.act('program', { url: program })
    await jobsDone({ sql }, 'incomingPayments')
    const fees = [await paymentsOf(memberId), await paymentsOf(other.memberId)].flat().map(({ fee }) => fee)
    assert.deepEqual(fees, [0.45, 0.7])
  })

  test('one request at a time: another phone waits for the first, and a refusal allows another', async () => {
    await choose('ifthenpay')
    const { memberId, debt, chargeIds } = await memberWithDebt()
    const first = await mbway({ memberId, chargeIds }, '912345676')
    await charge({ memberId, amount: 5 })
    const again = await admin.post('/mbway', { memberId, chargeIds, phone: '912345699' })
    assert.equal(again.status, 409)
    assert.match(again.body.message, /acaba em 676/)
    await simulator.act('clock', { seconds: 5 })
    await sql('UPDATE payment_intents SET next_query_at = to_timestamp(0) WHERE id = $1', [first._id])
    await queryDue(app.world)
    assert.equal((await intent(first._id))['status'], 'refused')
    const second = await mbway({ memberId, chargeIds }, '912345690')
    await simulator.act('clock', { seconds: 5 })
    await settled(second._id, ['paid'])
    await incoming(second._id)
    assert.equal((await read('unsettled_payments', debt._id))['status'], 'paid')
    assert.equal((await paymentsOf(memberId)).length, 1)
    const listed = (await admin.get(`/mbway?_memberId=${memberId}&_sort=created_at`)).body
    assert.deepEqual([listed.meta.total, listed.data.map(({ status }) => status)], [2, ['refused', 'paid']])
  })

  test('a debt that is paid by reference, by phone and at the counter is credit, and «Hoje» tells it', async () => {
    await choose('ifthenpay')
    const { memberId, chargeIds } = await memberWithDebt()
    const byReference = await reference({ memberId, chargeIds })
    const byPhone = await mbway({ memberId, chargeIds }, '912345678')
    await pay({ memberId, amount: 24 })
    for (const { _id } of [byReference, byPhone]) assert.equal((await intent(_id))['status'], 'cancelled')
    const overpaid = async () => {
      const today = succeeded(await admin.get('/today'))
      return (today['overpaid'] as { memberId: string; credit: number }[])
        .filter((one) => one.memberId === memberId)
        .map(({ credit }) => credit)
    }
    assert.deepEqual(await overpaid(), [])
    await simulator.act(`pay/${String(byReference['reference'])}`)
    await settled(byReference._id, ['paid'])
    const [order] = (await simulator.orders()).filter(({ id }) => id === byPhone['externalId'])
    await simulator.act(`pay/${String(order?.id)}`)
    await settled(byPhone._id, ['paid'])
    await incoming(byPhone._id)
    assert.deepEqual([await overpaid(), (await balanceOf(memberId)).credit], [[48], 48])
    assert.equal((await paymentsOf(memberId)).length, 3)
    await charge({ memberId, amount: 48 })
    succeeded(await admin.post(`/members/${memberId}/use_credit`))
    assert.deepEqual(await overpaid(), [], 'once the credit is used')
  })

  test('ended intents are polled daily for some days; members with a pending payment get no reminder', async () => {
    await choose('eupago', false)
    await simulator.act('program', { url: 'http://127.0.0.1:1' })
    const email = 'pagou@exemplo.pt'
    const cases = await Promise.all(
      ['expired', 'cancelled', 'changed'].map(async (end) => {
        const { _id: memberId } = await make.member({ email })
        const { _id } = await charge({ memberId, amount: 24, dueDate: addDays(await today(), -50) })
        const asked = await reference({ memberId, chargeIds: [_id] })
        if (end === 'expired')
          await sql(`UPDATE payment_intents SET expires_at = $2 WHERE id = $1`, [asked._id, clock()])
        if (end === 'cancelled') succeeded(await admin.post(`/payment_intents/${asked._id}/cancel`))
        if (end === 'changed') await pay({ memberId, amount: 4 })
        return { memberId, asked }
      }),
    )
    const ask = async () => {
      await sql('UPDATE payment_intents SET next_query_at = to_timestamp(0) WHERE next_query_at IS NOT NULL')
      await queryDue(app.world)
    }
    clock.advance({ minutes: 5 })
    await ask()
    const memberIds = cases.map(({ memberId }) => memberId)
    const preview = async () =>
      succeeded(await admin.post('/payment_notices/preview', { memberIds })) as unknown as {
        count: number
        leftOut: { reason: string; reasonLabel: string; count: number }[]
      }
    assert.equal((await preview()).count, 3)
    for (const { asked } of cases) {
      assert.equal((await intent(asked._id))['status'], asked === cases[0]?.asked ? 'expired' : 'cancelled')
      await simulator.act(`pay/${String(asked['reference'])}`)
    }
    await ask()
    for (const { asked } of cases) {
      await settled(asked._id, ['paid'])
      assert.deepEqual(
        (await incoming(asked._id)).map(({ state }) => state),
        ['toConfirm'],
      )
    }
    const { count, leftOut } = await preview()
    assert.deepEqual(
      [count, leftOut.map(({ reasonLabel, count: left }) => [reasonLabel, left])],
      [0, [['Tem um pagamento por conciliar', 3]]],
    )
    const [one] = await sql<{ next: string | null }>(
      `UPDATE payment_intents SET status = 'expired', expires_at = $2::timestamptz - interval '6 days', next_query_at = to_timestamp(0)
       WHERE id = $1 RETURNING next_query_at AS next`,
      [cases[0]?.asked._id, clock()],
    )
    assert.ok(one?.next)
    await queryDue(app.world)
    const [after] = await sql('SELECT next_query_at AS next FROM payment_intents WHERE id = $1', [
      cases[0]?.asked._id,
    ])
    assert.deepEqual(after, { next: null })
    await simulator.act('program', { url: program })
  })

  test('a notice that comes before the answer to the request is the same payment', async () => {
    await choose('ifthenpay')
    const { memberId, chargeIds } = await memberWithDebt()
    const asked = await mbway({ memberId, chargeIds }, '912345678')
    // As if the answer were still to come.
    await sql(
      `UPDATE payment_intents SET status = 'created', external_id = NULL, requested_at = now() WHERE id = $1`,
      [asked._id],
    )
    const notice = {
      oid: String(asked['orderId']),
      tid: String(asked['externalId']),
      val: '24.00',
      pm: 'MBWAY',
    }
    const path = `/pagamentos/ifthenpay?${new URLSearchParams({ apk: 'SIM-antiphishing', ...notice }).toString()}`
    assert.equal((await visitor.get(path)).status, 200)
    await settled(asked._id, ['paid'])
    await sql(`UPDATE payment_intents SET requested_at = NULL WHERE id = $1`, [asked._id])
    await writeAnswer(app.world, asked._id, {
      status: 'pending',
      assignments: rawSql`external_id = ${asked['externalId']}`,
    })
    assert.equal((await visitor.get(path)).status, 200, 'and again')
    const after = await intent(asked._id)
    assert.deepEqual(
      [after['status'], after['externalId'], (await incoming(asked._id)).map(({ state }) => state)],
      ['paid', asked['externalId'], ['settled']],
    )
    const payments = await paymentsOf(memberId)
    assert.deepEqual(
      [payments.length, payments.map(({ receiptNumber }) => typeof receiptNumber)],
      [1, ['string']],
    )
  })

  test('only Portuguese mobiles are asked, and few times', async () => {
    await choose('ifthenpay')
    const { memberId, chargeIds } = await memberWithDebt()
    for (const phone of ['212345678', '+34612345678', 'x', ''])
      assert.equal((await admin.post('/mbway', { memberId, chargeIds, phone })).status, 422, phone)
    const first = await mbway({ memberId, chargeIds }, '912345688')
    assert.equal(
      (await mbway({ memberId, chargeIds }, '912345688'))._id,
      first._id,
      'a waiting request is not repeated',
    )
    const statuses = []
    for (let count = 0; count < 6; count++)
      statuses.push((await admin.post('/mbway', { memberId, chargeIds, phone: '912345688' })).status)
    assert.equal(statuses.at(-1), 429)
    clock.advance({ minutes: 20 })
  })
})

describe('a request to a phone whose answer is lost', () => {
  /** Asks while answers are lost. */
  async function unanswered(phone: string) {
    const { memberId, chargeIds } = await memberWithDebt()
    await simulator.act('silent')
    const asked = await mbway({ memberId, chargeIds }, phone)
    await simulator.act('silent', { value: false })
    return { memberId, chargeIds, asked }
  }

  for (const gateway of ['ifthenpay', 'eupago'] as const)
    test(`stays pending, no phone is asked meanwhile, and its notice settles it (${gateway})`, async () => {
      await choose(gateway)
      const { asked, memberId, chargeIds } = await unanswered('912345618')
      assert.deepEqual([asked['status'], asked['externalId']], ['pending', null])
      assert.match(String(asked['problem']), /Não sabemos se o pedido chegou ao telemóvel/)
      assert.equal((await mbway({ memberId, chargeIds }, '912345618'))._id, asked._id)
      assert.equal((await admin.post('/mbway', { memberId, chargeIds, phone: '912345628' })).status, 409)
      const rings = (await simulator.orders()).filter(({ orderId }) => orderId === asked['orderId'])
      assert.equal(rings.length, 1)
      await simulator.act(`pay/${String(asked['orderId'])}`)
      const paid = await settled(asked._id, ['paid'])
      assert.deepEqual([paid['problem'], await statesOf(asked._id)], [null, ['settled']])
      assert.equal((await paymentsOf(memberId)).length, 1)
    })

  test('is asked for by our own number, where the gateway can be asked so', async () => {
    await choose('ifthenpay')
    const { asked, memberId } = await unanswered('912345638')
    assert.equal((await poll(asked._id))['status'], 'pending')
    await simulator.act(`pay/${String(asked['orderId'])}`, { copies: 0 })
    await poll(asked._id)
    await settled(asked._id, ['paid'])
    await incoming(asked._id)
    assert.deepEqual(
      (await paymentsOf(memberId)).map(({ amount, fee }) => [amount, fee]),
      [[24, 0.45]],
    )
  })

  test('allows another once it would end, or once somebody cancels it; accepted late, it counts', async () => {
    await choose('eupago')
    const { asked, memberId, chargeIds } = await unanswered('912345648')
    await sql(`UPDATE payment_intents SET expires_at = $2::timestamptz - interval '1 second' WHERE id = $1`, [
      asked._id,
      clock(),
    ])
    assert.equal((await poll(asked._id))['status'], 'expired')
    const second = await mbway({ memberId, chargeIds }, '912345658')
    assert.notEqual(second._id, asked._id)
    succeeded(await admin.post(`/payment_intents/${second._id}/cancel`))
    assert.notEqual((await mbway({ memberId, chargeIds }, '912345668'))._id, second._id)
    await simulator.act(`pay/${String(asked['orderId'])}`)
    await settled(asked._id, ['paid'])
    assert.deepEqual(await statesOf(asked._id), ['settled'])
    assert.equal((await paymentsOf(memberId)).length, 1)
  })

  test('a request that is accepted after the page gave up is a payment', async () => {
    await choose('ifthenpay')
    const { memberId, debt, chargeIds } = await memberWithDebt()
    const asked = await mbway({ memberId, chargeIds }, '912345608')
    await simulator.act('clock', { seconds: 300 })
    assert.equal((await poll(asked._id))['status'], 'expired')
    await simulator.act(`pay/${String(asked['externalId'])}`)
    await settled(asked._id, ['paid'])
    await incoming(asked._id)
    assert.equal((await paymentsOf(memberId)).length, 1)
    assert.equal((await read('unsettled_payments', debt._id))['status'], 'paid')
  })
})

test('the offline reference takes the place of one that the gateway did not make', async () => {
  await choose('ifthenpay')
  await set('multibancoSubEntity', '999')
  await set('multibancoEntity', '11604')
  const { memberId, debt, chargeIds } = await memberWithDebt()
  const multibanco = async () =>
    succeeded(await admin.get(`/payment_advice?memberId=${memberId}&chargeIds=${debt._id}`))['multibanco']
  assert.equal(await multibanco(), null, 'not before the gateway was asked')
  await simulator.act('silent')
  assert.equal((await reference({ memberId, chargeIds }))['status'], 'failed')
  await simulator.act('silent', { value: false })
  const offline = (await multibanco()) as { entity: string; reference: string; expiresAt: string | null }
  assert.deepEqual([offline.entity, offline.reference.slice(0, 3), offline.expiresAt], ['11604', '999', null])
  const made = await reference({ memberId, chargeIds })
  assert.deepEqual((await multibanco()) as object, {
    entity: '99999',
    reference: made['reference'],
    amount: 24,
    expiresAt: made['expiresAt'],
  })
  await set('multibancoEntity', '')
  await set('multibancoSubEntity', '')
})

describe('callbacks', () => {
  const query = (values: Record<string, string>) =>
    `/pagamentos/ifthenpay?${new URLSearchParams({ apk: 'SIM-antiphishing', pm: 'MB', ...values }).toString()}`
  const count = async () =>
    Number((await sql<{ n: string }>('SELECT count(*) AS n FROM incoming_payments'))[0]?.n)

  test('a wrong key records nothing', async () => {
    await choose('ifthenpay')
    const before = await count()
    const values = { oid: 'x', tid: 'x', ent: '99999', ref: '000123456', val: '24.00' }
    for (const apk of ['', 'SIM-antiphishin', 'SIM-antiphishing0'])
      assert.equal((await visitor.get(query({ ...values, apk }))).status, 403)
    await set('ifthenpayCallbackKey', '')
    assert.equal(
      (await visitor.get(query({ ...values, apk: '' }))).status,
      403,
      'an empty key authenticates nobody',
    )
    assert.equal(await count(), before)
    await choose('ifthenpay')
  })

  test('an unknown reference and another amount are refused and wait to be matched', async () => {
    await choose('ifthenpay')
    const unknown = { oid: 'nada', tid: 'nada-1', ent: '99999', ref: '999999999', val: '24.00' }
    for (let times = 0; times < 2; times++) assert.equal((await visitor.get(query(unknown))).status, 400)
    const { memberId, debt, chargeIds } = await memberWithDebt()
    const asked = await reference({ memberId, chargeIds })
    await simulator.act(`pay/${String(asked['reference'])}`, { amount: '20,00' })
    await jobsDone({ sql }, 'incomingPayments')
    const waiting = (await admin.get('/incoming_payments?_state=toMatch&_sort=created_at')).body.data
    const [first, second] = waiting.slice(-2)
    assert.deepEqual(
      [first?.['problem'], first?.['memberId']],
      ['Não há nenhum pedido com esta referência.', null],
    )
    assert.deepEqual(
      [second?.['problem'], second?.['memberId']],
      ['Pagou 20,00\u00a0€ em vez de 24,00\u00a0€.', memberId],
    )
    assert.equal((await admin.post(`/incoming_payments/${second?._id}/match`, { memberId })).status, 200)
    assert.equal((await read('unsettled_payments', debt._id))['openAmount'], 4)
    const dismiss = `/incoming_payments/${first?._id}/dismiss`
    assert.equal((await admin.post(dismiss, {})).status, 422)
    assert.equal((await admin.post(dismiss, { reason: 'Era de um teste.' })).status, 200)
    assert.equal((await admin.post(`/incoming_payments/${first?._id}/match`, { memberId })).status, 409)
  })

  test('a cent less waits for a person, and the whole amount that follows is registered', async () => {
    for (const gateway of ['ifthenpay', 'eupago'] as const) {
      await choose(gateway)
      const { memberId, debt, chargeIds } = await memberWithDebt()
      const asked = await reference({ memberId, chargeIds })
      await simulator.act(`pay/${String(asked['reference'])}`, { amount: '23,99' })
      const [less] = await incoming(asked._id)
      assert.deepEqual(
        [less?.['state'], less?.['problem']],
        ['toMatch', 'Pagou 23,99\u00a0€ em vez de 24,00\u00a0€.'],
      )
      assert.deepEqual(await paymentsOf(memberId), [])
      await simulator.act(`pay/${String(asked['reference'])}`)
      await settled(asked._id, ['paid'])
      assert.deepEqual(await statesOf(asked._id), ['settled', 'toMatch'])
      assert.equal((await read('unsettled_payments', debt._id))['status'], 'paid')
    }
  })

  test('a payment under a second number of the gateway is the same one at the same time, and else another', async () => {
    await choose('ifthenpay')
    const { memberId, chargeIds } = await memberWithDebt()
    const asked = await reference({ memberId, chargeIds })
    const day = (await today()).split('-').reverse().join('-')
    const tell = async (values: Record<string, string>) => {
      const { orderId, externalId, reference: ref } = asked
      const notice = { oid: String(orderId), tid: String(externalId), ent: '99999', ref: String(ref) }
      assert.equal((await visitor.get(query({ ...notice, val: '24.00', ...values }))).status, 200)
      return statesOf(asked._id)
    }
    assert.deepEqual(await tell({ dt: `${day} 10:00:00` }), ['settled'])
    assert.deepEqual(await tell({ dt: `${day} 10:00:00` }), ['settled'])
    assert.deepEqual(await tell({ tid: 'segundo', dt: `${day} 10:00:00` }), ['duplicate', 'settled'])
    assert.deepEqual(await tell({}), ['duplicate', 'duplicate', 'settled'], 'without a time')
    assert.deepEqual(await tell({ tid: 'terceiro', dt: `${day} 10:00:10` }), [
      'duplicate',
      'duplicate',
      'settled',
      'toMatch',
    ])
    assert.equal((await paymentsOf(memberId)).length, 1)
  })

  test('more notices than a gateway sends are refused, and nothing of them is recorded', async () => {
    await choose('ifthenpay')
    const values = { oid: 'x', tid: 'limite', ent: '99999', ref: '999999998', val: '24.00' }
    assert.equal((await visitor.get(query(values))).status, 400)
    const before = await count()
    await sql(`UPDATE login_attempts SET failures = $1 WHERE subject LIKE 'gatewayCallback:%'`, [
      attemptLimits.gatewayCallback.maxAttempts,
    ])
    const refused = await visitor.get(query({ ...values, tid: 'a mais' }))
    assert.deepEqual([refused.status, await count()], [429, before])
    await sql(`DELETE FROM login_attempts WHERE subject LIKE 'gatewayCallback:%'`)
    assert.equal((await visitor.get(query({ ...values, tid: 'a mais' }))).status, 400)
    assert.equal(await count(), before + 1)
  })

  test('bad data is refused', async () => {
    await choose('ifthenpay')
    const before = await count()
    const good = { oid: 'o', tid: 't', ent: '99999', ref: '000123456', val: '24.00' }
    for (const wrong of [
      { val: '-5' },
      { val: 'abc' },
      { val: '0' },
      { val: '1e9' },
      { val: '' },
      { pm: 'XX' },
      { tid: '', ref: '' },
    ])
      assert.equal(
        (await visitor.get(query({ ...good, ...(wrong as object as Record<string, string>) }))).status,
        400,
        JSON.stringify(wrong),
      )
    assert.equal(await count(), before)
  })

  test('a second payment of a paid order of Eupago waits to be matched', async () => {
    await choose('eupago')
    const { memberId, chargeIds } = await memberWithDebt()
    const asked = await reference({ memberId, chargeIds })
    await simulator.act(`pay/${String(asked['reference'])}`)
    await settled(asked._id, ['paid'])
    await simulator.act('clock', { seconds: 600 })
    await simulator.act(`pay/${String(asked['reference'])}`)
    await jobsDone({ sql }, 'incomingPayments')
    assert.deepEqual((await incoming(asked._id)).map(({ state }) => state).toSorted(), ['settled', 'toMatch'])
    assert.equal((await paymentsOf(memberId)).length, 1)
  })

  test('a refund of Eupago returns the payment by itself, or when a person confirms it', async () => {
    await choose('eupago')
    for (const automatic of ['true', 'false']) {
      const { memberId, chargeIds } = await memberWithDebt()
      const asked = await reference({ memberId, chargeIds })
      await simulator.act(`pay/${String(asked['reference'])}`)
      await settled(asked._id, ['paid'])
      await admin.patch('/settings/automatedMemberPayments', { value: automatic })
      await simulator.act(`refund/${String(asked['reference'])}`)
      await settled(asked._id, ['refunded'])
      await jobsDone({ sql }, 'incomingPayments')
      const refund = (await incoming(asked._id)).find(({ kind }) => kind === 'refund')
      if (automatic === 'false') {
        assert.equal(refund?.state, 'toConfirm')
        assert.deepEqual(
          (await paymentsOf(memberId)).map(({ status }) => status),
          ['confirmed'],
        )
        assert.equal((await admin.post(`/incoming_payments/${refund._id}/confirm`)).status, 409)
        succeeded(await admin.post(`/incoming_payments/${refund._id}/return`))
        assert.equal((await admin.post(`/incoming_payments/${refund._id}/return`)).status, 409)
      } else assert.equal(refund?.state, 'settled')
      assert.deepEqual(
        (await paymentsOf(memberId)).map(({ status }) => status),
        ['returned'],
      )
      const [charge] = await sql<{ status: string }>(
        'SELECT status FROM unsettled_payments WHERE id = ANY($1)',
        [chargeIds],
      )
      assert.equal(charge?.status, 'open')
      await admin.patch('/settings/automatedMemberPayments', { value: 'true' })
    }
  })

  /** A notice of version 1 of Eupago. */
  const tellEupago = (asked: TestRecord, values: { transacao: string; mp?: string }) =>
    visitor.get(
      `/pagamentos/eupago?${new URLSearchParams({
        chave_api: simulatedGateways.eupago.eupagoApiKey,
        canal: simulatedGateways.eupago.eupagoChannel,
        valor: '24.00',
        identificador: String(asked['orderId']),
        referencia: String(asked['reference']),
        entidade: '99999',
        mp: 'PC:PT',
        ...values,
      }).toString()}`,
    )

  test('a refund that comes before its payment: both are registered, or both wait for a person', async () => {
    for (const automatic of [true, false]) {
      await choose('eupago', automatic)
      const { memberId, debt, chargeIds } = await memberWithDebt()
      const asked = await reference({ memberId, chargeIds })
      assert.equal((await tellEupago(asked, { transacao: `${asked._id}R`, mp: 'RB:PT' })).status, 200)
      assert.deepEqual(
        [await statesOf(asked._id), (await intent(asked._id))['status']],
        [['toMatch'], 'refunded'],
      )
      assert.equal((await tellEupago(asked, { transacao: asked._id })).status, 200)
      assert.deepEqual(
        [await statesOf(asked._id), (await paymentsOf(memberId)).map(({ status }) => status)],
        automatic ? [['settled', 'settled'], ['returned']] : [['toMatch', 'toMatch'], []],
      )
      assert.deepEqual(
        [(await intent(asked._id))['status'], (await read('unsettled_payments', debt._id))['status']],
        ['refunded', 'open'],
      )
    }
  })

  test('a payment that is refunded before a person confirms it cannot be confirmed any more', async () => {
    await choose('eupago', false)
    const { memberId, chargeIds } = await memberWithDebt()
    const asked = await reference({ memberId, chargeIds })
    await tellEupago(asked, { transacao: asked._id })
    const [paid] = await incoming(asked._id)
    assert.equal(paid?.['state'], 'toConfirm')
    await tellEupago(asked, { transacao: `${asked._id}R`, mp: 'RB:PT' })
    assert.deepEqual(await statesOf(asked._id), ['dismissed', 'toMatch'])
    const withdrawn = await read('incoming_payments', paid?._id ?? '')
    assert.match(String(withdrawn['problem']), /devolveu este dinheiro a quem pagou/)
    for (const [action, input] of [
      ['confirm', {}],
      ['match', { memberId }],
    ] as const)
      assert.equal((await admin.post(`/incoming_payments/${paid?._id}/${action}`, input)).status, 409)
    assert.deepEqual([await paymentsOf(memberId), (await intent(asked._id))['status']], [[], 'refunded'])
  })

  test('signatures of Eupago are checked, also of encrypted notices', async () => {
    await choose('eupago')
    const secret = simulatedGateways.eupago.eupagoSecret
    const { memberId, chargeIds } = await memberWithDebt()
    const asked = await reference({ memberId, chargeIds })
    const notice = JSON.stringify({
      channel: { name: 'simulador' },
      transaction: {
        entity: '99999',
        reference: asked['reference'],
        identifier: asked['orderId'],
        method: 'PC:PT',
        amount: { value: '24.00000', currency: 'EUR' },
        fees: { value: 0.8364, currency: 'EUR' },
        date: '2026-05-26T14:30:00',
        trid: '78901',
        status: 'Paid',
      },
    })
    const sign = (body: string) => createHmac('sha256', secret).update(body).digest('base64')
    const send = (body: string, headers: Record<string, string>) =>
      visitor.send('POST', '/pagamentos/eupago', body, headers)
    assert.equal((await send(notice, {})).status, 403)
    assert.equal((await send(notice, { 'x-signature': sign(`${notice} `) })).status, 403)
    assert.equal((await send('{', { 'x-signature': sign('{') })).status, 403, 'of no channel')
    assert.equal((await send('x'.repeat(20_000), { 'x-signature': 'x' })).status, 413)
    const vector = Buffer.alloc(16, 7)
    const cipher = createCipheriv('aes-256-cbc', secret, vector)
    const sealed = JSON.stringify({ data: cipher.update(notice, 'utf8', 'base64') + cipher.final('base64') })
    const initialization = { 'x-initialization-vector': vector.toString('base64') }
    assert.equal(
      (await send(sealed, { 'x-signature': sign(sealed), 'x-initialization-vector': 'AAAA' })).status,
      400,
    )
    assert.equal((await send(sealed, { 'x-signature': sign(sealed), ...initialization })).status, 200)
    assert.equal(
      (await send(notice, { 'x-signature': sign(notice) })).status,
      200,
      'the same transaction again',
    )
    await settled(asked._id, ['paid'])
    assert.deepEqual(
      (await paymentsOf(memberId)).map(({ fee }) => fee),
      [0.84],
    )
    const first =
      '/pagamentos/eupago?valor=24.00&canal=simulador&referencia=123&transacao=9&identificador=9&mp=PC:PT&entidade=99999'
    assert.equal((await visitor.get(`${first}&chave_api=errada`)).status, 403)
    assert.equal(
      (await visitor.get(`${first.replace('canal=simulador', 'canal=outro')}&chave_api=SIM-eupago-0000`))
        .status,
      403,
    )
    assert.equal(
      (await visitor.get(`${first}&chave_api=SIM-eupago-0000`)).status,
      400,
      'of an unknown reference',
    )
  })

  test('a payment that a rule refuses says why, and does not get lost', async () => {
    await choose('ifthenpay')
    const { memberId, chargeIds } = await memberWithDebt()
    const asked = await reference({ memberId, chargeIds })
    await set('closedUntil', await today())
    await simulator.act(`pay/${String(asked['reference'])}`)
    await settled(asked._id, ['paid'])
    const [received] = await incoming(asked._id)
    assert.equal(received?.['state'], 'toMatch')
    assert.match(String(received?.['problem']), /contas/i)
    await set('closedUntil', '')
    assert.equal((await admin.post(`/incoming_payments/${received?._id}/match`, { memberId })).status, 200)
    assert.equal((await paymentsOf(memberId)).length, 1)
  })
})

test('notices and messages about debts bring a reference of the gateway', async () => {
  await choose('eupago')
  const given = { email: 'quem.deve@exemplo.pt' }
  const members = [await make.member(given), await make.member(given)]
  for (const { _id: memberId } of members) await charge({ memberId, dueDate: addDays(await today(), -50) })
  const ids = members.map(({ _id }) => _id)
  const { results } = await notify({ memberIds: ids })
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['held', 'held'],
  )
  const sent = await sql<{ text: string; reference: string }>(
    `SELECT m.body_text AS text, i.reference FROM messages m JOIN payment_intents i ON i.member_id = m.about_id::uuid
     WHERE m.about_id = ANY($1::text[]) AND i.status = 'pending'`,
    [ids],
  )
  assert.equal(sent.length, 2)
  for (const { text, reference: number } of sent)
    assert.ok(text.replace(/\s/g, '').includes(`referência${number}`), text)
})

describe('the public payment page', () => {
  test('asks for a reference and a phone, and says what came of it', async () => {
    await choose('ifthenpay')
    const { memberId, debt } = await memberWithDebt()
    const { publicId } = (await admin.get(`/payment_advice?memberId=${memberId}&chargeIds=${debt._id}`)).body
      .data
    const path = `/payment_information/${String(publicId)}`
    interface Page {
      multibanco: { reference: string } | null
      mbway: { available: boolean }
      requests: { canRequestReference: boolean; mbway: { status: string } | null; isReceived: boolean }
      isSettled: boolean
    }
    const page = async () => (await visitor.get(path)).body.data as unknown as Page
    assert.deepEqual((await page()).requests, {
      canRequestReference: true,
      reference: null,
      mbway: null,
      isReceived: false,
    })
    assert.equal((await page()).mbway.available, true)
    assert.equal((await visitor.post(`${path}/reference`)).status, 201)
    await until(async () => (await page()).multibanco !== null)
    assert.equal((await page()).requests.canRequestReference, false)
    assert.equal((await visitor.post(`${path}/mbway`, { phone: '212345678' })).status, 422)
    const { body } = await visitor.post(`${path}/mbway`, { phone: '912 345 672' })
    assert.deepEqual(Object.keys(body.data), ['status', 'expiresAt'], 'no ids, no name')
    await until(async () => (await page()).requests.mbway?.status === 'pending')
    await set('automatedMemberPayments', 'false')
    await simulator.act('clock', { seconds: 5 })
    await until(async () => (await page()).requests.isReceived)
    assert.equal((await page()).isSettled, false, 'nobody has confirmed it')
    const [received] = (await admin.get(`/incoming_payments?_memberId=${memberId}`)).body.data
    assert.equal((await admin.post(`/incoming_payments/${received?._id}/confirm`)).status, 200)
    assert.equal((await page()).isSettled, true)
  })
})

describe('access', () => {
  test('members ask for their own debts, auditors and visitors for none', async () => {
    await choose('ifthenpay')
    const mine = await another('member')
    const debt = await charge({ memberId: String(mine.memberId) })
    const own = { memberId: String(mine.memberId), chargeIds: [debt._id] }
    const id = (await mine.post('/payment_intents', own)).body.data._id
    await settled(id, ['pending'])
    const record = (await mine.get(`/payment_intents/${id}`)).body.data
    assert.equal(record['amount'], 24)
    assert.equal('externalId' in record, false, 'ids of the gateway are for the staff')
    assert.equal((await (await another('member')).get(`/payment_intents/${id}`)).status, 404)
    const others = await memberWithDebt()
    assert.equal(
      (await mine.post('/payment_intents', { memberId: others.memberId, chargeIds: others.chargeIds }))
        .status,
      404,
    )
    assert.equal(
      (
        await mine.post('/mbway', {
          memberId: others.memberId,
          chargeIds: others.chargeIds,
          phone: '912345670',
        })
      ).status,
      404,
    )
    assert.equal((await (await as('auditor')).post('/payment_intents', own)).status, 403)
    assert.equal((await visitor.post('/payment_intents', own)).status, 401)
  })

  test('keys are in no answer', async () => {
    await choose('ifthenpay')
    await choose('eupago')
    const keys = Object.entries({ ...simulatedGateways.ifthenpay, ...simulatedGateways.eupago })
      .filter(([name]) => name.endsWith('Key') || name.endsWith('Secret'))
      .map(([, key]) => key)
    const paths = [
      '/settings',
      '/explainer',
      '/audit_events',
      '/activity',
      '/incoming_payments',
      '/payment_intents',
      '/settings/export?format=csv',
    ]
    for (const path of paths) {
      const { text } = await admin.get(path)
      assert.deepEqual(
        keys.filter((key) => text.includes(key)),
        [],
        path,
      )
    }
    const stored =
      JSON.stringify(await sql('SELECT value FROM settings')) +
      JSON.stringify(await sql('SELECT raw FROM incoming_payments'))
    assert.deepEqual(
      keys.filter((key) => stored.includes(key)),
      [],
    )
  })
})
