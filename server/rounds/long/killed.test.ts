import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertSampleMembers } from '../../setup/sample-members.ts'
import { realProcesses } from '../../testing/real-process.ts'

const { database, start } = await realProcesses()
const count = 150

async function countRows(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}

test('a settlement whose process is killed is finished by the next one, with one receipt for each visit', async () => {
  const first = await start()
  const { rows } = await database.pool.query<{ today: string }>('SELECT current_date::text AS today')
  const today = rows[0]?.today ?? ''
  await insertSampleMembers(database.pool, { count, today })
  const { _id: collectorId } = await first.post('/collectors', {
    name: 'Bento Luz',
    commissionRate: 10,
    amountPerReceipt: 0,
  })
  await database.pool.query(
    `WITH assigned AS (UPDATE members SET collector_id = $1 RETURNING id),
       homes AS (UPDATE people SET address = 'Rua do Sol, 1', death_date = NULL)
     INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin, status)
     SELECT new_id(), m.id, 'other', 2026, 'Festa', $2::date, 1200, m.category_id, 'manual', 'open' FROM members m JOIN assigned a USING (id)`,
    [collectorId, today],
  )
  const { _id: id, visits } = await first.post('/rounds', { collectorId, dueUntil: today })
  await first.post(`/rounds/${String(id)}/hand_out`, {})
  await database.pool.query(
    `WITH marked AS (UPDATE round_visits SET outcome = 'paid', collected_amount = amount WHERE round_id = $1 RETURNING amount)
     UPDATE rounds SET paid = (SELECT count(*) FROM marked), collected_amount = (SELECT sum(amount) FROM marked) WHERE id = $1`,
    [id],
  )
  const paid = () => countRows('SELECT count(*)::integer AS count FROM payments')
  const deliveredAmount = 12 * Number(visits)
  await first.post(`/rounds/${String(id)}/settle`, { date: today, deliveredAmount })
  while ((await paid()) < 10) await sleep(5)
  await first.kill()
  const before = await paid()
  assert.ok(before < Number(visits), `killed during the work: ${before}`)

  const second = await start()
  const path = `/rounds/${String(id)}`
  let round = await second.get(path)
  for (; round['state'] !== 'done'; round = await second.get(path)) {
    assert.notEqual(round['state'], 'failed')
    await sleep(20)
  }
  assert.equal(round['receipts'], visits)
  assert.equal(await paid(), visits)
  assert.equal(
    await countRows(
      `SELECT count(*)::integer AS count FROM round_visits v JOIN payments p ON p.id = v.payment_id
       WHERE p.member_id = v.member_id AND p.amount = v.collected_amount`,
    ),
    visits,
  )
  assert.equal(
    await countRows(`SELECT max(right(receipt_number, 6)::integer) AS count FROM payments`),
    visits,
    'receipts are 1…n',
  )
  await second.kill()
})
