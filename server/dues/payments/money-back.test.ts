import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReceiptContent } from '@agremia/resources/receipt.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { assertSound } from '../ledger/testing.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const there = await testApp({ with: app })
const { as, make, sql, today } = app
const admin = await as('admin')
const other = await there.as('admin')
const { balanceOf, changeState, charge, pay, read, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

const list = async (path: string) => (await admin.get(path)).body.data as TestRecord[]
const back = (id: string, input: Record<string, unknown> = {}) =>
  admin.post(`/payments/${id}/return`, { date: day, reason: 'AM04', ...input })
const undo = (id: string) => admin.post(`/payments/${id}/undo_return`, { reason: 'Engano' })
const refund = (memberId: string, input: Record<string, unknown> = {}) =>
  admin.post(`/members/${memberId}/refund_credit`, {
    amount: 10,
    date: day,
    method: 'transfer',
    reason: 'Saiu da associação.',
    ...input,
  })
const statusOf = async (id: string) => (await read('payments', id))['status']
const chargesOf = async (memberId: string) =>
  (await list(`/members/${memberId}/unsettled_payments?_sort=created_at`)).map((one) => [
    one['description'],
    one['openAmount'],
    one['status'],
  ])
const { _id: accountId } = await make.account({
  methods: ['transfer', 'cheque', 'cash'],
  openingDate: `${year - 3}-01-01`,
  openingBalance: 1000,
})
const transactionsOf = async (filter: string) =>
  (await list(`/transactions?${filter}&_sort=number&_limit=50`)).map((one) => [
    one['date'],
    one['effect'],
    one['status'],
  ])

describe('a returned payment', () => {
  test('of a closed year keeps its receipt; a counter-entry of the day reopens its charges', async () => {
    const { _id: memberId } = await make.member()
    const last = `${year - 1}-06-10`
    const quota = await charge({ memberId, type: 'quota', year: year - 1, dueDate: `${year - 1}-03-31` })
    const payment = await pay({ memberId, amount: 30, date: last, method: 'cheque' })
    await set('closedUntil', `${year - 1}-12-31`)
    try {
      assert.deepEqual(Object.keys((await back(payment._id, { date: addDays(last, -1) })).body.errors), [
        'date',
      ])
      assert.deepEqual(Object.keys((await back(payment._id, { date: last })).body.errors), ['date'])
      assert.deepEqual(Object.keys((await back(payment._id, { date: addDays(day, 1) })).body.errors), [
        'date',
      ])
      const returned = succeeded(await back(payment._id, { cost: 4.5, chargeCost: true }))
      assert.deepEqual(
        [returned['status'], returned['receiptNumber'], returned['amount']],
        ['returned', payment['receiptNumber'], 30],
      )
      assert.deepEqual(await balanceOf(memberId), { balance: 28.5, overdueAmount: 24, credit: 0 })
      assert.deepEqual((await read('unsettled_payments', quota._id))['status'], 'open')
      assert.deepEqual(await transactionsOf(`_paymentId=${payment._id}`), [
        [last, 30, 'registered'],
        [day, -30, 'registered'],
        [day, -4.5, 'registered'],
      ])
      assert.equal((await back(payment._id)).status, 409, 'only once')
      assert.equal((await admin.post(`/payments/${payment._id}/cancel`, { reason: 'x' })).status, 409)
      succeeded(await undo(payment._id))
      assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 6 })
      assert.equal(await statusOf(payment._id), 'registered')
      const after = await transactionsOf(`_paymentId=${payment._id}`)
      assert.deepEqual(
        after.map(([date, effect]) => [date, effect]),
        [
          [last, 30],
          [day, -30],
          [day, -4.5],
          [day, 30],
          [day, 4.5],
        ],
      )
    } finally {
      await set('closedUntil', '')
    }
    await assertSound(app, [memberId])
  })

  test('withdraws its credit: what this paid is owed again, and undoing uses it as before', async () => {
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 50 })
    const debt = await charge({ memberId, amount: 30 })
    succeeded(await admin.post(`/members/${memberId}/use_credit`))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 20 })
    succeeded(await back(payment._id))
    assert.deepEqual(await balanceOf(memberId), { balance: 30, overdueAmount: 0, credit: 0 })
    succeeded(await undo(payment._id))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 20 })
    assert.equal((await read('unsettled_payments', debt._id))['status'], 'paid')
    await assertSound(app, [memberId])
  })

  test('whose credit was given back leaves that to be paid', async () => {
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 50 })
    const { _id: refundId } = succeeded(await refund(memberId, { amount: 20 }))
    succeeded(await back(payment._id))
    assert.deepEqual(await balanceOf(memberId), { balance: 20, overdueAmount: 0, credit: 0 })
    assert.equal((await admin.post(`/credit_refunds/${refundId}/cancel`, { reason: 'x' })).status, 409)
    succeeded(await undo(payment._id))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 30 })
    await assertSound(app, [memberId])
  })

  test('reopens what it was charged with, except donations, which nobody owes', async () => {
    const { _id: memberId } = await make.member()
    const item = (type: string) => ({ charge: { memberId, type, amount: 10, dueDate: day } })
    const payment = await pay({ memberId, amount: 20, items: [item('donation'), item('card')] })
    succeeded(await back(payment._id))
    assert.deepEqual((await chargesOf(memberId)).map(([, open, status]) => [open, status]).toSorted(), [
      [0, 'cancelled'],
      [10, 'open'],
    ])
    succeeded(await undo(payment._id))
    assert.deepEqual(
      (await chargesOf(memberId)).map(([, , status]) => status),
      ['paid', 'paid'],
    )
    await assertSound(app, [memberId])
  })

  test('reopens the instalments of an agreement', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 60 })
    const { _id } = await make.agreement({ memberId, instalments: 3, firstDate: day })
    const payment = await pay({ memberId, amount: 60 })
    assert.equal((await read('payment_agreements', _id))['state'], 'fulfilled')
    succeeded(await back(payment._id))
    assert.equal((await read('payment_agreements', _id))['state'], 'active')
    await assertSound(app, [memberId])
  })

  test('is not undone when something else paid, and the answer says what', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 24, description: 'Excursão' })
    const payment = await pay({ memberId, amount: 24 })
    succeeded(await back(payment._id, { cost: 2, chargeCost: true }))
    const again = await pay({ memberId, amount: 24 })
    const refused = await undo(payment._id)
    assert.deepEqual([refused.status, /«Excursão».*já foi paga/.test(refused.text)], [409, true])
    succeeded(await admin.post(`/payments/${again._id}/cancel`, { reason: 'x' }))
    succeeded(await undo(payment._id))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 0 })
    await assertSound(app, [memberId])
  })

  test('shows it on receipt, PDF and verification page, and with its day in the account', async () => {
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 24 })
    succeeded(await back(payment._id, { reason: 'AC04' }))
    const { receipt, url } = (await admin.get(`/payments/${payment._id}/receipt`)).body.data as unknown as {
      receipt: ReceiptContent
      url: string
    }
    assert.match(receipt.returned ?? '', /^em \d/)
    const pdf = await readPdf((await app.app.inject(url)).rawPayload)
    assert.match(pdf.pages.join('\n'), /DEVOLVIDO em \d/)
    const { data } = (await app.visitor.get(`/receipt_information/${formatCardCode(receipt.checkCode)}`)).body
    assert.deepEqual([data['status'], data['returnedOn']], ['returned', day])
    const { entries } = (await admin.get(`/members/${memberId}/statement`)).body.data as unknown as {
      entries: { kind: string; charged: number; paid: number; balance: number }[]
    }
    assert.deepEqual(
      entries.map(({ kind, charged, paid, balance }) => [kind, charged, paid, balance]),
      [
        ['payment', 0, 24, -24],
        ['return', 24, 0, 0],
      ],
    )
  })

  test('tells the payer when asked, and withdraws that with the return', async () => {
    const { _id: memberId } = await make.member({ email: 'devolvido@exemplo.pt' })
    const payment = await pay({ memberId, amount: 24 })
    // Held, because a message that is being sent cannot be withdrawn.
    succeeded(await admin.patch('/settings/SendMessages', { value: 'false' }))
    succeeded(await back(payment._id, { tell: true }))
    const messages = () => list(`/messages?_aboutId=${payment._id}&_cause=paymentReturned`)
    const [message] = await messages()
    assert.equal(message?.['recipient'], 'devolvido@exemplo.pt')
    succeeded(await undo(payment._id))
    assert.equal((await messages())[0]?.['state'], 'cancelled')
    succeeded(await admin.patch('/settings/SendMessages', { value: 'true' }))
  })

  test('is returned once by two processes at the same time', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 24 })
    const payment = await pay({ memberId, amount: 24 })
    const input = { date: day, reason: 'AM04', cost: 1, chargeCost: true }
    const answers = await Promise.all(
      [admin, other, admin, other].map((caller) => caller.post(`/payments/${payment._id}/return`, input)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
    assert.deepEqual(await balanceOf(memberId), { balance: 25, overdueAmount: 0, credit: 0 })
    await assertSound(app, [memberId])
  })
})

