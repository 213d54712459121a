import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { startGatewaySimulator } from '../../../testing/gateway-simulator.ts'
import { testApp } from '../../../testing/test-app.ts'
import { jobsDone, until } from '../../../testing/wait.ts'
import { duesTools } from '../../testing.ts'

const simulator = await startGatewaySimulator()
const config = { gatewayUrl: simulator.origin }
const one = await testApp({ config })
const other = await testApp({ config, with: one })
const { as, make, sql, today } = one
const admin = await as('admin')
const { charge, set } = await duesTools({ as, make, today, sql })

test('two hundred notices of fifty payments, to two processes at once, make fifty payments with fifty receipts', async () => {
  for (const [name, value] of Object.entries({
    ...simulatedGateways.ifthenpay,
    automatedMemberPayments: 'true',
  }))
    await set(name, value)
  for (let count = 0; count < 50; count++) {
    const { _id: memberId } = await make.member()
    const { _id } = await charge({ memberId })
    assert.equal((await admin.post('/payment_intents', { memberId, chargeIds: [_id] })).status, 201)
  }
  const pending = () => sql(`SELECT FROM payment_intents WHERE status = 'pending'`)
  await until(async () => (await pending()).length === 50, 'fifty references')
  const notices = (await simulator.orders()).flatMap(({ id, orderId, entity, reference }) => {
    const values = { oid: orderId, tid: id, ent: entity, ref: reference, val: '24.00', fee: '0.70', pm: 'MB' }
    const query = new URLSearchParams({ apk: simulatedGateways.ifthenpay.ifthenpayCallbackKey, ...values })
    return Array.from({ length: 4 }, () => `/pagamentos/ifthenpay?${query.toString()}`)
  })
  // The copies of a notice are fifty places apart.
  const mixed = notices.map(
    (_, index) => notices[(index * 4 + Math.floor(index / 50)) % notices.length] ?? '',
  )
  assert.equal(new Set(mixed.slice(0, 50)).size, 50)
  const answers = await Promise.all(
    mixed.map((path, index) => (index % 2 === 0 ? one : other).visitor.get(path)),
  )
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200).map(({ text }) => text),
    [],
  )
  await jobsDone(one, 'incomingPayments')
  const payments = await sql<{ number: string; amount: string }>(
    'SELECT receipt_number AS number, amount FROM payments ORDER BY receipt_number',
  )
  const year = (await today()).slice(0, 4)
  assert.deepEqual(
    payments.map(({ number }) => number),
    Array.from({ length: 50 }, (_, index) => `Q/${year}/${String(index + 1).padStart(6, '0')}`),
  )
  assert.deepEqual(await sql(`SELECT FROM unsettled_payments WHERE status <> 'paid'`), [])
  assert.deepEqual(await sql('SELECT state, count(*)::int AS n FROM incoming_payments GROUP BY state'), [
    { state: 'settled', n: 50 },
  ])
  assert.deepEqual(await sql('SELECT FROM member_balances WHERE balance <> 0 OR credit <> 0'), [])
})
