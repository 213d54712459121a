import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { inTransaction } from '../../database/transaction.ts'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { untilSomeoneWaits } from '../../testing/lock-waits.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, clock, make, today } = app
const admin = await as('admin')
const { balanceOf, category, changeState, charge, finished, generate, read, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

/** Result of a generation of last year for a category. */
async function generateLastYear(categoryId: string, more: object = {}) {
  const { count, leftOut } = await generate({ year: year - 1, categoryIds: [categoryId], ...more })
  return { count, leftOut }
}

const chargesOf = async (memberId: string, status = 'open') =>
  (await admin.get(`/members/${memberId}/unsettled_payments?_sort=dueDate&_status=${status}`)).body.data

const act = async (chargeId: string | undefined, action: string) =>
  succeeded(await admin.post(`/unsettled_payments/${chargeId}/${action}`, { reason: 'Engano' }))

const monthly = { periodicity: 'monthly', dueDay: 8, dueMonth: 1 }

describe('a quota cancelled by a person', () => {
  test('is not generated again, unless it is restored', async () => {
    const { category: name, id } = await category()
    const member = await make.member({ category: name })
    assert.deepEqual(await generateLastYear(id), { count: 1, leftOut: {} })
    const [quota] = await chargesOf(member._id)
    await act(quota?._id, 'cancel')
    assert.deepEqual(await generateLastYear(id), { count: 0, leftOut: { cancelled: 1 } })
    const { data } = (await admin.post('/quota_runs/preview', { year: year - 1, categoryIds: [id] })).body
    const { leftOut } = data as unknown as { leftOut: { reasonLabel: string }[] }
    assert.deepEqual(
      leftOut.map(({ reasonLabel }) => reasonLabel),
      ['Anulada à mão'],
    )
    assert.deepEqual(await chargesOf(member._id), [])
    succeeded(await admin.post(`/unsettled_payments/${quota?._id}/restore`))
    assert.deepEqual(await generateLastYear(id), { count: 0, leftOut: { exists: 1 } })
    await act(quota?._id, 'cancel')
    const another = { memberId: member._id, type: 'quota', year: year - 1, amount: 5, dueDate: await today() }
    await make.charge(another)
    assert.deepEqual(
      await generateLastYear(id),
      { count: 0, leftOut: { exists: 1 } },
      'a person may charge another',
    )
  })

  test('blocks only its own period, or every year of a plan that is paid once', async () => {
    const { category: name, id } = await category({ amount: 2 }, monthly)
    const member = await make.member({ category: name })
    await generateLastYear(id, { periods: ['01'] })
    await act((await chargesOf(member._id))[0]?._id, 'cancel')
    assert.deepEqual(await generateLastYear(id), { count: 11, leftOut: { cancelled: 1 } })

    const once = await category({}, { periodicity: 'once' })
    const other = await make.member({ category: once.category })
    await generateLastYear(once.id)
    await act((await chargesOf(other._id))[0]?._id, 'cancel')
    assert.deepEqual(await generateLastYear(once.id, { year }), { count: 0, leftOut: { cancelled: 1 } })
  })

  test('is generated again after its generation was undone', async () => {
    const { category: name, id } = await category()
    const member = await make.member({ category: name })
    const run = await generate({ year: year - 1, categoryIds: [id] })
    const [quota] = await chargesOf(member._id)
    await act(quota?._id, 'cancel')
    succeeded(await admin.post(`/quota_runs/${run._id}/undo`))
    const [cancelled] = await chargesOf(member._id, 'cancelled')
    assert.equal(cancelled?.['cancelReason'], 'Engano', 'the first reason is kept')
    assert.deepEqual(await generateLastYear(id), { count: 1, leftOut: {} })
  })
})

test('no month is charged twice when the plan changes within the year', async () => {
  const yearly = await category({ amount: 24 })
  const quarterly = await category({ amount: 6 }, { periodicity: 'quarterly', dueMonth: 1 })
  const halfYearly = await category({ amount: 12 }, { periodicity: 'halfYearly' })
  const member = await make.member({ category: yearly.category })
  const other = await make.member({ category: quarterly.category })
  const move = async ({ _id: memberId }: { _id: string }, categoryId: string) => {
    const terms = { categoryId, startDate: `${year - 1}-04-01`, reason: 'Mudança de plano' }
    succeeded(await admin.post(`/members/${memberId}/member_quota_terms`, terms))
  }
  await generateLastYear(yearly.id)
  await generateLastYear(quarterly.id, { periods: ['T1'] })
  await move(member, quarterly.id)
  await move(other, halfYearly.id)
  assert.deepEqual(await generateLastYear(quarterly.id), { count: 0, leftOut: { exists: 2 } })
  const named = { count: 1, leftOut: { changed: 1 } }
  assert.deepEqual(await generateLastYear(halfYearly.id), named, 'the second quarter is named')
  assert.deepEqual(
    (await chargesOf(other._id)).map(({ period }) => period),
    ['T1', 'S2'],
  )

  const [whole] = await chargesOf(member._id)
  await act(whole?._id, 'cancel')
  assert.deepEqual(
    await generateLastYear(quarterly.id),
    { count: 3, leftOut: { exists: 1 } },
    'the year is cancelled, so its quarters since the change are charged',
  )
  await act((await chargesOf(member._id))[0]?._id, 'exempt')
  assert.deepEqual(await generateLastYear(yearly.id), { count: 0, leftOut: { exists: 1 } })
})

test('a member who moves to longer periods is listed until the missing months are charged', async () => {
  const yearly = await category({ amount: 24 })
  const quarterly = await category({ amount: 6 }, { periodicity: 'quarterly', dueMonth: 1 })
  const [member, late] = [
    await make.member({ category: quarterly.category }),
    await make.member({ category: quarterly.category }),
  ]
  await generateLastYear(quarterly.id, { periods: ['T1', 'T2'] })
  for (const [{ _id }, month] of [
    [member, '07'],
    [late, '11'],
  ] as const) {
    const terms = { categoryId: yearly.id, startDate: `${year - 1}-${month}-01`, reason: 'Mudança de plano' }
    succeeded(await admin.post(`/members/${_id}/member_quota_terms`, terms))
  }
  assert.deepEqual(await generateLastYear(quarterly.id), { count: 2, leftOut: { exists: 2 } })
  const named = { count: 0, leftOut: { changed: 1 } }
  assert.deepEqual(
    await generateLastYear(yearly.id),
    named,
    'the fourth quarter has what is left of the other',
  )
  assert.deepEqual(
    await generateLastYear(yearly.id, { year }),
    { count: 2, leftOut: {} },
    'not the next year',
  )
  await make.charge({
    memberId: member._id,
    type: 'quota',
    year: year - 1,
    period: 'S2',
    amount: 12,
    dueDate: await today(),
  })
  assert.deepEqual(await generateLastYear(yearly.id), { count: 0, leftOut: {} })
})

/** A member who left on one day and came back on another. */
async function away(left: string, back: string, input: { category: string }): Promise<string> {
  const member = await make.member(input)
  await changeState(member._id, 'Exonerado', left)
  await changeState(member._id, 'Ativo', back)
  return member._id
}

describe('a member who left and came back', () => {
  test('is not charged for the months in between; quotas charged before are cancelled', async () => {
    const { category: name, id } = await category({ amount: 2 }, monthly)
    const between = [`${year - 1}-03-15`, `${year - 1}-10-10`] as const
    const charged = await make.member({ category: name })
    await generateLastYear(id)
    for (const [state, date] of [
      ['Exonerado', between[0]],
      ['Ativo', between[1]],
    ] as const)
      await changeState(charged._id, state, date)
    const missed = await away(...between, { category: name })
    const always = await make.member({ category: name })
    assert.deepEqual(await generateLastYear(id), { count: 3 + 6 + 12, leftOut: { exists: 1, away: 2 } })
    const months = async (memberId: string) =>
      (await chargesOf(memberId)).map(({ period }) => period).toSorted()
    for (const memberId of [charged._id, missed])
      assert.deepEqual(await months(memberId), ['01', '02', '03', '10', '11', '12'])
    assert.equal((await chargesOf(always._id)).length, 12)
    assert.deepEqual((await generateLastYear(id)).count, 0)
  })

  for (const [left, back, proRata, amount, due] of [
    [`${year - 2}-03-15`, `${year - 1}-10-10`, true, 6, `${year - 1}-11-09`],
    [`${year - 2}-03-15`, `${year - 1}-10-10`, false, 24, `${year - 1}-11-09`],
    [`${year - 2}-03-15`, `${year - 1}-01-20`, true, 24, `${year - 1}-03-31`],
    [`${year - 1}-03-15`, `${year - 1}-10-10`, true, 24, `${year - 1}-03-31`],
  ] as const)
    test(`from ${left} to ${back}, is charged ${amount} € for the year${proRata ? ', pro rata by whole months' : ''}`, async () => {
      const { category: name, id } = await category({}, { proRata })
      const memberId = await away(left, back, { category: name })
      await generateLastYear(id)
      const charges = await chargesOf(memberId)
      assert.deepEqual(
        charges.map((charge) => [charge['amount'], charge['dueDate']]),
        [[amount, due]],
      )
    })

  test('several absences: each is excluded; a whole year of absence has the reason `away`', async () => {
    const { category: name, id } = await category()
    const memberId = await away(`${year - 4}-05-01`, `${year - 3}-05-01`, { category: name })
    await changeState(memberId, 'Excluído', `${year - 2}-12-01`)
    await changeState(memberId, 'Ativo', `${year}-01-01`)
    const ofYear = async (when: number) => generateLastYear(id, { year: when })
    assert.deepEqual(await ofYear(year - 1), { count: 0, leftOut: { away: 1 } })
    for (const when of [year - 4, year - 3, year - 2, year]) assert.equal((await ofYear(when)).count, 1)
    assert.deepEqual(
      (await chargesOf(memberId)).map((charge) => charge['amount']),
      [24, 16, 24, 24],
    )
  })
})

test('next year quota expectations exclude once-only quotas that are paid, and waived and cancelled ones', async () => {
  const yearly = await category()
  const once = await category({}, { periodicity: 'once' })
  const members = await Promise.all([1, 2, 3].map(() => make.member({ category: yearly.category })))
  await make.member({ category: once.category })
  await generate({ year, categoryIds: [once.id] })
  await generate({ year: year + 1, categoryIds: [yearly.id] })
  const [waived, cancelled] = await Promise.all(members.map(({ _id }) => chargesOf(_id)))
  await act(waived?.[0]?._id, 'exempt')
  await act(cancelled?.[0]?._id, 'cancel')
  await make.member({ category: yearly.category, customQuota: 5 })
  const months = await category({ amount: 3 }, monthly)
  const moved = await make.member({ category: yearly.category, customQuota: 7 })
  await generate({ year: year + 1, categoryIds: [yearly.id] })
  succeeded(await admin.patch(`/members/${moved._id}`, { categoryId: months.id, amounts: 'keep' }))
  const { data } = (await admin.get('/reports/nextYearQuotaExpectations')).body
  const { rows } = data as unknown as { rows: { category: string; members: number; amount: number }[] }
  const own = [yearly.category, once.category, months.category]
  assert.deepEqual(
    rows.filter((row) => own.includes(row.category)),
    [{ category: yearly.category, members: 3, amount: 36 }],
    'each member once, without waived and cancelled quotas; a charge keeps its category',
  )
})

describe('the joia of a readmission', () => {
  test('is a percentage of the joia of an admission, charged once on the day of the return', async () => {
    const { category: name } = await category({ joia: 10.01 })
    const left = `${year - 1}-03-15`
    assert.deepEqual(await balanceOf(await away(left, day, { category: name })), {
      balance: 0,
      overdueAmount: 0,
      credit: 0,
    })
    await set('joiaOnReadmission', '150')
    const back = await away(left, day, { category: name })
    const [joia, ...others] = await chargesOf(back)
    assert.deepEqual(
      [joia?.['type'], joia?.['amount'], joia?.['dueDate'], joia?.['description']],
      ['joia', 15.02, addDays(day, 30), `Joia ${year}, readmissão`],
    )
    assert.deepEqual(others, [])
    assert.equal((await balanceOf(back)).balance, 15.02)
    const old = await away(left, `${year - 1}-12-31`, { category: name })
    assert.deepEqual(await chargesOf(old), [], 'a return of an earlier year charges nothing')
    const mistaken = await away(day, day, { category: name })
    assert.deepEqual(await chargesOf(mistaken), [], 'a leaving corrected on its own day does not count')

    const ahead = addDays(day, 3)
    const [waits, revoked] = [
      await away(left, ahead, { category: name }),
      await away(left, ahead, { category: name }),
    ]
    await changeState(revoked, 'Exonerado', ahead)
    clock.advance({ days: 2 })
    await maintain(app.app.world)
    assert.deepEqual(await chargesOf(waits), [])
    clock.advance({ days: 1 })
    for (const memberId of [waits, waits, revoked, back]) {
      await maintain(app.app.world)
      assert.equal((await chargesOf(memberId)).length, memberId === revoked ? 0 : 1)
    }
  })
})

test('the strip of a member without charges follows the state, the category and their settings', async () => {
  const { category: name, id } = await category()
  const state = await make.stateName({ chargesQuota: true })
  const [member, exempted] = await Promise.all([1, 2].map(() => make.member({ category: name })))
  const thisYear = (await today()).slice(0, 4)
  await changeState(member?._id ?? '', String(state['name']), `${thisYear}-01-01`)
  await changeState(exempted?._id ?? '', 'Isento', addDays(await today(), 1))
  const marks = async () => {
    const records = await Promise.all(
      [member, exempted].map((record) => admin.get(`/members/${record?._id}`)),
    )
    return records.map(({ body }) => (body.data['quotaStrip'] as Record<string, string>)[thisYear])
  }
  assert.deepEqual(await marks(), ['none', 'none'])
  const since = `${thisYear}-01-01`
  succeeded(await admin.patch(`/member_state_names/${state._id}`, { chargesQuota: false, since }))
  assert.deepEqual(await marks(), ['exempt', 'none'])
  succeeded(await admin.patch(`/member_state_names/${state._id}`, { chargesQuota: true, since }))
  succeeded(await admin.patch(`/member_categories/${id}`, { paysQuota: false, since }))
  assert.deepEqual(await marks(), ['exempt', 'exempt'])
  succeeded(await admin.patch(`/member_categories/${id}`, { paysQuota: true, since }))
  assert.deepEqual(await marks(), ['none', 'none'])
  clock.advance({ days: 1 })
  await maintain(app.app.world)
  assert.deepEqual(await marks(), ['none', 'none'], 'a state that began within the year changes the next one')
})

test('the joia of a return is charged by a later daily job, even in the next year', async () => {
  const { category: name } = await category({ joia: 10 })
  await set('joiaOnReadmission', '100')
  const thisYear = (await today()).slice(0, 4)
  const memberId = await away(`${year - 1}-03-15`, `${thisYear}-12-31`, { category: name })
  while ((await today()).startsWith(thisYear)) clock.advance({ days: 1 })
  await maintain(app.app.world)
  assert.deepEqual(
    (await chargesOf(memberId)).map((charge) => [charge['description'], charge['dueDate']]),
    [[`Joia ${thisYear}, readmissão`, addDays(`${thisYear}-12-31`, 30)]],
  )
})

test('a generation that runs past New Year refreshes balances as of the new year', async () => {
  const { category: name, id } = await category()
  const [first, member] = [await make.member({ category: name }), await make.member({ category: name })]
  const thisYear = Number((await today()).slice(0, 4))
  await charge({ memberId: member._id, dueDate: `${thisYear}-12-31` })
  const runId = await inTransaction(app.database, async (db) => {
    // The generation waits for the ledger lock of the first member until next year.
    await db.query({ text: 'SELECT FROM member_balances WHERE id = $1 FOR UPDATE', values: [first._id] })
    const run = succeeded(await admin.post('/quota_runs', { year: thisYear + 1, categoryIds: [id] }))
    await untilSomeoneWaits(app, finished(run._id))
    while ((await today()).startsWith(String(thisYear))) clock.advance({ days: 1 })
    return run._id
  })
  await finished(runId)
  const { balance, overdueAmount, quotaStrip } = await read('members', member._id)
  const marks = quotaStrip as Record<string, string>
  assert.deepEqual([balance, overdueAmount, marks[thisYear + 1], marks[thisYear]], [48, 24, 'owed', 'none'])
})
