import assert from 'node:assert/strict'
import { test } from 'node:test'
import { succeeded } from '../../../testing/make.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { testApp } from '../../../testing/test-app.ts'
import { duesTools } from '../../testing.ts'

const app = await testApp()
const { as, make, sql, visitor } = app
const admin = await as('admin')
const { charge, pay, read } = await duesTools(app)

const pagesOf = async (url: string) => (await readPdf((await app.app.inject({ url })).rawPayload)).pages

async function threePayments() {
  const { _id: memberId } = await make.member({ name: 'Ausenda Rocha' })
  await charge({ memberId, amount: 30 })
  const payments = [10, 12, 8].map((amount) => () => pay({ memberId, amount }))
  const made = []
  for (const register of payments) made.push(await register())
  return { memberId, payments: made }
}

test('selected receipts are one PDF, each on a page of its own, by number', async () => {
  const { memberId, payments } = await threePayments()
  const [first, second, third] = payments
  assert.ok(first && second && third)
  succeeded(await admin.post(`/payments/${third._id}/cancel`, { reason: 'Engano' }))
  const selection = { payments: { ids: [third._id, first._id] } }
  const { url, count } = succeeded(await admin.post('/receipt_runs', selection)) as unknown as {
    url: string
    count: number
  }
  assert.equal(count, 2)
  const pages = await pagesOf(url)
  assert.equal(pages.length, 2)
  assert.ok(pages[0]?.includes(String(first['receiptNumber'])) && !pages[0].includes('ANULADO'))
  assert.ok(pages[1]?.includes(String(third['receiptNumber'])) && pages[1].includes('ANULADO'))

  const all = { payments: { query: { _memberId: memberId, _status: 'registered' } } }
  const found = succeeded(await admin.post('/receipt_runs', all)) as unknown as { count: number }
  assert.equal(found.count, 2)
})

test('an empty, too large or invalid selection and other roles are rejected; old runs are deleted', async () => {
  const { payments } = await threePayments()
  const ids = payments.map(({ _id }) => _id)
  for (const selection of [undefined, { ids: [] }, { ids: ['x'] }, { query: { _memberId: ids[0] } }]) {
    const { status, body } = await admin.post('/receipt_runs', { payments: selection })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['payments']])
  }
  const member = await as('member')
  assert.equal((await member.post('/receipt_runs', { payments: { ids } })).status, 403)
  assert.equal((await visitor.post('/receipt_runs', { payments: { ids } })).status, 401)
  const { url } = succeeded(await admin.post('/receipt_runs', { payments: { ids } })) as unknown as {
    url: string
  }
  assert.equal((await app.app.inject({ url: `${url}0` })).statusCode, 404)
  await sql(`UPDATE receipt_runs SET created_at = now() - interval '2 days'`)
  assert.equal((await app.app.inject({ url })).statusCode, 200, 'until the daily job deletes it')
})

test('a receipt is sent once per idempotency key; a cancelled payment is rejected with the reason', async () => {
  const { _id: memberId } = await make.member({ email: 'ausenda@exemplo.pt' })
  const payment = await pay({ memberId, amount: 10 })
  const send = () =>
    admin.post(`/payments/${payment._id}/send_receipt`, {}, { 'idempotency-key': 'envio-em-lote-1' })
  assert.equal(succeeded(await send())._id, succeeded(await send())._id)
  succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
  const refused = await admin.post(`/payments/${payment._id}/send_receipt`, {})
  assert.deepEqual(
    [refused.status, refused.body.message],
    [409, 'Este pagamento está anulado: o recibo já não vale.'],
  )
  assert.equal((await read('payments', payment._id))['status'], 'cancelled')
})
