import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, make, today } = await testApp()
const admin = await as('admin')
const { data: categories } = (await admin.get('/member_categories?_sort=order')).body
const categoryId = categories[0]?._id

async function pricesOf(planId: string): Promise<[from: unknown, category: unknown, amount: unknown][]> {
  const { data } = (await admin.get(`/quota_plans/${planId}/quota_prices?_sort=validFrom`)).body
  return data.map((price) => [price['validFrom'], price['categoryId'], price['amount']])
}

describe('the prices of a plan', () => {
  test('are added together from a day on, keep earlier ones, and are removed together', async () => {
    const { _id } = await make.plan()
    const set = (validFrom: string, prices: object[]) =>
      admin.post(`/quota_plans/${_id}/set_prices`, { validFrom, prices })
    const before = await pricesOf(_id)
    succeeded(
      await set('2090-01-01', [
        { amount: 30, joia: 5 },
        { categoryId, amount: 15 },
      ]),
    )
    const added = [
      ['2090-01-01', null, 30],
      ['2090-01-01', categoryId, 15],
    ]
    const sorted = (prices: unknown[]) => prices.map(String).toSorted()
    assert.deepEqual(sorted(await pricesOf(_id)), sorted([...before, ...added]))
    const history = (await admin.get(`/quota_plans/${_id}/quota_prices?_sort=validFrom`)).body.data.at(-1)
    const events = (await admin.get(`/quota_prices/${String(history?._id)}/audit_events`)).body.data
    assert.equal(events[0]?.['action'], 'created')

    const remove = (validFrom: string) => admin.post(`/quota_plans/${_id}/remove_prices`, { validFrom })
    assert.equal((await remove('2091-01-01')).status, 409)
    succeeded(await remove('2090-01-01'))
    assert.deepEqual(await pricesOf(_id), before)
  })

  test('are all rejected when one is wrong; the error has its index', async () => {
    const { _id } = await make.plan()
    const before = await pricesOf(_id)
    const set = async (body: object) =>
      Object.keys((await admin.post(`/quota_plans/${_id}/set_prices`, body)).body.errors)
    const validFrom = '2090-01-01'
    assert.deepEqual(await set({ validFrom, prices: [{ amount: 30 }, { categoryId, amount: -1 }] }), [
      'prices.1.amount',
    ])
    assert.deepEqual(await set({ validFrom, prices: [{ amount: 30 }, { amount: 31 }] }), ['validFrom'])
    assert.deepEqual(await set({ validFrom, prices: [{ joia: 3 }] }), ['prices.0.amount'])
    assert.deepEqual(await set({ validFrom, prices: [] }), ['prices'])
    assert.deepEqual(await set({ validFrom }), ['prices'])
    assert.deepEqual(await set({ prices: [{ amount: 30 }] }), ['validFrom'])
    assert.deepEqual(await pricesOf(_id), before)
  })

  test('cannot be set by members', async () => {
    const { _id } = await make.plan()
    const member = await as('member')
    const body = { validFrom: '2090-01-01', prices: [{ amount: 1 }] }
    assert.equal((await member.post(`/quota_plans/${_id}/set_prices`, body)).status, 403)
  })
})

