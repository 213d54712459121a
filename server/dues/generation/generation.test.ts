import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import { inTransaction } from '../../database/transaction.ts'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { untilSomeoneWaits } from '../../testing/lock-waits.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, make, sql, takeErrors, today } = app
const admin = await as('admin')
const { balanceOf, category, changeState, charge, finished, generate, pay, read, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

async function preview(input: object) {
  const { data } = (await admin.post('/quota_runs/preview', { year, ...input })).body
  const { count, total, leftOut } = data as unknown as {
    count: number
    total: number
    leftOut: { reason: string; count: number; first: { name: string }[] }[]
  }
  return { count, total, leftOut: Object.fromEntries(leftOut.map((one) => [one.reason, one.count])) }
}

async function chargesOf(memberId: string): Promise<[period: unknown, amount: unknown, due: unknown][]> {
  const { data } = (
    await admin.get(`/members/${memberId}/unsettled_payments?_sort=dueDate&_status=open&_status=paid`)
  ).body
  return data.map((charge) => [charge['period'], charge['amount'], charge['dueDate']])
}

describe('a generation of quotas', () => {
  test('no period is due before an earlier one, after an admission late in a period', async () => {
    const { category: name, id } = await category({}, { periodicity: 'monthly', dueDay: 8 })
    const admissionDate = `${year}-01-31`
    const member = await make.member({ category: name, admissionDate })
    await generate({ categoryIds: [id], periods: ['01', '02', '03'] })
    const due = (await chargesOf(member._id)).map(([period, , dueDate]) => [period, dueDate]).toSorted()
    const first = addDays(admissionDate, 30)
    assert.deepEqual(due, [
      ['01', first],
      ['02', first],
      ['03', `${year}-03-08`],
    ])
  })

  test('a price can be deleted while no charge uses it; charges of another plan do not count', async () => {
    const [one, other] = [await category(), await category()]
    const member = await make.member({ category: one.category })
    const priceOf = async ({ planId }: { planId: string }) =>
      (await admin.get(`/quota_plans/${planId}/quota_prices`)).body.data[0]?._id
    await generate({ categoryIds: [one.id] })
    assert.equal((await chargesOf(member._id)).length, 1)
    const remove = async (plan: { planId: string }) => admin.delete(`/quota_prices/${await priceOf(plan)}`)
    const refused = await remove(one)
    assert.deepEqual([refused.status, /com este preço/.test(refused.body.message)], [409, true])
    assert.equal((await remove(other)).status, 204)
  })

  test('charges members who pay, counts the others by reason, and does nothing the second time', async () => {
    const { category: name, id } = await category()
    const [payer, , , left] = [
      await make.member({ category: name }),
      await make.member({ category: name, state: 'Isento', admissionDate: `${year - 1}-05-01` }),
      await make.member({ category: name, exemptUntil: `${year}-06-30`, exemptReason: 'Desemprego' }),
      await make.member({ category: name, state: 'Exonerado', admissionDate: `${year - 1}-05-01` }),
    ]
    const own = await make.member({ category: name, customQuota: 7.5 })
    await make.member({ category: name, customQuota: 0 })
    await make.member({ category: name, admissionDate: addDays(`${year + 1}-01-01`, 0) })
    const chosen = { categoryIds: [id] }
    const leftOut = { ended: 1, stateExempt: 1, exempt: 2, beforeAdmission: 1 }
    assert.deepEqual(await preview(chosen), { count: 2, total: 31.5, leftOut })
    assert.deepEqual(await chargesOf(payer._id), [], 'a preview writes nothing')

    const membersLeftOut = (reason: string) => admin.post('/quota_runs/left_out', { year, ...chosen, reason })
    assert.deepEqual(
      (await membersLeftOut('ended')).body.data.map((one) => [one['memberId'], one['name']]),
      [[left._id, left['name']]],
    )
    assert.deepEqual((await membersLeftOut('noPrice')).body.data, [])
    assert.deepEqual(Object.keys((await membersLeftOut('x')).body.errors), ['reason'])

    const run = await generate(chosen)
    assert.deepEqual([run['count'], run['total'], run['leftOut']], [2, 31.5, leftOut])
    const inCategory = { categoryId: id, category: name, count: 2, charged: 31.5, paid: 0, owed: 31.5 }
    assert.deepEqual(run['byCategory'], [inCategory])
    assert.deepEqual(await chargesOf(payer._id), [[null, 24, `${year}-03-31`]])
    assert.deepEqual(await chargesOf(own._id), [[null, 7.5, `${year}-03-31`]])
    assert.deepEqual(await chargesOf(left._id), [])
    assert.equal((await balanceOf(payer._id)).balance, 24)

    assert.deepEqual(await preview(chosen), { count: 0, total: 0, leftOut: { ...leftOut, exists: 2 } })
    assert.equal((await generate(chosen))['count'], 0)
    assert.deepEqual(await chargesOf(payer._id), [[null, 24, `${year}-03-31`]])
  })

  test('that fails says so, charges nobody, and can be retried', async () => {
    const { category: name, id } = await category({ amount: 13.57 })
    const member = await make.member({ category: name })
    await sql('ALTER TABLE unsettled_payments ADD CONSTRAINT unlucky CHECK (amount <> 1357) NOT VALID')
    const requested = succeeded(await admin.post('/quota_runs', { year, categoryIds: [id] }))
    assert.equal((await admin.post(`/quota_runs/${requested._id}/retry`)).status, 409)
    const failed = await finished(requested._id, 'failed')
    assert.equal(takeErrors().length, 1)
    assert.match(String(failed['problem']), /nada foi gerado.*Pode tentar outra vez/)
    assert.deepEqual(await chargesOf(member._id), [])
    const undone = await admin.post(`/quota_runs/${requested._id}/undo`)
    assert.deepEqual([undone.status, undone.body.message], [409, 'Falhou, e não gerou nada.'])

    await sql('ALTER TABLE unsettled_payments DROP CONSTRAINT unlucky')
    succeeded(await admin.post(`/quota_runs/${requested._id}/retry`))
    const done = await finished(requested._id)
    assert.deepEqual([done['count'], done['problem']], [1, null])
    assert.equal((await chargesOf(member._id)).length, 1)
    assert.equal((await admin.post(`/quota_runs/${requested._id}/retry`)).status, 409)
  })

  test('requested twice at the same time makes each quota once', async () => {
    const { category: name, id } = await category()
    const members = await Promise.all(Array.from({ length: 5 }, () => make.member({ category: name })))
    const responses = await Promise.all(
      [1, 2].map(() => admin.post('/quota_runs', { year, categoryIds: [id] })),
    )
    for (const response of responses) {
      if (response.status === 201) await finished(succeeded(response)._id)
      else assert.match(response.body.message ?? '', /já está em curso, pedida por/)
    }
    const again = await generate({ categoryIds: [id] })
    assert.deepEqual([again['count'], responses.some(({ status }) => status === 201)], [0, true])
    for (const { _id } of members) assert.equal((await chargesOf(_id)).length, 1)
  })

  test('leaves out months that are charged by hand while it runs', async () => {
    const { category: name, id } = await category()
    const [first, member] = [await make.member({ category: name }), await make.member({ category: name })]
    const quota = { memberId: member._id, type: 'quota', year, period: 'T2', amount: 6, dueDate: day }
    const runId = await inTransaction(app.database, async (db) => {
      // The generation has inserted its quotas and waits for the ledger lock of the first member.
      await db.query({ text: 'SELECT FROM member_balances WHERE id = $1 FOR UPDATE', values: [first._id] })
      const run = succeeded(await admin.post('/quota_runs', { year, categoryIds: [id] }))
      await untilSomeoneWaits(app, finished(run._id))
      succeeded(await admin.post('/unsettled_payments', quota))
      return run._id
    })
    const run = await finished(runId)
    assert.deepEqual([run['count'], run['total'], run['leftOut']], [1, 24, { exists: 1 }])
    assert.deepEqual(await chargesOf(member._id), [['T2', 6, day]])
    assert.equal((await balanceOf(first._id)).balance, 24)
  })

  for (const [admitted, proRata, amount, due] of [
    [`${year}-01-31`, true, 24, `${year}-03-31`],
    [`${year}-02-01`, true, 22, `${year}-03-31`],
    [`${year}-09-17`, true, 8, addDays(`${year}-09-17`, 30)],
    [`${year}-12-31`, true, 2, addDays(`${year}-12-31`, 30)],
    [`${year}-09-17`, false, 24, addDays(`${year}-09-17`, 30)],
    [`${year - 1}-09-17`, true, 24, `${year}-03-31`],
  ] as const)
    test(`charges ${amount} € when admitted on ${admitted}${proRata ? ', pro rata by whole months' : ''}`, async () => {
      const { category: name, id } = await category({}, { proRata })
      const member = await make.member({ category: name, admissionDate: admitted })
      await generate({ categoryIds: [id] })
      assert.deepEqual(await chargesOf(member._id), [[null, amount, due]])
    })

  test('rounds half a cent up', async () => {
    const { category: name, id } = await category({ amount: 0.3 })
    // 30 cents × 1 of 12 months is 2,5.
    const member = await make.member({ category: name, admissionDate: `${year}-12-01` })
    await generate({ categoryIds: [id] })
    assert.equal((await chargesOf(member._id))[0]?.[1], 0.03)
  })

  test('charges the whole amount of a quota that is paid once', async () => {
    const { category: name, id } = await category({}, { periodicity: 'once' })
    const member = await make.member({ category: name, admissionDate: `${year}-12-01` })
    await generate({ categoryIds: [id] })
    assert.equal((await chargesOf(member._id))[0]?.[1], 24)
  })

  test('charges the periods of the plan since the admission, at the price valid at the start of each', async () => {
    const {
      category: name,
      id,
      planId,
    } = await category({ amount: 6 }, { periodicity: 'quarterly', dueDay: 31, dueMonth: 2 })
    await make.price({ quotaPlanId: planId, amount: 7, validFrom: `${year}-07-01` })
    await make.price({ quotaPlanId: planId, amount: 9, validFrom: `${year}-10-01`, categoryId: id })
    const member = await make.member({ category: name, admissionDate: `${year}-05-20` })
    await generate({ categoryIds: [id], periods: ['T1', 'T2', 'T3'] })
    assert.deepEqual(await chargesOf(member._id), [
      ['T2', 4, addDays(`${year}-05-20`, 30)],
      ['T3', 7, `${year}-08-31`],
    ])
    await generate({ categoryIds: [id] })
    assert.deepEqual((await chargesOf(member._id)).at(-1), ['T4', 9, `${year}-11-30`])
    assert.deepEqual((await preview({ categoryIds: [id] })).leftOut, { beforeAdmission: 1, exists: 1 })
  })

  test('leaves out members without plan or price, and rejects unknown periods', async () => {
    const { category: name, id } = await category({ validFrom: `${year}-01-02` })
    await make.member({ category: name })
    assert.deepEqual(await preview({ categoryIds: [id] }), { count: 0, total: 0, leftOut: { noPrice: 1 } })
    const bare = await make.category()
    await make.member({ category: String(bare['name']) })
    assert.deepEqual((await preview({ categoryIds: [bare._id] })).leftOut, { noPlan: 1 })
    const wrong = await admin.post('/quota_runs', { year, periods: ['T5'] })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['periods']])
    assert.equal((await admin.post('/quota_runs/preview', {})).status, 422)
    assert.equal((await (await as('member')).post('/quota_runs/preview', { year })).status, 403)
  })

  test('reports the credit used for its quotas separately from that used for earlier debts', async () => {
    const { category: name, id } = await category()
    const { _id: memberId } = await make.member({ category: name })
    await pay({ memberId, amount: 12 })
    await charge({ memberId, amount: 3.5, dueDate: `${year - 1}-01-15` })
    const run = await generate({ categoryIds: [id] })
    const { creditUsed, creditOnEarlier, byCategory } = run as unknown as Record<string, number> & {
      byCategory: { paid: number }[]
    }
    assert.deepEqual([creditUsed, creditOnEarlier], [8.5, 3.5])
    assert.deepEqual(
      byCategory.map(({ paid }) => paid),
      [8.5],
      'the table by category has the same amount',
    )
  })

  test('uses available credit, and can be undone as a whole while no payment settles its quotas', async () => {
    const { category: name, id } = await category()
    const [rich, poor] = [await make.member({ category: name }), await make.member({ category: name })]
    const advance = await pay({ memberId: rich._id, amount: 30 })
    const run = await generate({ categoryIds: [id] })
    assert.deepEqual([run['count'], run['creditUsed']], [2, 24])
    assert.deepEqual(await balanceOf(rich._id), { balance: 0, overdueAmount: 0, credit: 6 })

    const payment = await pay({ memberId: poor._id, amount: 1 })
    const undo = () => admin.post(`/quota_runs/${run._id}/undo`)
    const refused = await undo()
    assert.deepEqual(
      [refused.status, refused.body.message],
      [409, 'Não pode ser desfeita: já há uma quota paga, no todo ou em parte.'],
    )
    assert.deepEqual(await balanceOf(rich._id), { balance: 0, overdueAmount: 0, credit: 6 })
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.equal(succeeded(await undo())['state'], 'undone')
    assert.equal((await undo()).status, 409)
    assert.deepEqual(await balanceOf(rich._id), { balance: 0, overdueAmount: 0, credit: 30 })
    assert.deepEqual(await balanceOf(poor._id), { balance: 0, overdueAmount: 0, credit: 0 })
    succeeded(await admin.post(`/payments/${advance._id}/cancel`, { reason: 'Engano' }))
    assert.equal((await generate({ categoryIds: [id] }))['count'], 2)
  })
})

