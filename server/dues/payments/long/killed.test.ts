import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertSampleMembers } from '../../../setup/sample-members.ts'
import { assertStoredTotals } from '../../../testing/stored-totals.ts'
import { realProcesses, type RealProcess } from '../../../testing/real-process.ts'

const { database, start } = await realProcesses()
const date = '2020-05-05'
const writers = 50
const payments = 160

test('receipts have consecutive numbers with fifty concurrent writers, also after the process is killed', async () => {
  const first = await start()
  await insertSampleMembers(database.pool, { count: 20, today: '2026-11-21' })
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM members ORDER BY member_number')
  const members = rows.map(({ id }) => id)
  for (const memberId of members) {
    await first.post('/unsettled_payments', { memberId, type: 'other', amount: 1000, dueDate: date })
  }
  const acknowledged = new Map<string, string>()
  const keys = Array.from({ length: payments }, (_, index) => `recibo-${index}`)
  const payOn = async (there: RealProcess, key: string) => {
    const memberId = members[Number(key.split('-')[1]) % members.length]
    const payment = { memberId, date, amount: 5, method: 'transfer' }
    return String((await there.post('/payments', payment, key))['receiptNumber'])
  }

  const waiting = [...keys]
  const work = async () => {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      acknowledged.set(key, await payOn(first, key))
      if (acknowledged.size === 50) void first.kill()
    }
  }
  await Promise.allSettled(Array.from({ length: writers }, work))
  assert.ok(acknowledged.size >= 50 && acknowledged.size < keys.length, String(acknowledged.size))

  const second = await start()
  const numbers = new Map<string, string>()
  const again = [...keys]
  const repeat = async () => {
    for (let key = again.shift(); key; key = again.shift()) numbers.set(key, await payOn(second, key))
  }
  await Promise.all(Array.from({ length: writers }, repeat))
  await second.kill()

  for (const [key, number] of acknowledged)
    assert.equal(numbers.get(key), number, 'a repeated request has the same receipt number')
  const expected = keys.map((_, index) => `Q/2020/${String(index + 1).padStart(6, '0')}`)
  assert.deepEqual([...numbers.values()].toSorted(), expected)
  const unsound = await database.pool.query(
    `SELECT b.id FROM member_balances b JOIN members m ON m.id = b.id
     WHERE b.balance <> coalesce((SELECT sum(open_amount) FROM unsettled_payments WHERE member_id = m.id), 0)
       OR (SELECT sum(amount) FROM payment_items WHERE member_id = m.id) <> (SELECT sum(paid_amount) FROM unsettled_payments WHERE member_id = m.id)`,
  )
  assert.deepEqual(unsound.rows, [])
  await assertStoredTotals({ database })
})