describe('amounts with another periodicity', () => {
  /** A yearly plan of 40 € with a category and a member who pays 60 €. */
  async function yearlyPlan() {
    const plan = await make.plan({ periodicity: 'yearly' })
    await make.price({ quotaPlanId: plan._id, amount: 40 })
    const group = await make.category({ quotaPlanId: plan._id })
    const category = String(group['name'])
    const member = await make.member({ category, customQuota: 60, admissionDate: '2020-01-01' })
    return { plan, group, member }
  }
  const termsOf = async (memberId: string) =>
    (await admin.get(`/members/${memberId}/member_quota_terms?_sort=startDate`)).body.data.map((terms) => [
      terms['startDate'],
      terms['customQuota'],
    ])
  const asked = async (path: string, values: object) => {
    const { status, body } = await admin.patch(path, values)
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body.errors), ['amounts'])
    const { errors } = (
      await admin.post(`${path.split('/').slice(0, 2).join('/')}/validate`, {
        _id: path.split('/')[2],
        ...values,
      })
    ).body
    assert.deepEqual(errors, body.errors, 'the form is told before the write')
    return body.errors['amounts']?.[0] ?? ''
  }

  test('of a plan are kept or converted, as the write says, and earlier periods stay', async () => {
    const { plan, member } = await yearlyPlan()
    const other = await make.member({ category: 'Efetivo', customQuota: 60 })
    const before = await pricesOf(plan._id)
    const path = `/quota_plans/${plan._id}`
    assert.match(
      await asked(path, { periodicity: 'monthly' }),
      /^Por ano: 1 preço e o valor individual de 1 sócio\. .*por mês\.$/,
    )
    assert.equal(succeeded(await admin.get(path))['periodicity'], 'yearly')
    succeeded(await admin.patch(path, { periodicity: 'monthly', amounts: 'convert' }))
    assert.deepEqual(await pricesOf(plan._id), [...before, [await today(), null, 3.33]])
    assert.equal(succeeded(await admin.get(`/members/${member._id}`))['customQuota'], 5)
    assert.deepEqual(await termsOf(member._id), [
      [await today(), 5],
      [null, 60],
    ])
    assert.equal(succeeded(await admin.get(`/members/${other._id}`))['customQuota'], 60, 'of another plan')

    const kept = await yearlyPlan()
    succeeded(
      await admin.patch(`/quota_plans/${kept.plan._id}`, { periodicity: 'quarterly', amounts: 'keep' }),
    )
    assert.equal((await pricesOf(kept.plan._id)).length, 1)
    assert.deepEqual(await termsOf(kept.member._id), [[null, 60]])
    const empty = await make.plan({ periodicity: 'yearly' })
    succeeded(await admin.patch(`/quota_plans/${empty._id}`, { periodicity: 'monthly' }))
    succeeded(await admin.patch(`/quota_plans/${kept.plan._id}`, { dueDay: 5 }))
  })

  test('of the plan of a category or of a member concern the individual amount', async () => {
    const monthly = await make.plan({ periodicity: 'monthly' })
    await make.price({ quotaPlanId: monthly._id, amount: 4 })
    const { group, member } = await yearlyPlan()
    const own = await make.member({
      category: String(group['name']),
      customQuota: 30,
      quotaPlanId: monthly._id,
    })
    const path = `/member_categories/${group._id}`
    assert.match(await asked(path, { quotaPlanId: monthly._id }), /^Por ano: o valor individual de 1 sócio\./)
    succeeded(await admin.patch(path, { quotaPlanId: monthly._id, amounts: 'convert' }))
    assert.equal(succeeded(await admin.get(`/members/${member._id}`))['customQuota'], 5)
    assert.equal(
      succeeded(await admin.get(`/members/${own._id}`))['customQuota'],
      30,
      'has a plan of its own',
    )
    assert.equal((await pricesOf(monthly._id)).length, 1, 'prices stay')

    const { member: mover } = await yearlyPlan()
    const file = `/members/${mover._id}`
    assert.match(await asked(file, { quotaPlanId: monthly._id }), /^Por ano: o valor individual\./)
    succeeded(await admin.patch(file, { quotaPlanId: monthly._id, amounts: 'convert' }))
    assert.deepEqual(await termsOf(mover._id), [
      [await today(), 5],
      [null, 60],
    ])
    succeeded(await admin.patch(file, { quotaPlanId: null, customQuota: 60 }))
  })

  test('of a member moved to another category alone concern the individual amount', async () => {
    const monthly = await make.plan({ periodicity: 'monthly' })
    const group = await make.category({ quotaPlanId: monthly._id })
    const same = await make.category({ quotaPlanId: (await yearlyPlan()).plan._id })
    const { member } = await yearlyPlan()
    const file = `/members/${member._id}`
    const move = { categoryId: group._id }
    assert.match(await asked(file, move), /^Por ano: o valor individual\. .*por mês\.$/)
    succeeded(await admin.patch(file, { categoryId: same._id }))
    succeeded(await admin.patch(file, { ...move, amounts: 'convert' }))
    assert.equal(succeeded(await admin.get(file))['customQuota'], 5)
    const { member: keeper } = await yearlyPlan()
    succeeded(await admin.patch(`/members/${keeper._id}`, { ...move, amounts: 'keep' }))
    assert.equal(succeeded(await admin.get(`/members/${keeper._id}`))['customQuota'], 60)
  })

  test('of a row of the history concern the individual amount that continues', async () => {
    const monthly = await make.plan({ periodicity: 'monthly' })
    const group = await make.category({ quotaPlanId: monthly._id })
    const { member, group: yearly } = await yearlyPlan()
    const path = `/members/${member._id}/member_quota_terms`
    const row = { categoryId: group._id, customQuota: 60, startDate: '2022-03-01', reason: 'Deliberação' }
    const refused = await admin.post(path, row)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['amounts']])
    assert.match(refused.body.errors['amounts']?.[0] ?? '', /^Por ano: o valor individual\. .*por mês\.$/)
    const entered = succeeded(await admin.post(path, { ...row, amounts: 'convert' }))
    assert.deepEqual(await termsOf(member._id), [
      ['2022-03-01', 5],
      [null, 60],
    ])
    assert.equal(succeeded(await admin.get(`/members/${member._id}`))['customQuota'], 5)
    // Another amount is meant for its periods, and none is none.
    succeeded(await admin.post(path, { ...row, startDate: '2021-01-01', customQuota: 6 }))
    succeeded(await admin.post(path, { ...row, startDate: '2021-06-01', customQuota: null }))
    const correction = `/member_quota_terms/${entered._id}`
    assert.match(
      await asked(correction, { categoryId: yearly._id, reason: 'Engano' }),
      /^Por mês: o valor individual\. .*por ano\.$/,
    )
    const corrected = { categoryId: yearly._id, reason: 'Engano', amounts: 'convert' }
    succeeded(await admin.patch(correction, corrected))
    assert.equal(succeeded(await admin.get(correction))['customQuota'], 60)
  })

  test('of a plan that changed since are those of the day of the row', async () => {
    const plan = await make.plan({ periodicity: 'yearly' })
    const group = await make.category({ quotaPlanId: plan._id })
    const { member } = await yearlyPlan()
    succeeded(await admin.patch(`/quota_plans/${plan._id}`, { periodicity: 'monthly', since: await today() }))
    const path = `/members/${member._id}/member_quota_terms`
    const row = { categoryId: group._id, customQuota: 60, reason: 'Deliberação' }
    assert.equal((await admin.post(path, { ...row, startDate: await today() })).status, 422)
    succeeded(await admin.post(path, { ...row, startDate: '2022-03-01' }))
  })
})
