import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { duesTools } from '../testing.ts'

// The days of the cases are fixed, so the clock is too.
const app = await testApp({ with: { database: await testDatabase(), clock: testClock('2026-11-10') } })
const { as, make, sql } = app
const { category, generate, pay, read } = await duesTools(app)
const admin = await as('admin')

const admissionDate = '2023-06-01'
const quarterly = { periodicity: 'quarterly' }

/** The quotas of a member that are owed or paid, by period. */
async function amountsOf(memberId: string): Promise<Record<string, unknown>> {
  const { data } = (
    await admin.get(`/members/${memberId}/unsettled_payments?_type=quota&_status=open&_status=paid&_limit=50`)
  ).body
  return Object.fromEntries(data.map(({ period, amount }) => [String(period), amount]))
}

/** A category of members who were charged all of 2026, and paid nothing but for one quarter of the second. */
async function charged(amount: number) {
  const own = await category({ amount }, quarterly)
  await sql(`UPDATE member_categories SET created_at = '2023-01-01' WHERE id = $1`, [own.id])
  await sql(`UPDATE quota_plans SET created_at = '2023-01-01' WHERE id = $1`, [own.planId])
  const [one, other] = await Promise.all(
    [1, 2].map(() => make.member({ category: own.category, admissionDate })),
  )
  await generate({ year: 2026, categoryIds: [own.id] })
  const { data } = (
    await admin.get(`/members/${other!._id}/unsettled_payments?_type=quota&_period=T3&_limit=1`)
  ).body
  await pay({
    memberId: other!._id,
    amount,
    items: [{ unsettledPaymentId: data[0]?._id, amount }],
  })
  return {
    ...own,
    one: one!._id,
    other: other!._id,
    year: { T1: amount, T2: amount, T3: amount, T4: amount },
  }
}

const pendingOf = async (memberId: string) =>
  (await admin.get(`/members/${memberId}/charge_differences?_state=pending&_limit=50`)).body.data.map(
    ({ amount, expectedAmount, reason }) => [amount, expectedAmount, reason],
  )

describe('new prices for periods that are charged', () => {
  const prices = (amount: number) => ({ validFrom: '2026-07-01', prices: [{ amount }] })

  test('say before which unpaid charges would be different, and change nothing by saying it', async () => {
    const { planId, one, other, year } = await charged(10)
    const preview = await admin.post(`/quota_plans/${planId}/prices/preview`, prices(12))
    assert.equal(preview.status, 200)
    assert.deepEqual(preview.body.data['charges'], [
      { description: 'Quota 2026, 3.º trimestre', count: 1, from: 10, to: 12 },
      { description: 'Quota 2026, 4.º trimestre', count: 2, from: 20, to: 24 },
    ])
    assert.deepEqual([await amountsOf(one), await amountsOf(other)], [year, year])
    assert.deepEqual(await pendingOf(one), [])
    const auditor = await as('auditor')
    assert.equal((await auditor.post(`/quota_plans/${planId}/prices/preview`, prices(12))).status, 403)
    // Of another year nothing is charged.
    const later = await admin.post(`/quota_plans/${planId}/prices/preview`, {
      ...prices(12),
      validFrom: '2027-01-01',
    })
    assert.deepEqual(later.body.data['charges'], [])
  })

  test('change with the prices, except the paid ones', async () => {
    const { planId, one, other, year } = await charged(10)
    succeeded(await admin.post(`/quota_plans/${planId}/set_prices`, { ...prices(12), charges: 'change' }))
    assert.deepEqual(await amountsOf(one), { ...year, T3: 12, T4: 12 })
    assert.deepEqual(await amountsOf(other), { ...year, T4: 12 })
    assert.equal((await read('members', one))['balance'], 44)
    assert.deepEqual([await pendingOf(one), await pendingOf(other)], [[], []])
  })

  test('leave them, and do not speak of them again', async () => {
    const { planId, one, year } = await charged(10)
    succeeded(await admin.post(`/quota_plans/${planId}/set_prices`, { ...prices(12), charges: 'leave' }))
    await maintain(app.app.world)
    assert.deepEqual([await amountsOf(one), await pendingOf(one)], [year, []])
    // Another change speaks of what itself makes different.
    succeeded(await admin.post('/quota_prices', { quotaPlanId: planId, validFrom: '2026-10-01', amount: 15 }))
    assert.deepEqual(await pendingOf(one), [[10, 15, 'price']])
  })

  test('list them to be decided one by one when nothing is said', async () => {
    const { planId, one, other, year } = await charged(10)
    succeeded(await admin.post(`/quota_plans/${planId}/set_prices`, prices(12)))
    assert.deepEqual(await amountsOf(one), year)
    const listed = [
      [10, 12, 'price'],
      [10, 12, 'price'],
    ]
    assert.deepEqual(await pendingOf(one), listed)
    assert.deepEqual(await pendingOf(other), [[10, 12, 'price']])
    await maintain(app.app.world)
    assert.deepEqual(await pendingOf(one), listed, 'they wait until somebody decides')
  })
})