describe('an admission', () => {
  test('of this year charges the joia and the first quota, if plan and settings say so', async () => {
    const { category: name } = await category({ joia: 10 }, { chargesOnAdmission: true })
    const fresh = await make.member({ category: name, admissionDate: day })
    const charges = (await admin.get(`/members/${fresh._id}/unsettled_payments`)).body.data
    const months = 13 - Number(day.slice(5, 7))
    assert.deepEqual(
      charges.map((charge) => [charge['type'], charge['amount'], charge['origin']]).toSorted(),
      [
        ['joia', 10, 'admission'],
        ['quota', 2 * months, 'admission'],
      ],
    )
    assert.equal((await balanceOf(fresh._id)).balance, 10 + 2 * months)
    const old = await make.member({ category: name, admissionDate: `${year - 3}-05-01` })
    assert.deepEqual(await chargesOf(old._id), [])
    await set('duesOnAdmission', 'false')
    const silent = await make.member({ category: name, admissionDate: day })
    assert.deepEqual(await chargesOf(silent._id), [])
    await set('duesOnAdmission', 'true')
  })
})

describe('a leaving', () => {
  test('cancels unpaid quotas of periods that begin after it, and no earlier ones', async () => {
    const { category: name, id } = await category(
      { amount: 2 },
      { periodicity: 'monthly', dueDay: 8, dueMonth: 1 },
    )
    const member = await make.member({ category: name })
    await generate({ categoryIds: [id], year: year - 1 })
    await changeState(member._id, 'Exonerado', `${year - 1}-09-15`)
    const periods = (await chargesOf(member._id)).map(([period]) => period)
    assert.deepEqual(periods, ['01', '02', '03', '04', '05', '06', '07', '08', '09'])
    const [cancelled] = await sql(
      `SELECT DISTINCT cancel_reason FROM unsettled_payments WHERE member_id = $1 AND status = 'cancelled'`,
      [member._id],
    )
    assert.deepEqual(cancelled, { cancel_reason: 'saída' })
    assert.equal((await balanceOf(member._id)).balance, 18)
  })

  test('makes what is paid of later quotas credit, and a correction on its own day settles them again', async () => {
    const { category: name, id } = await category({ amount: 10 })
    // The quota of a year that begins on the day of the leaving goes with it.
    const begun = Number(addDays(day, -1).slice(0, 4))
    const [member, rich] = [await make.member({ category: name }), await make.member({ category: name })]
    await pay({ memberId: rich._id, amount: 30 })
    for (const charged of [begun, begun + 1]) await generate({ categoryIds: [id], year: charged })
    const receipt = await pay({ memberId: member._id, amount: 15 })
    assert.deepEqual(await balanceOf(member._id), { balance: 5, overdueAmount: 0, credit: 0 })
    assert.equal((await balanceOf(rich._id)).credit, 10, 'credit paid both years')
    const [left] = (await admin.get('/member_state_names?_name=Exonerado')).body.data
    const change = { memberIds: [member._id, rich._id], stateNameId: left?._id, date: day }
    const previewed = succeeded(await admin.post('/members/change_state/preview', change))
    const { effects, after } = previewed as unknown as Record<string, Record<string, number>>
    assert.deepEqual(
      [effects?.['owed'], effects?.['credit'], after?.['owed'], after?.['credit']],
      [-5, 15, 0, 25],
    )
    for (const { _id } of [member, rich]) await changeState(_id, 'Exonerado', day)
    assert.deepEqual(await balanceOf(member._id), { balance: 0, overdueAmount: 0, credit: 5 })
    assert.equal((await balanceOf(rich._id)).credit, 20, 'credit that paid the next year is credit again')
    const statuses = async () =>
      (await admin.get(`/members/${member._id}/unsettled_payments?_sort=dueDate&_type=quota`)).body.data.map(
        ({ year: of, status, paidAmount }) => [of, status, paidAmount],
      )
    assert.deepEqual(await statuses(), [
      [begun, 'paid', 10],
      [begun + 1, 'cancelled', 0],
    ])
    const items = (await read('payments', receipt._id))['items'] as { amount: number }[]
    assert.deepEqual(
      items.map(({ amount }) => amount).toSorted((one, other) => one - other),
      [5, 10],
      'the receipt keeps its lines',
    )
    const { credits } = succeeded(await admin.get('/today')) as unknown as {
      credits: Record<string, unknown>[]
    }
    assert.deepEqual(
      credits.map(({ memberId, credit }) => [memberId, credit]),
      [
        [rich._id, 20],
        [member._id, 5],
      ],
    )
    await changeState(member._id, 'Ativo', day)
    assert.deepEqual(await balanceOf(member._id), { balance: 5, overdueAmount: 0, credit: 0 })
    assert.deepEqual((await statuses()).at(-1), [begun + 1, 'partial', 5])
  })

  test('that is corrected on its own day restores what it cancelled, without charging a month twice', async () => {
    const monthly = { periodicity: 'monthly', dueDay: 8, dueMonth: 1 }
    const { category: name, id } = await category({ amount: 2 }, monthly)
    const member = await make.member({ category: name })
    const periods = async () => (await chargesOf(member._id)).map(([period]) => period)
    const wrong = `${year - 1}-09-15`
    await generate({ categoryIds: [id], year: year - 1, periods: ['08', '10', '11', '12'] })
    const { data } = (await admin.get(`/members/${member._id}/unsettled_payments?_sort=dueDate`)).body
    succeeded(await admin.post(`/unsettled_payments/${data[1]?._id}/cancel`, { reason: 'Engano' }))
    await changeState(member._id, 'Exonerado', wrong)
    await make.charge({ memberId: member._id, type: 'quota', year: year - 1, period: 'T4', dueDate: day })
    await changeState(member._id, 'Ativo', wrong)
    assert.deepEqual(await periods(), ['08', 'T4'], 'no month is owed twice')
    const [quarter] = (await admin.get(`/members/${member._id}/unsettled_payments?_period=T4`)).body.data
    succeeded(await admin.post(`/unsettled_payments/${quarter?._id}/cancel`, { reason: 'Engano' }))
    await changeState(member._id, 'Exonerado', wrong)
    const again = { memberId: member._id, type: 'quota', year: year - 1, period: '11', dueDate: day }
    await make.charge(again)
    assert.deepEqual(await periods(), ['08', '11'])
    await changeState(member._id, 'Ativo', wrong)
    assert.deepEqual((await periods()).toSorted(), ['08', '11', '12'])
    assert.equal((await balanceOf(member._id)).balance, 28)
    await changeState(member._id, 'Exonerado', `${year - 1}-12-05`)
    await changeState(member._id, 'Ativo', `${year - 1}-12-20`)
    assert.deepEqual((await periods()).toSorted(), ['08', '11', '12'])

    await generate({ categoryIds: [id], year: year + 1, periods: ['01'] })
    await changeState(member._id, 'Exonerado', addDays(day, -5))
    await changeState(member._id, 'Ativo', day)
    assert.deepEqual((await periods()).toSorted(), ['08', '11', '12'], 'a later return is not a correction')
  })

  test('does not cancel quotas that a person created or restored after it', async () => {
    const { category: name, id } = await category(
      { amount: 2 },
      { periodicity: 'monthly', dueDay: 8, dueMonth: 1 },
    )
    const member = await make.member({ category: name })
    await generate({ categoryIds: [id], year: year - 1, periods: ['09', '10', '11'] })
    await changeState(member._id, 'Exonerado', `${year - 1}-09-15`)
    const cancelled = await admin.get(`/members/${member._id}/unsettled_payments?_status=cancelled`)
    const october = cancelled.body.data.find(({ period }) => period === '10')
    const act = async (action: string, id = october?._id) => {
      const input = action === 'restore' ? {} : { reason: 'Engano' }
      return succeeded(await admin.post(`/unsettled_payments/${id}/${action}`, input))
    }
    const owedAfterADay = async () => {
      await maintain(app.app.world)
      return (await chargesOf(member._id)).map(([period]) => period)
    }
    await act('restore')
    assert.deepEqual(await owedAfterADay(), ['09', '10'])
    await act('cancel')
    assert.deepEqual(await owedAfterADay(), ['09'])
    await act('restore')
    await make.charge({ memberId: member._id, type: 'quota', year: year - 1, period: '12', dueDate: day })
    assert.deepEqual(await owedAfterADay(), ['09', '10', '12'])

    const stays = await make.member({ category: name })
    await generate({ categoryIds: [id], year: year + 1, periods: ['01'] })
    const [early] = (await admin.get(`/members/${stays._id}/unsettled_payments?_year=${year + 1}`)).body.data
    for (const action of ['cancel', 'restore']) await act(action, early?._id)
    await changeState(stays._id, 'Exonerado', day)
    assert.deepEqual(await chargesOf(stays._id), [], 'a restore before the leaving does not count')
  })
})