describe('a confirmed payment', () => {
  test('is one whose transaction the statement has, or that a person confirmed', async () => {
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 24 })
    const [transaction] = await list(`/transactions?_paymentId=${payment._id}`)
    succeeded(await admin.post(`/transactions/${transaction?._id}/reconcile`, {}))
    assert.equal(await statusOf(payment._id), 'confirmed')
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 24 })
    succeeded(await admin.post(`/transactions/${transaction?._id}/unreconcile`, {}))
    assert.equal(await statusOf(payment._id), 'registered')
    succeeded(await admin.post(`/payments/${payment._id}/confirm`))
    succeeded(await back(payment._id))
    succeeded(await undo(payment._id))
    assert.equal(await statusOf(payment._id), 'confirmed')
    await assertSound(app, [memberId])
  })
})

describe('credit given back', () => {
  test('leaves the account on its day, with a proof that the person signs', async () => {
    const { _id: memberId } = await make.member()
    await pay({ memberId, amount: 50 })
    assert.deepEqual(Object.keys((await refund(memberId, { amount: 50.01 })).body.errors), ['amount'])
    const { _id } = succeeded(await refund(memberId, { amount: 30 }))
    const given = await read('credit_refunds', _id)
    assert.match(String(given['number']), new RegExp(`^DC/${year}/\\d{6}$`))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 20 })
    assert.deepEqual(await transactionsOf(`_refundId=${_id}`), [[day, -30, 'registered']])
    const url = String((await admin.get(`/credit_refunds/${_id}/document`)).body.data['url'])
    const pdf = await readPdf((await app.app.inject(url)).rawPayload)
    assert.match(pdf.pages.join('\n'), /Quem recebeu/)
    const [transaction] = await list(`/transactions?_refundId=${_id}`)
    assert.equal((await admin.post(`/transactions/${transaction?._id}/cancel`, { reason: 'x' })).status, 409)
    succeeded(await admin.post(`/credit_refunds/${_id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 50 })
    assert.equal((await admin.post(`/credit_refunds/${_id}/cancel`, { reason: 'x' })).status, 409)
    await assertSound(app, [memberId])
  })

  test('takes the oldest payments first, which then cannot be cancelled', async () => {
    const { _id: memberId } = await make.member()
    const first = await pay({ memberId, amount: 10 })
    const second = await pay({ memberId, amount: 10 })
    succeeded(await refund(memberId, { amount: 10 }))
    assert.match((await admin.post(`/payments/${first._id}/cancel`, { reason: 'x' })).text, /DC\//)
    assert.equal((await admin.post(`/payments/${second._id}/cancel`, { reason: 'x' })).status, 200)
    await assertSound(app, [memberId])
  })

  test('in cash leaves the box: the expected cash is less, and closed days refuse it', async () => {
    const { _id: memberId } = await make.member()
    const date = `${year - 2}-05-05`
    await pay({ memberId, amount: 40, date, method: 'cash' })
    succeeded(await refund(memberId, { amount: 15, date, method: 'cash' }))
    const { data } = (await admin.get(`/cash_days/${date}`)).body
    assert.deepEqual([data['cash'], data['refundedCash']], [40, 15])
    const sheet = succeeded(await admin.post('/cash_sheets', { date, countedCash: 25 }))
    assert.deepEqual([sheet['refundedCash'], sheet['expectedCash'], sheet['difference']], [15, 25, 0])
    const late = await refund(memberId, { amount: 5, date, method: 'cash' })
    assert.deepEqual(Object.keys(late.body.errors), ['date'])
  })

  test('is never more than there is, with two processes', async () => {
    const { _id: memberId } = await make.member()
    await pay({ memberId, amount: 25 })
    const input = { amount: 10, date: day, method: 'transfer', reason: 'Saiu.' }
    const answers = await Promise.all(
      [admin, other, admin, other].map((caller) => caller.post(`/members/${memberId}/refund_credit`, input)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 422, 422])
    assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 5 })
    await assertSound(app, [memberId])
  })
})

test('leaving gives back the credit used on quotas of the future, and undoing it uses the credit again', async () => {
  const { _id: memberId } = await make.member()
  await pay({ memberId, amount: 40 })
  await charge({ memberId, type: 'quota', year: year + 1, dueDate: `${year + 1}-01-31`, amount: 24 })
  succeeded(await admin.post(`/members/${memberId}/use_credit`))
  assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 16 })
  await changeState(memberId, 'Exonerado', day)
  assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 40 })
  assert.deepEqual((await chargesOf(memberId))[0]?.[2], 'cancelled')
  await changeState(memberId, 'Ativo', day)
  assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 16 })
  assert.deepEqual((await chargesOf(memberId))[0]?.[2], 'paid')
  await assertSound(app, [memberId])
})

test('what was posted before its account began is not, but its return is', async () => {
  const { _id: memberId } = await make.member()
  const early = addDays(`${year - 3}-01-01`, -10)
  const payment = await pay({ memberId, amount: 24, date: early })
  assert.deepEqual(await transactionsOf(`_paymentId=${payment._id}`), [])
  succeeded(await back(payment._id))
  assert.deepEqual(await transactionsOf(`_paymentId=${payment._id}`), [[day, -24, 'registered']])
  const [row] = await sql<{ account: string }>(
    'SELECT account_id AS account FROM transactions WHERE payment_id = $1',
    [payment._id],
  )
  assert.equal(row?.account, accountId)
})
