import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, make } = await testApp()
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
