import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import type { EntryDetails } from '@agremia/resources/statement.ts'
import { balanceText, entryNote } from '@agremia/resources/statement.ts'
import type { TestCaller } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, another, make, today, visitor } = app
const admin = await as('admin')
const { charge, pay, balanceOf } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

interface Statement {
  url: string
  balance: number
  overdueAmount: number
  credit: number
  entries: {
    kind: string
    id: string
    date: string
    text: string
    charged: number
    paid: number
    balance: number
    open?: number
    credit: number
  }[]
}

async function statementOf(memberId: string, caller: TestCaller = admin): Promise<Statement> {
  return succeeded(await caller.get(`/members/${memberId}/statement`)) as unknown as Statement
}

test('entries are by date, with a running balance that ends with the amount owed', async () => {
  const { _id: memberId } = await make.member()
  const old = await charge({
    memberId,
    type: 'quota',
    year: year - 1,
    amount: 20,
    dueDate: addDays(day, -300),
  })
  await charge({ memberId, type: 'quota', year, amount: 24.5, dueDate: addDays(day, -30) })
  const payment = await pay({ memberId, amount: 25, date: addDays(day, -10) })
  const { entries, ...sums } = await statementOf(memberId)
  assert.deepEqual(
    entries.map(({ kind, charged, paid, balance, open }) => [kind, charged, paid, balance, open]),
    [
      ['charge', 20, 0, 20, 0],
      ['charge', 24.5, 0, 44.5, 19.5],
      ['payment', 0, 25, 19.5, undefined],
    ],
  )
  assert.deepEqual([entries[0]?.id, entries[2]?.id], [old._id, payment._id])
  assert.deepEqual([sums.balance, sums.overdueAmount, sums.credit], [19.5, 19.5, 0])
})

test('the PDF tells of each entry what the screen tells', async () => {
  const { _id: memberId } = await make.member()
  await charge({ memberId, type: 'quota', year: year - 1, amount: 20, dueDate: addDays(day, -300) })
  await charge({ memberId, type: 'quota', year, amount: 24.5, dueDate: addDays(day, 30) })
  await pay({ memberId, amount: 25, method: 'mbway' })
  await pay({ memberId, amount: 40, method: 'cash' })
  const { url, entries } = await statementOf(memberId)
  const content = (await readPdf((await app.app.inject(url)).rawPayload)).pages.join(' ')
  assert.equal(entries.length, 4)
  for (const { charged, credit, open = 0, ...entry } of entries) {
    const cents = { charged: toCents(charged), credit: toCents(credit), open: toCents(open) }
    const note = entryNote({ ...entry, ...cents } as EntryDetails, day)
    const amounts = [charged, entry.paid].filter(Boolean).map((amount) => formatAmount(toCents(amount)))
    const parts = [formatDate(entry.date), entry.text, note, ...amounts, balanceText(toCents(entry.balance))]
    const line = parts.join(' ').replace(/\s+/g, ' ')
    assert.ok(content.includes(line), `${line} not in ${content}`)
  }
  assert.match(content, /40,00 € 20,50 € a favor/)
})

test('the final balance is debt minus credit, without cancelled charges and payments', async () => {
  const { _id: memberId } = await make.member()
  await charge({ memberId, amount: 10, dueDate: addDays(day, 40) })
  const cancelled = await charge({ memberId, amount: 70 })
  succeeded(await admin.post(`/unsettled_payments/${cancelled._id}/cancel`, { reason: 'Engano' }))
  const wrong = await pay({ memberId, amount: 500 })
  succeeded(await admin.post(`/payments/${wrong._id}/cancel`, { reason: 'Engano' }))
  await pay({ memberId, amount: 13 })
  const { entries, balance, credit } = await statementOf(memberId)
  assert.deepEqual(await balanceOf(memberId), { balance: 0, overdueAmount: 0, credit: 3 })
  assert.deepEqual([balance, credit, entries.at(-1)?.balance], [0, 3, -3])
  assert.deepEqual(
    entries.map(({ text }) => text).filter((text) => text.includes('500')),
    [],
  )
  assert.equal(entries.length, 2)

  await charge({ memberId, amount: 5 })
  succeeded(await admin.post(`/members/${memberId}/use_credit`))
  const after = await statementOf(memberId)
  assert.equal(after.entries.at(-1)?.balance, 2)
  assert.deepEqual([after.balance, after.credit], [2, 0])
  assert.equal(after.entries.find(({ charged }) => charged === 5)?.credit, 3)
})

