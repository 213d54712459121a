import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const there = await testApp({ with: app })
const { as, make, today, visitor } = app
const admin = await as('admin')
const editor = await as('editor')
const { pay } = await duesTools(app)
const day = await today()

interface CashDay {
  lines: { method: string; receivedBy: string; payments: number; amount: number }[]
  cash: number
  total: number
  payments: number
  sheet: TestRecord | null
  reopened: { by: string; at: string; reason: string } | null
  late: { registered: TestRecord[]; cancelled: TestRecord[] }
  openDays: string[]
  lastFloat: number
}

const readDay = async (date: string) => succeeded(await admin.get(`/cash_days/${date}`)) as unknown as CashDay
const close = (date: string, input: Record<string, unknown> = {}) =>
  admin.post('/cash_sheets', { date, countedCash: 0, ...input })

describe('a cash sheet', () => {
  test('groups a day by method and receiver, and stores the counted amount, who closed it and when', async () => {
    const date = addDays(day, -40)
    const { _id: memberId } = await make.member({ name: 'Amélia Rosa' })
    await pay({ memberId, amount: 10, date, method: 'cash', receivedBy: 'Zulmira' })
    await pay({ memberId, amount: 5.5, date, method: 'cash', receivedBy: 'Rui' })
    await pay({ memberId, amount: 4.5, date, method: 'cash', receivedBy: 'Rui' })
    await pay({ memberId, amount: 30, date, method: 'mbway', receivedBy: 'Rui' })
    const gone = await pay({ memberId, amount: 99, date, method: 'cash' })
    succeeded(await admin.post(`/payments/${gone._id}/cancel`, { reason: 'Engano' }))
    await pay({ memberId, amount: 1, date: addDays(date, 1), method: 'cash' })

    const open = await readDay(date)
    const lines = [
      { method: 'cash', receivedBy: 'Rui', payments: 2, amount: 10 },
      { method: 'cash', receivedBy: 'Zulmira', payments: 1, amount: 10 },
      { method: 'mbway', receivedBy: 'Rui', payments: 1, amount: 30 },
    ]
    assert.deepEqual([open.lines, open.cash, open.total, open.payments, open.sheet], [lines, 20, 50, 4, null])

    const sheet = succeeded(
      await close(date, { floatAmount: 25, countedCash: 44.5, expectedCash: 45, notes: 'Faltam moedas.' }),
    )
    assert.deepEqual(
      [
        'receivedCash',
        'expectedCash',
        'countedCash',
        'difference',
        'receivedTotal',
        'payments',
        'status',
      ].map((name) => sheet[name]),
      [20, 45, 44.5, -0.5, 50, 4, 'closed'],
    )
    assert.deepEqual(sheet['received'], { lines })
    assert.ok(sheet['closedByName'])
    assert.equal(sheet['closedAt'], app.clock().toISOString())
    assert.equal((await readDay(addDays(date, 1))).lastFloat, 25)

    const { url } = succeeded(await admin.get(`/cash_sheets/${sheet._id}/document`)) as unknown as {
      url: string
    }
    const response = await app.app.inject({ url })
    const content = (await readPdf(response.rawPayload)).pages.join(' ')
    for (const words of [
      'Folha de caixa',
      'Amélia Rosa',
      'Numerário',
      'MB WAY',
      'Quem fechou',
      'Quem conferiu',
      'Faltam moedas.',
    ])
      assert.ok(content.includes(words), words)
    assert.match(content, /\u22120,50\s€/u)
    assert.match(
      content,
      /Numerário Rui 2 10,00\s€ Numerário Zulmira 1 10,00\s€ Soma 3 20,00\s€ MB WAY Rui 1 30,00\s€ Total 4 50,00\s€/u,
    )
    assert.ok(
      !content.includes(String(gone['receiptNumber'])),
      'a payment cancelled before the closing is not listed',
    )
  })

  test('a day is closed once, also by concurrent processes; the error names who closed it', async () => {
    const date = addDays(day, -50)
    const elsewhere = await there.as('admin')
    const responses = await Promise.all([
      close(date),
      elsewhere.post('/cash_sheets', { date, countedCash: 0 }),
      close(date),
    ])
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 422, 422])
    const { status, body } = await close(date)
    assert.equal(status, 422)
    assert.match(String(body.errors['date']), /já foi fechada por .+, \d\d\/\d\d\/\d{4}/)
    const future = await close(addDays(day, 1))
    assert.deepEqual([future.status, Object.keys(future.body.errors)], [422, ['date']])
  })

  test('a request repeated with its idempotency key creates one sheet', async () => {
    const date = addDays(day, -51)
    const key = { 'idempotency-key': 'folha-repetida' }
    const input = { date, countedCash: 0 }
    const first = succeeded(await admin.post('/cash_sheets', input, key))
    const again = succeeded(await admin.post('/cash_sheets', input, key))
    assert.equal(first._id, again._id)
  })

  test('is rejected when the expected amount changed since it was read', async () => {
    const date = addDays(day, -60)
    const { _id: memberId } = await make.member()
    await pay({ memberId, amount: 12, date, method: 'cash' })
    const { status, body } = await close(date, { countedCash: 0, expectedCash: 0 })
    assert.equal(status, 422)
    assert.match(String(body.errors['expectedCash']), /mudou entretanto para 12,00\s€/)
    assert.equal((await readDay(date)).sheet, null)
    assert.equal(succeeded(await close(date, { countedCash: 12, expectedCash: 12 }))['difference'], 0)
  })

  test('lists payments registered or cancelled after closing, without counting them', async () => {
    const date = addDays(day, -70)
    const { _id: memberId } = await make.member()
    const counted = await pay({ memberId, amount: 8, date, method: 'cash' })
    const sheet = succeeded(await close(date, { countedCash: 8 }))
    const assessed = await admin.post('/payments/validate', { memberId, amount: 3, date, method: 'cash' })
    assert.match(String(assessed.body.warnings['date']), /já foi fechada por .+ registado depois do fecho/)
    const late = await pay({ memberId, amount: 3, date, method: 'cash' })
    succeeded(await admin.post(`/payments/${counted._id}/cancel`, { reason: 'Engano' }))

    const changed = await readDay(date)
    const ids = (payments: TestRecord[]) => payments.map(({ _id }) => _id)
    assert.deepEqual([ids(changed.late.registered), ids(changed.late.cancelled)], [[late._id], [counted._id]])
    assert.deepEqual([changed.sheet?._id, changed.sheet?.['receivedCash']], [sheet._id, 8])
    const isLate = async (id: string) => succeeded(await admin.get(`/payments/${id}`))['afterCashSheet']
    assert.deepEqual([await isLate(late._id), await isLate(counted._id)], [true, false])
  })

  test('can be reopened with a reason; closing again counts later payments too', async () => {
    const date = addDays(day, -80)
    const { _id: memberId } = await make.member()
    await pay({ memberId, amount: 8, date, method: 'cash' })
    const first = succeeded(await close(date, { countedCash: 8 }))
    await pay({ memberId, amount: 2, date, method: 'cash' })
    assert.equal((await admin.post(`/cash_sheets/${first._id}/reopen`, {})).status, 422)
    succeeded(await admin.post(`/cash_sheets/${first._id}/reopen`, { reason: 'Faltava um recibo' }))
    assert.equal((await admin.post(`/cash_sheets/${first._id}/reopen`, { reason: 'Outra vez' })).status, 409)
    const open = await readDay(date)
    assert.deepEqual([open.sheet, open.cash], [null, 10])
    assert.equal(open.reopened?.reason, 'Faltava um recibo')
    const second = succeeded(await close(date, { countedCash: 10 }))
    assert.equal(second['difference'], 0)
    const closed = await readDay(date)
    assert.deepEqual([closed.late, closed.reopened], [{ registered: [], cancelled: [] }, null])
    const reopened = succeeded(await admin.get(`/cash_sheets/${first._id}`))
    assert.deepEqual(
      [reopened['status'], reopened['receivedCash'], reopened['reopenReason']],
      ['reopened', 8, 'Faltava um recibo'],
    )
  })

  test('openDays lists earlier days with cash, since the first sheet', async () => {
    const date = addDays(day, -30)
    const { _id: memberId } = await make.member()
    await pay({ memberId, amount: 8, date, method: 'cash' })
    await pay({ memberId, amount: 8, date: addDays(day, -90), method: 'cash' })
    const { openDays } = await readDay(day)
    assert.ok(openDays.includes(date))
    assert.ok(!openDays.includes(addDays(day, -90)), 'it is before the first sheet')
    succeeded(await close(date, { countedCash: 8 }))
    assert.ok(!(await readDay(day)).openDays.includes(date))
  })

  test('a payment registered concurrently is either counted or listed as late', async () => {
    const date = addDays(day, -20)
    const { _id: memberId } = await make.member()
    const elsewhere = await there.as('admin')
    const [, ...paid] = await Promise.all([
      close(date, { countedCash: 0 }),
      ...Array.from({ length: 6 }, () =>
        elsewhere.post('/payments', { memberId, amount: 1, date, method: 'cash' }),
      ),
    ])
    paid.forEach((response) => succeeded(response))
    const { sheet, late } = await readDay(date)
    assert.equal(Number(sheet?.['receivedCash']) + late.registered.length, 6)
  })

  test('is accessible to the staff only, and cannot be changed or deleted', async () => {
    const date = addDays(day, -91)
    const sheet = succeeded(await editor.post('/cash_sheets', { date, countedCash: 0 }))
    const member = await as('member')
    for (const caller of [member, visitor])
      for (const path of [`/cash_days/${date}`, '/cash_sheets', `/cash_sheets/${sheet._id}/document`])
        assert.ok([401, 403, 404].includes((await caller.get(path)).status), path)
    assert.equal((await member.post('/cash_sheets', { date: addDays(day, -92), countedCash: 0 })).status, 403)
    assert.equal((await admin.patch(`/cash_sheets/${sheet._id}`, { countedCash: 5 })).status, 403)
    assert.equal((await admin.delete(`/cash_sheets/${sheet._id}`)).status, 403)
    assert.equal((await admin.get('/cash_days/ontem')).status, 404)
  })
})
