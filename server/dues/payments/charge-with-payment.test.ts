import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReceiptContent } from '@agremia/resources/receipt.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { balanceOf, category, charge, generate, pay, read } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

type ListRecord = Record<string, unknown> & { _id: string }
const listed = async (path: string) => (await admin.get(path)).body.data as unknown as ListRecord[]
const chargesOf = (memberId: string) => listed(`/members/${memberId}/unsettled_payments`)

describe('a payment with new charges', () => {
  test('creates them: paid, on the receipt, audited, and once for a repeated request', async () => {
    const { _id: memberId } = await make.member()
    const owed = await charge({ memberId, amount: 24 })
    const donation = { type: 'donation', description: 'Para as obras', amount: 10 }
    const body = {
      memberId,
      date: day,
      method: 'transfer',
      amount: 40,
      items: [{ unsettledPaymentId: owed._id }, { charge: donation }],
    }
    const key = { 'idempotency-key': `nova-${memberId}` }
    const responses = await Promise.all([1, 2].map(() => admin.post('/payments', body, key)))
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201])
    const payment = succeeded(responses[0]!)
    const items = payment['items'] as Record<string, unknown>[]
    assert.deepEqual(
      new Set(items.map(({ description, amount }) => `${String(description)} ${String(amount)}`)),
      new Set(['Para as obras 10', `${String(owed['description'])} 24`, 'Crédito 6']),
    )
    const made = (await chargesOf(memberId)).filter(({ type }) => type === 'donation')
    assert.deepEqual(
      made.map((one) => [one['status'], one['dueDate'], one['paidAmount']]),
      [['paid', day, 10]],
    )
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 6 })
    const audit = await sql(`SELECT action FROM audit_events WHERE record_id = $1`, [made[0]?._id])
    assert.deepEqual(audit, [{ action: 'created' }])
    const { receipt } = succeeded(await admin.get(`/payments/${payment._id}/receipt`)) as unknown as {
      receipt: ReceiptContent
    }
    assert.ok(receipt.groups.some(({ lines }) => lines.some(({ text }) => text.includes('Para as obras'))))
  })

  test('when cancelled, cancels the charges that it created, unless a person restored them', async () => {
    const { _id: memberId } = await make.member()
    const owed = await charge({ memberId, amount: 24 })
    const lines = [{ unsettledPaymentId: owed._id }, { charge: { type: 'card', amount: 5 } }]
    const payment = await pay({ memberId, amount: 29, items: lines })
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await balanceOf(memberId), { balance: 24, overdueAmount: 0, credit: 0 })
    const card = (await chargesOf(memberId)).find(({ type }) => type === 'card') ?? assert.fail()
    assert.deepEqual(
      [card['status'], card['cancelReason']],
      ['cancelled', `Recibo ${String(payment['receiptNumber'])} anulado`],
    )

    succeeded(await admin.post(`/unsettled_payments/${card._id}/restore`))
    const again = await pay({ memberId, amount: 5, items: [{ unsettledPaymentId: card._id }] })
    succeeded(await admin.post(`/payments/${again._id}/cancel`, { reason: 'Engano' }))
    assert.equal((await read('unsettled_payments', card._id))['status'], 'open')
  })

  test('cancelling keeps a partially paid charge that another payment also paid', async () => {
    const { _id: memberId } = await make.member()
    const lines = [{ charge: { type: 'other', description: 'Passeio', amount: 20 }, amount: 8 }]
    const first = await pay({ memberId, amount: 8, items: lines })
    const [trip] = await chargesOf(memberId)
    assert.deepEqual([trip?.['status'], trip?.['openAmount']], ['partial', 12])
    const second = await pay({ memberId, amount: 5 })
    succeeded(await admin.post(`/payments/${first._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await balanceOf(memberId), { balance: 15, overdueAmount: 0, credit: 0 })
    succeeded(await admin.post(`/payments/${second._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await balanceOf(memberId), { balance: 20, overdueAmount: 0, credit: 0 })
  })

  test('a proposed quota is the one that a generation would charge, and is not charged twice', async () => {
    const { category: name, id: categoryId } = await category({ amount: 30, joia: 7 })
    const member = await make.member({ category: name })
    const proposals = () => listed(`/members/${member._id}/chargeable`)
    const next = (await proposals()).find((one) => one['year'] === year + 1)
    assert.deepEqual(
      [next?.['type'], next?.['amount'], next?.['description']],
      ['quota', 30, `Quota ${year + 1}`],
    )
    const joia = (await proposals()).find(({ type }) => type === 'joia')
    assert.equal(joia?.['amount'], 7)
    await pay({ memberId: member._id, amount: 7, items: [{ charge: joia }] })
    assert.ok(!(await proposals()).some(({ type }) => type === 'joia'))
    const payment = await pay({ memberId: member._id, amount: 30, items: [{ charge: next }] })
    assert.deepEqual(
      (await proposals()).filter((one) => one['year'] === year + 1),
      [],
    )
    const run = await generate({ year: year + 1, categoryIds: [categoryId] })
    assert.deepEqual(
      [run['count'], run['leftOut']],
      [0, { exists: 1 }],
      'the generation does not charge it again',
    )
    const twice = await admin.post('/payments', {
      memberId: member._id,
      date: day,
      method: 'transfer',
      amount: 30,
      items: [{ charge: next }],
    })
    assert.deepEqual([twice.status, Object.keys(twice.body.errors)], [422, ['items']])
    assert.match(String(twice.body.errors['items']), /Inclui meses que já estão em «Quota/)

    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.equal(
      (await proposals()).filter((one) => one['year'] === year + 1).length,
      1,
      'it is proposed again after the cancellation',
    )
  })

  test('is rejected like the charge alone would be, and writes nothing', async () => {
    const { _id: memberId } = await make.member()
    const good = { memberId, date: day, amount: 10, method: 'transfer' }
    const wrong: object[] = [
      { charge: { type: 'donation', amount: 0 } },
      { charge: { type: 'donation', amount: 'dez' } },
      { charge: { type: 'donation' } },
      { charge: { type: 'ouro', amount: 5 } },
      { charge: { type: 'donation', amount: 5, preco: 1 } },
      { charge: { type: 'donation', amount: 5, status: 'paid' } },
      { charge: { type: 'donation', amount: 5, memberId: 'nada' } },
      { charge: { type: 'donation', amount: 5, memberId: '019a0000-0000-7000-8000-000000000000' } },
      { charge: { type: 'donation', amount: 5 }, amount: 6 },
      { charge: { type: 'donation', amount: 5 }, amount: 0 },
      { charge: { type: 'donation', amount: 5 }, preco: 6 },
      { charge: { type: 'donation', amount: 11 } },
      { charge: 5 },
      { charge: null },
      { charge: { type: 'donation', amount: 5 }, unsettledPaymentId: memberId },
    ]
    for (const line of wrong) {
      const { status, body } = await admin.post('/payments', { ...good, items: [line] })
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['items']], JSON.stringify(line))
      const validated = await admin.post('/payments/validate', { ...good, items: [line] })
      assert.deepEqual(Object.keys(validated.body.errors), ['items'], JSON.stringify(line))
    }
    const nothing = { ...good, items: [{ charge: { type: 'donation', amount: 5 }, amount: 0 }] }
    assert.match(
      String((await admin.post('/payments', nothing)).body.errors['items']),
      /indique um valor acima de 0,00\s€/,
    )
    const two = [1, 2].map(() => ({ charge: { type: 'quota', year: 2090, amount: 5 } }))
    assert.equal((await admin.post('/payments', { ...good, items: two })).status, 422)
    assert.equal((await admin.get(`/members/${memberId}/unsettled_payments`)).body.meta.total, 0)
    assert.equal((await admin.get(`/members/${memberId}/payments`)).body.meta.total, 0)
  })
})

test('paid_for lists the other members of the latest payment for others, if they owe anything', async () => {
  const [mother, child, other] = [await make.member(), await make.member(), await make.member()]
  const proposed = () => listed(`/members/${mother._id}/paid_for`)
  const owe = async (memberId: string) => ({
    unsettledPaymentId: (await charge({ memberId, amount: 12 }))._id,
  })
  await pay({ memberId: mother._id, amount: 12, items: [await owe(other._id)] })
  const items = [await owe(mother._id), await owe(child._id)]
  await pay({ memberId: mother._id, amount: 24, items })
  await pay({ memberId: mother._id, amount: 12, items: [await owe(mother._id)] })
  assert.deepEqual(await proposed(), [], 'nobody owes anything')
  await owe(child._id)
  await owe(child._id)
  await owe(other._id)
  const [first, ...more] = await proposed()
  assert.deepEqual(
    [first?._id, first?.['name'], first?.['debts'], first?.['balance']],
    [child._id, child['name'], 2, 24],
  )
  assert.deepEqual(more, [], 'earlier payments do not count')
  assert.equal((await (await as('member')).get(`/members/${mother._id}/paid_for`)).status, 403)
})