test('a payment for several members is in the statement of each with its part', async () => {
  const [payer, other] = [await make.member(), await make.member()]
  const theirs = await charge({ memberId: other._id, amount: 8 })
  const own = await charge({ memberId: payer._id, amount: 5 })
  const items = [
    { unsettledPaymentId: theirs._id, amount: 8 },
    { unsettledPaymentId: own._id, amount: 5 },
  ]
  const response = await admin.post('/payments', {
    memberId: payer._id,
    date: day,
    method: 'cash',
    amount: 13,
    items,
  })
  succeeded(response)
  const parts = await Promise.all([payer, other].map(({ _id }) => statementOf(_id)))
  assert.deepEqual(
    parts.map(({ entries }) => entries.find(({ kind }) => kind === 'payment')?.paid),
    [5, 8],
  )
})

test('a statement without entries is empty; other members and visitors have no access', async () => {
  const { _id } = await make.member()
  const { entries, balance } = await statementOf(_id)
  assert.deepEqual([entries, balance], [[], 0])
  const owner = await another('member')
  assert.match((await statementOf(String(owner.memberId), owner)).url, /^\/api\/documents\//)
  assert.equal((await owner.get(`/members/${_id}/statement`)).status, 404)
  assert.equal((await visitor.get(`/members/${_id}/statement`)).status, 401)
})

test('a declaration states the admission date, and mentions quotas only when they are in order', async () => {
  const member = await make.member({ name: 'Dulce Prates', nif: '123456789', admissionDate: '2020-02-01' })
  const declared = async (caller: TestCaller = admin) => {
    const { url } = succeeded(await caller.get(`/members/${member._id}/declaration`)) as unknown as {
      url: string
    }
    const { rawPayload } = await app.app.inject(url)
    return (await readPdf(rawPayload)).pages.join()
  }
  const quota = await charge({
    memberId: member._id,
    type: 'quota',
    year: year - 1,
    amount: 20,
    dueDate: addDays(day, -30),
  })
  const owing = await declared()
  assert.match(owing, /Dulce Prates/)
  assert.ok(owing.includes(`Sócio n.º ${String(member['memberNumber'])}`), owing)
  assert.match(owing, /123 456 789/)
  assert.match(owing, /1 de fevereiro de 2020/)
  assert.match(owing, /Assinatura/)
  assert.doesNotMatch(owing, /em dia|dívida|20,00/)
  await pay({ memberId: member._id, amount: 20 })
  assert.match(
    await declared(),
    new RegExp(`em dia nesta data. A última que pagou: ${String(quota['description'])}`),
  )
  const stranger = await another('member')
  assert.equal((await stranger.get(`/members/${member._id}/declaration`)).status, 404)
})

test('a receipt of part of a charge says so, as it was when issued, and has a place to sign', async () => {
  const { _id: memberId } = await make.member()
  await charge({ memberId, type: 'other', description: 'Obras', amount: 30, dueDate: day })
  const part = await pay({ memberId, amount: 10 })
  const rest = await pay({ memberId, amount: 20 })
  await charge({ memberId, type: 'other', description: 'Jantar', amount: 15, dueDate: day })
  const all = await pay({ memberId, amount: 15 })
  const texts = async (id: string) => {
    const { url, receipt } = succeeded(await admin.get(`/payments/${id}/receipt`)) as unknown as {
      url: string
      receipt: { groups: { lines: { text: string }[] }[] }
    }
    const { rawPayload } = await app.app.inject(url)
    assert.match((await readPdf(rawPayload)).pages.join(), /Assinatura/)
    return receipt.groups.flatMap(({ lines }) => lines.map(({ text }) => text))
  }
  assert.deepEqual(await texts(String(part._id)), ['Obras (em parte)'])
  assert.deepEqual(await texts(String(rest._id)), ['Obras (em parte)'])
  assert.deepEqual(await texts(String(all._id)), ['Jantar'])
  // The receipt's text was stored with the payment.
  await app.sql(`UPDATE payments SET receipt = jsonb_set(receipt, '{parts}', '[]') WHERE id = $1`, [part._id])
  assert.deepEqual(await texts(String(part._id)), ['Obras'])
})