describe('prices of quotas', () => {
  test('are unique per day, and cannot be deleted once something was charged since', async () => {
    const { category: name, id, planId } = await category()
    const [price] = (await admin.get(`/quota_plans/${planId}/quota_prices`)).body.data
    const again = await admin.post('/quota_prices', {
      quotaPlanId: planId,
      validFrom: '2000-01-01',
      amount: 5,
    })
    assert.deepEqual(again.body.errors, { validFrom: ['Já há um preço a partir deste dia.'] })
    const member = await make.member({ category: name })
    await generate({ categoryIds: [id] })
    assert.equal((await chargesOf(member._id)).length, 1)
    assert.equal((await admin.delete(`/quota_prices/${price?._id}`)).status, 409)
    assert.equal((await admin.patch(`/quota_prices/${price?._id}`, { amount: 1 })).status, 403)
    const spare = await make.price()
    assert.equal((await admin.delete(`/quota_prices/${spare._id}`)).status, 204)
  })

  test('can be replaced on their day when the generation that used them is undone', async () => {
    const { category: name, id, planId } = await category({ amount: 20 })
    const member = await make.member({ category: name })
    const from = `${year}-01-01`
    const set = (amount: number) =>
      admin.post(`/quota_plans/${planId}/set_prices`, { validFrom: from, prices: [{ amount }] })
    const remove = (validFrom = from) => admin.post(`/quota_plans/${planId}/remove_prices`, { validFrom })
    const amounts = async () => (await chargesOf(member._id)).map(([, amount]) => amount)
    succeeded(await set(240))
    const wrong = await generate({ categoryIds: [id] })
    assert.equal((await remove()).status, 409)
    succeeded(await admin.post(`/quota_runs/${wrong._id}/undo`))
    succeeded(await remove())
    succeeded(await set(24))
    await generate({ categoryIds: [id] })
    assert.deepEqual(await amounts(), [24])
    assert.equal((await remove()).status, 409)
    succeeded(await remove('2000-01-01'))
  })

  test('are blocked only by charges of their days, plan and category', async () => {
    const {
      category: name,
      id,
      planId,
    } = await category({ amount: 20 }, { chargesOnAdmission: true, proRata: false })
    const other = await make.category({ quotaPlanId: planId })
    const price = (validFrom: string, given: object = {}) =>
      make.price({ quotaPlanId: planId, amount: 30, validFrom, ...given })
    const statusOf = async ({ _id }: { _id: string }) => (await admin.delete(`/quota_prices/${_id}`)).status
    const [late, early, next] = [
      await price(`${year}-01-02`),
      await price(`${year}-01-01`),
      await price(`${year + 1}-01-01`),
    ]
    const ofOther = await price(`${year}-01-01`, { categoryId: other._id })
    await make.member({ category: name })
    const own = await make.member({ category: String(other['name']), customQuota: 5 })
    await generate({ categoryIds: [id, other._id] })
    assert.equal((await chargesOf(own._id)).length, 1)
    assert.equal(await statusOf(early), 409)
    assert.equal(await statusOf(next), 204)
    assert.equal(await statusOf(ofOther), 204, 'an individual amount uses no price')
    // The price of the day of an admission within the period is used too.
    const member = await make.member({ category: name, admissionDate: `${year}-01-02` })
    assert.equal(await statusOf(late), 409)
    const [{ _id } = { _id: '' }] = (await admin.get(`/members/${member._id}/unsettled_payments`)).body.data
    succeeded(await admin.post(`/unsettled_payments/${_id}/cancel`, { reason: 'Engano' }))
    assert.equal(await statusOf(late), 204)
  })

  test('cannot be deleted while a generation is running', async () => {
    const { category: name, id, planId } = await category({ validFrom: `${year + 2}-01-01` })
    const member = await make.member({ category: name })
    const [price] = (await admin.get(`/quota_plans/${planId}/quota_prices`)).body.data
    const remove = () => admin.delete(`/quota_prices/${price?._id}`)
    const runId = await inTransaction(app.database, async (db) => {
      await db.query({ text: 'SELECT FROM member_balances WHERE id = $1 FOR UPDATE', values: [member._id] })
      const run = succeeded(await admin.post('/quota_runs', { year: year + 2, categoryIds: [id] }))
      await untilSomeoneWaits(app, finished(run._id))
      const { status, body } = await remove()
      assert.deepEqual([status, body.message?.includes('espere que acabe')], [409, true])
      return run._id
    })
    assert.equal((await finished(runId))['count'], 1)
    assert.equal((await remove()).status, 409)
  })

  test('created while a generation waited to begin cannot be deleted after it charged them', async () => {
    const { category: name, id, planId } = await category({ validFrom: `${year + 3}-12-31` })
    await make.member({ category: name })
    const { run, price } = await inTransaction(app.database, async (db) => {
      await db.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [advisoryLocks.quotaGeneration] })
      const requested = succeeded(await admin.post('/quota_runs', { year: year + 3, categoryIds: [id] }))
      await untilSomeoneWaits(app, finished(requested._id))
      return {
        run: requested,
        price: await make.price({ quotaPlanId: planId, validFrom: `${year + 3}-01-01` }),
      }
    })
    assert.equal((await finished(run._id))['count'], 1)
    assert.equal((await admin.delete(`/quota_prices/${price._id}`)).status, 409)
  })
})