describe('rules of a category, a plan or a state for periods that are charged', () => {
  const changes = { paysQuota: false, since: '2026-04-01' }

  test('say before which charges would end, and end them with the change', async () => {
    const { id, one, other, year } = await charged(10)
    const path = `/member_categories/${id}`
    const preview = await admin.post(`${path}/charges/preview`, changes)
    assert.deepEqual(preview.body.data['charges'], [
      { description: 'Quota 2026, 2.º trimestre', count: 2, from: 20, to: null },
      { description: 'Quota 2026, 3.º trimestre', count: 1, from: 10, to: null },
      { description: 'Quota 2026, 4.º trimestre', count: 2, from: 20, to: null },
    ])
    assert.deepEqual(await amountsOf(one), year)
    succeeded(await admin.patch(path, { ...changes, charges: 'change' }))
    assert.deepEqual([await amountsOf(one), await amountsOf(other)], [{ T1: 10 }, { T1: 10, T3: 10 }])
    assert.equal((await read('members', one))['balance'], 10)
  })

  test('list what a category, or a state, charges no more, until it charges again', async () => {
    const { id, one, year } = await charged(10)
    const path = `/member_categories/${id}`
    succeeded(await admin.patch(path, changes))
    const listed = Array.from({ length: 3 }, () => [10, null, 'categoryExempt'])
    assert.deepEqual([await amountsOf(one), await pendingOf(one)], [year, listed])
    await maintain(app.app.world)
    assert.deepEqual(await pendingOf(one), listed)
    succeeded(await admin.patch(path, { paysQuota: true, since: '2026-04-01' }))
    assert.deepEqual(await pendingOf(one), [], 'by the rules it is charged right again')

    const stateName = await make.stateName({ chargesQuota: true })
    await sql(`UPDATE member_state_names SET created_at = '2023-01-01' WHERE id = $1`, [stateName._id])
    await sql(`UPDATE member_states SET state_name_id = $2 WHERE member_id = $1`, [one, stateName._id])
    succeeded(
      await admin.patch(`/member_state_names/${stateName._id}`, { chargesQuota: false, since: '2026-10-01' }),
    )
    assert.deepEqual([await amountsOf(one), await pendingOf(one)], [year, [[10, null, 'stateExempt']]])
  })

  test('a category with another plan changes the amounts of the periods that both plans have', async () => {
    const { id, one, year } = await charged(10)
    const dearer = await category({ amount: 14 }, quarterly)
    succeeded(
      await admin.patch(`/member_categories/${id}`, {
        quotaPlanId: dearer.planId,
        since: '2026-07-01',
        charges: 'change',
      }),
    )
    assert.deepEqual(await amountsOf(one), { ...year, T3: 14, T4: 14 })
  })

  test('fields that decide no quota compare nothing', async () => {
    const { id, planId, one, year } = await charged(10)
    succeeded(
      await admin.patch(`/member_categories/${id}`, {
        name: `Outro nome ${id.slice(-6)}`,
        charges: 'change',
      }),
    )
    succeeded(await admin.patch(`/quota_plans/${planId}`, { dueDay: 15, charges: 'change' }))
    assert.deepEqual([await amountsOf(one), await pendingOf(one)], [year, []])
  })
})
