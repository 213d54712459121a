import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTargetDays } from '@agremia/resources/rules/holidays.ts'
import { insertSampleMembers } from '../../setup/sample-members.ts'
import { realProcesses } from '../../testing/real-process.ts'
import { until } from '../../testing/wait.ts'
import { creditorIban, creditorId, debtorIban } from '../testing.ts'

const { database, start } = await realProcesses()
const people = 30
const today = new Date().toISOString().slice(0, 10)

test('each debit becomes one payment with two processes, of which one is killed while it registers them', async () => {
  const [first, second] = [await start(), await start()]
  await insertSampleMembers(database.pool, { count: people, today })
  const rows = async <Row>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[]
  const members = await rows<{ id: string }>('SELECT id FROM members')
  await first.patch('/settings/name', { value: 'Clube' })
  await first.patch('/settings/sddCreditorId', { value: creditorId })
  await first.post('/treasury_accounts', {
    name: 'Conta dos débitos',
    kind: 'bank',
    iban: creditorIban,
    methods: ['directDebit'],
    openingDate: '2020-01-01',
  })
  await Promise.all(
    members.map(async ({ id: memberId }) => {
      await first.post('/unsettled_payments', { memberId, type: 'other', amount: 24, dueDate: '2026-01-31' })
      await first.post('/mandates', { memberId, iban: debtorIban, signedOn: '2026-01-31' })
    }),
  )
  const batch = await first.post('/debit_batches', {
    dueUntil: today,
    collectionDate: addTargetDays(today, 4),
  })
  // Sample members may have died.
  const debits = Number(batch['collections'])
  assert.ok(debits > 20, JSON.stringify(batch))
  const id = String(batch['_id'])
  await first.post(`/debit_batches/${id}/send`, {})
  await database.pool.query(`UPDATE debit_batches SET collection_date = '2026-02-02' WHERE id = $1`, [id])
  await first.post(`/debit_batches/${id}/book`, {})
  const payments = async () =>
    (await rows<{ n: number }>(`SELECT count(*)::integer AS n FROM payments`))[0]?.n ?? 0
  await until(async () => (await payments()) > 3)
  await first.kill()
  await until(
    async () =>
      (await rows<{ state: string }>('SELECT state FROM debit_batches WHERE id = $1', [id]))[0]?.state ===
      'done',
  )
  await second.kill()
  const counted = await rows(
    `SELECT member_id FROM payments WHERE method = 'directDebit' AND amount = 2400 GROUP BY member_id HAVING count(*) = 1`,
  )
  assert.deepEqual([counted.length, await payments()], [debits, debits])
  const [wrong] = await rows(
    `SELECT u.id FROM debit_collections u LEFT JOIN payments p ON p.id = u.payment_id WHERE u.state <> 'booked' OR p.id IS NULL`,
  )
  assert.equal(wrong, undefined)
  const [counts] = await rows<{ booked: number; open: number }>(
    `SELECT booked, (SELECT count(*)::integer FROM debit_charges WHERE is_open) AS open FROM debit_batches`,
  )
  assert.deepEqual(counts, { booked: debits, open: 0 })
})
