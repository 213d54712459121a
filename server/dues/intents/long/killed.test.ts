import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { insertSampleMembers } from '../../../setup/sample-members.ts'
import { startGatewaySimulator } from '../../../testing/gateway-simulator.ts'
import { realProcesses } from '../../../testing/real-process.ts'
import { until } from '../../../testing/wait.ts'

const simulator = await startGatewaySimulator()
const { database, start } = await realProcesses({ GATEWAY_URL: simulator.origin })
const { pool } = database
const count = async (what: string) => (await pool.query(`SELECT FROM ${what}`)).rowCount

test('a process that is killed between a notice and its receipt leaves exactly one of each', async () => {
  const first = await start()
  await simulator.act('program', { url: first.origin })
  for (const [name, value] of Object.entries({
    ...simulatedGateways.ifthenpay,
    automatedMemberPayments: 'true',
  }))
    await first.patch(`/settings/${name}`, { value })
  await insertSampleMembers(pool, { count: 3, today: '2026-11-21' })
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM members')
  for (const { id: memberId } of rows) {
    const charge = { memberId, type: 'other', amount: 24, dueDate: '2026-05-05' }
    const { _id } = await first.post('/unsettled_payments', charge)
    await first.post('/payment_intents', { memberId, chargeIds: [_id] })
  }
  await until(async () => (await count(`payment_intents WHERE status = 'pending'`)) === 3)

  // The job waits for the counter of receipts when the process is killed.
  const blocker = await pool.connect()
  await blocker.query('BEGIN')
  await blocker.query('LOCK TABLE receipt_counters IN EXCLUSIVE MODE')
  for (const { reference } of await simulator.orders()) await simulator.act(`pay/${reference}`, { copies: 2 })
  assert.deepEqual(
    await simulator.undelivered(),
    [],
    'each notice is answered, although nothing is registered',
  )
  await until(
    async () =>
      (await count(`pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%receipt_counters%'`)) ===
      1,
  )
  await first.kill()
  await blocker.query('ROLLBACK')
  blocker.release()
  assert.equal(await count('payments'), 0)

  const second = await start()
  await until(async () => (await count(`incoming_payments WHERE state = 'settled'`)) === 3)
  await second.kill()
  assert.equal(await count('payments'), 3)
  assert.equal(await count('incoming_payments'), 3)
  assert.equal(
    await count(`payment_intents i JOIN payments p ON p.id = i.payment_id WHERE i.status = 'paid'`),
    3,
  )
})
