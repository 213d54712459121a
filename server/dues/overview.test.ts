import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { inTransaction } from '../database/transaction.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { isOwed } from './ledger/conditions.ts'
import { duesTools } from './testing.ts'

const app = await testApp()
const { as, make, today, sql, visitor, database } = app
const admin = await as('admin')
const { charge, noticedStep, notify, pay, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

type Row = Record<string, unknown>
const report = async (name: string) => succeeded(await admin.get(`/reports/${name}`)) as unknown as Row[]
const ofYear = (rows: Row[], wantedYear: number) => rows.find((row) => row['year'] === wantedYear)

const plan = await make.plan({ chargesOnAdmission: false })
await make.price({ quotaPlanId: plan._id, amount: 24 })
const category = await make.category({ name: 'Remadores', quotaPlanId: plan._id })
const [one, two] = [
  await make.member({ category: 'Remadores', address: 'Rua A, 1', admissionDate: `${year - 1}-05-05` }),
  await make.member({ category: 'Remadores', admissionDate: `${year - 1}-06-06` }),
]
await charge({ memberId: one._id, type: 'quota', year: year - 1, amount: 20, dueDate: `${year - 1}-06-01` })
await charge({ memberId: two._id, type: 'quota', year, amount: 24, dueDate: day })
await pay({ memberId: one._id, amount: 5 })
await pay({ memberId: two._id, amount: 4, date: `${year - 1}-01-01`, method: 'cash' })
const annulled = await pay({ memberId: two._id, amount: 1 })
succeeded(await admin.post(`/payments/${annulled._id}/cancel`, { reason: 'Engano' }))
await make.member({ state: 'Exonerado', admissionDate: `${year - 2}-01-01` })

test('the condition `isOwed` matches the partial index of owed charges', async () => {
  const plan = await inTransaction(database, async (db) => {
    await db.query({ text: 'SET LOCAL enable_seqscan = off' })
    return db.query({
      text: `EXPLAIN SELECT c.id FROM unsettled_payments c WHERE ${isOwed.text} ORDER BY c.due_date, c.id`,
    })
  })
  assert.match(JSON.stringify(plan.rows), /Scan (on|using) unsettled_payments_owed/)
})

describe('reports', () => {
  test('owedPerYear: open and overdue amounts by year', async () => {
    const rows = await report('owedPerYear')
    assert.deepEqual(ofYear(rows, year - 1), {
      year: year - 1,
      charges: 1,
      members: 1,
      owed: 15,
      overdue: 15,
    })
    assert.deepEqual(ofYear(rows, year), { year, charges: 1, members: 1, owed: 20, overdue: 0 })
  })

  test('paymentsPerYear: without cancelled payments', async () => {
    const rows = await report('paymentsPerYear')
    assert.deepEqual(ofYear(rows, year), {
      year,
      payments: 1,
      members: 1,
      amount: 5,
      byMethod: { transfer: 5 },
    })
    assert.deepEqual(ofYear(rows, year - 1), {
      year: year - 1,
      payments: 1,
      members: 1,
      amount: 4,
      byMethod: { cash: 4 },
    })
  })

  test('membershipsPerYear and cancelationsPerYear: admissions and leavings', async () => {
    const came = ofYear(await report('membershipsPerYear'), year - 1)
    assert.deepEqual(came, { year: year - 1, admitted: 2, readmitted: 0, byCategory: { Remadores: 2 } })
    const left = ofYear(await report('cancelationsPerYear'), year - 2)
    assert.deepEqual(left, { year: year - 2, ended: 1, byState: { Exonerado: 1 } })
  })

  test('nextYearQuotaExpectations: what a generation of next year would charge', async () => {
    const { data } = (await admin.get('/reports/nextYearQuotaExpectations')).body
    assert.deepEqual(data, {
      year: year + 1,
      rows: [{ category: 'Remadores', members: 2, amount: 48 }],
      total: 48,
    })
  })

  test('are for the staff only', async () => {
    const member = await as('member')
    for (const name of ['reports/owedPerYear', 'reports/nextYearQuotaExpectations', 'payments_overview']) {
      assert.equal((await member.get(`/${name}`)).status, 403)
      assert.equal((await visitor.get(`/${name}`)).status, 401)
    }
    assert.equal((await admin.get('/reports/nada')).status, 404)
  })
})

test('payments_overview: sums of the year, months, categories, ages and largest debts', async () => {
  // On 31 December this is the first day of the year.
  const after = addDays(addYears(day, -1), 1)
  const isOfLastYear = after < `${year}-01-01`
  await pay({ memberId: (await make.member())._id, amount: 3, date: after })
  const { data } = (await admin.get('/payments_overview')).body as unknown as { data: Record<string, never> }
  const { paid, owed, overdue, credit, largestDebts, debtAge, byMonth, byCategory } = data as Record<
    string,
    unknown
  >
  const sums = isOfLastYear ? { thisYear: 5, lastYear: 7 } : { thisYear: 8, lastYear: 4 }
  assert.deepEqual([paid, owed, overdue, credit], [{ ...sums, lastYearSoFar: 4 }, 35, 15, 3])
  const months = byMonth as { month: number; paid: number; paidLastYear: number; due: number; owed: number }[]
  assert.deepEqual(
    months.map(({ month, paidLastYear }) => paidLastYear - (month === 1 ? 4 : 0)),
    months.map(({ month }) => (isOfLastYear && month === Number(after.slice(5, 7)) ? 3 : 0)),
  )
  assert.deepEqual([months.length, months[Number(day.slice(5, 7)) - 1]?.paid], [12, 5])
  // Only charges that fall due in the month count: the paid part is not owed, and last year's debts are excluded.
  const { due, owed: owedOfMonth } = months[Number(day.slice(5, 7)) - 1] ?? {}
  assert.deepEqual([due, owedOfMonth], [24, 20])
  assert.equal(
    months.reduce((sum, month) => sum + month.owed, 0),
    20,
  )
  assert.deepEqual(
    (largestDebts as { memberId: string; balance: number }[]).map(({ memberId, balance }) => [
      memberId,
      balance,
    ]),
    [
      [two._id, 20],
      [one._id, 15],
    ],
  )
  assert.equal(
    (debtAge as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0),
    35,
  )
  assert.equal(
    (byCategory as { categoryId: string }[]).some(({ categoryId }) => categoryId === category._id),
    true,
  )
})

describe('notices', () => {
  const preview = async (body: object) => {
    const { data } = (await admin.post('/payment_notices/preview', body)).body
    return data as unknown as {
      count: number
      total: number
      bySteps: Record<string, number>
      leftOut: { reason: string; first: { memberId: string }[] }[]
    }
  }
  const send = async (input: Record<string, unknown>) => {
    const { done, held, skipped, results } = await notify(input)
    return { done: Number(done) + Number(held), skipped, reasons: results.map(({ reason }) => reason) }
  }
  const causes = async (memberId: string) =>
    (
      await sql<{ cause: string }>('SELECT cause FROM messages WHERE about_id = $1 ORDER BY created_at, id', [
        memberId,
      ])
    ).map(({ cause }) => cause)

  test('are sent by steps, each once for a charge, and skipped members have a reason', async () => {
    const memberIds = [one._id, two._id]
    const before = await preview({ memberIds })
    assert.deepEqual([before.count, before.total, before.bySteps['reminder3']], [1, 15, 1])
    assert.deepEqual(
      before.leftOut.flatMap(({ reason, first }) => first.map(({ memberId }) => [memberId, reason])),
      [[two._id, 'noAddress']],
    )
    assert.deepEqual(await causes(one._id), [])
    const sent = await send({ memberIds })
    assert.deepEqual([sent.done, sent.skipped], [1, 1])
    assert.deepEqual(await causes(one._id), ['reminder3'])
    assert.equal((await send({ memberIds })).done, 0)
    assert.deepEqual(await causes(one._id), ['reminder3'])
    const [charged] = (await admin.get(`/members/${one._id}/unsettled_payments`)).body.data
    assert.equal(await noticedStep(String(charged?._id)), 4)
  })

  test('can be limited to one step and a minimum debt', async () => {
    const member = await make.member({ email: 'tres@exemplo.pt' })
    const { _id } = await charge({ memberId: member._id, amount: 10, dueDate: addDays(day, 60) })
    const memberIds = [member._id]
    assert.equal((await send({ memberIds })).done, 0, 'the first step is not due yet')
    assert.equal((await send({ memberIds, step: 'paymentAdvice', minimum: 10.01 })).done, 0)
    assert.equal((await send({ memberIds, step: 'paymentAdvice', minimum: 10 })).done, 1)
    assert.equal((await send({ memberIds, step: 'paymentAdvice' })).done, 0)
    assert.equal((await send({ memberIds, step: 'reminder1' })).done, 1)
    assert.deepEqual(await causes(member._id), ['paymentAdvice', 'reminder1'])
    assert.equal(await noticedStep(_id), 2)
  })

  test('skip former members, unless included, and a message that is disabled', async () => {
    const gone = await make.member({ email: 'foi@exemplo.pt', state: 'Exonerado' })
    await charge({ memberId: gone._id, amount: 10 })
    const memberIds = [gone._id]
    assert.deepEqual((await send({ memberIds, step: 'reminder1' })).reasons, ['Já saiu'])
    const off = await admin.patch('/message_settings/reminder1', { enabled: false })
    succeeded(off)
    const passed = await send({ memberIds, step: 'reminder1', includeEnded: true })
    assert.deepEqual([passed.done, passed.reasons], [0, ['A mensagem está desligada nas configurações']])
    succeeded(await admin.patch('/message_settings/reminder1', { enabled: true }))
    assert.equal((await send({ memberIds, step: 'reminder1', includeEnded: true })).done, 1)
  })

  test('of two concurrent tasks are not sent twice', async () => {
    const member = await make.member({ email: 'quatro@exemplo.pt' })
    await charge({ memberId: member._id, amount: 10 })
    const body = { memberIds: [member._id], step: 'reminder2' }
    const tasks = await Promise.all([send(body), send(body)])
    assert.equal(
      tasks.reduce((sum, { done }) => sum + done, 0),
      1,
    )
    assert.deepEqual(await causes(member._id), ['reminder2'])
  })

  test('reject invalid input and other roles', async () => {
    for (const [body, field] of [
      [{ step: 'reminder9' }, 'step'],
      [{ minimum: 'x' }, 'minimum'],
      [{ memberIds: ['nada'] }, 'memberIds'],
      [{ debts: { query: { _cor: 'azul' } } }, 'debts'],
      [{ preco: 1 }, 'preco'],
    ] as const) {
      const { status, body: response } = await admin.post('/payment_notices/preview', body)
      assert.deepEqual([status, Object.keys(response.errors)], [422, [field]])
    }
    assert.equal((await (await as('member')).post('/payment_notices/preview', {})).status, 403)
    await set('reminderDays', '-15,15,45,90')
    const wrong = await admin.patch('/settings/reminderDays', { value: '15,-15' })
    assert.equal(wrong.status, 422)
  })
})