describe('a payment agreement', () => {
  test('splits a debt into instalments; payments settle the oldest first; unpaid ones break it', async () => {
    const member = await make.member()
    const charge = await make.charge({ memberId: member._id, amount: 10 })
    const agreement = await make.agreement({ memberId: member._id, instalments: 3, firstDate: day })
    const parts = async () =>
      (
        await admin.get(`/payment_agreements/${agreement._id}/agreement_instalments?_sort=dueDate`)
      ).body.data.map((part) => [part['amount'], part['paidAmount']])
    assert.deepEqual(await parts(), [
      [3.34, 0],
      [3.33, 0],
      [3.33, 0],
    ])
    assert.equal((await read('unsettled_payments', charge._id))['agreementId'], agreement._id)
    await pay({ memberId: member._id, amount: 5 })
    assert.deepEqual(await parts(), [
      [3.34, 3.34],
      [3.33, 1.66],
      [3.33, 0],
    ])
    assert.equal((await read('payment_agreements', agreement._id))['openAmount'], 5)
    const again = await admin.post('/payment_agreements', {
      memberId: member._id,
      instalments: 2,
      firstDate: day,
    })
    assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['chargeIds']])

    app.clock.advance({ days: 50 })
    await maintain(app.app.world)
    assert.equal((await read('payment_agreements', agreement._id))['state'], 'broken')
    await pay({ memberId: member._id, amount: 5 })
    assert.equal((await read('payment_agreements', agreement._id))['state'], 'fulfilled')
    assert.equal(
      (await admin.post(`/payment_agreements/${agreement._id}/cancel`, { reason: 'x' })).status,
      409,
    )
  })
})
