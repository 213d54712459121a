import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { duesTools } from './testing.ts'

const app = await testApp()
const { as, make, today } = app
const admin = await as('admin')
const { category, generate } = await duesTools(app)
const year = Number((await today()).slice(0, 4))

/** What a generation of last year says of a category. */
async function generated(categoryId: string, more: object = {}) {
  const { count, leftOut } = await generate({ year: year - 1, categoryIds: [categoryId], ...more })
  return { count, leftOut }
}

const chargesOf = async (memberId: string, status = 'open') =>
  (await admin.get(`/members/${memberId}/unsettled_payments?_sort=dueDate&_status=${status}`)).body.data

const act = async (chargeId: string | undefined, action: string) =>
  succeeded(await admin.post(`/unsettled_payments/${chargeId}/${action}`, { reason: 'Engano' }))

const monthly = { periodicity: 'monthly', dueDay: 8, dueMonth: 1 }

describe('a quota that a person cancelled', () => {
  test('does not come back with the next generation, until it is restored', async () => {
    const { category: name, id } = await category()
    const member = await make.member({ category: name })
    assert.deepEqual(await generated(id), { count: 1, leftOut: {} })
    const [quota] = await chargesOf(member._id)
    await act(quota?._id, 'cancel')
    assert.deepEqual(await generated(id), { count: 0, leftOut: { cancelled: 1 } })
    const { data } = (await admin.post('/quota_runs/preview', { year: year - 1, categoryIds: [id] })).body
    const { leftOut } = data as unknown as { leftOut: { reasonLabel: string }[] }
    assert.deepEqual(
      leftOut.map(({ reasonLabel }) => reasonLabel),
      ['Anulada à mão'],
    )
    assert.deepEqual(await chargesOf(member._id), [])
    succeeded(await admin.post(`/unsettled_payments/${quota?._id}/restore`))
    assert.deepEqual(await generated(id), { count: 0, leftOut: { exists: 1 } })
    await act(quota?._id, 'cancel')
    const another = { memberId: member._id, type: 'quota', year: year - 1, amount: 5, dueDate: await today() }
    await make.charge(another)
    assert.deepEqual(await generated(id), { count: 0, leftOut: { exists: 1 } }, 'a person may charge another')
  })

  test('is only that quota, and once where the plan charges once', async () => {
    const { category: name, id } = await category({ amount: 2 }, monthly)
    const member = await make.member({ category: name })
    await generated(id, { periods: ['01'] })
    await act((await chargesOf(member._id))[0]?._id, 'cancel')
    assert.deepEqual(await generated(id), { count: 11, leftOut: { cancelled: 1 } })

    const once = await category({}, { periodicity: 'once' })
    const other = await make.member({ category: once.category })
    await generated(once.id)
    await act((await chargesOf(other._id))[0]?._id, 'cancel')
    assert.deepEqual(await generated(once.id, { year }), { count: 0, leftOut: { cancelled: 1 } })
  })

  test('may be generated again when its generation was undone', async () => {
    const { category: name, id } = await category()
    const member = await make.member({ category: name })
    const run = await generate({ year: year - 1, categoryIds: [id] })
    const [quota] = await chargesOf(member._id)
    await act(quota?._id, 'cancel')
    succeeded(await admin.post(`/quota_runs/${run._id}/undo`))
    const [cancelled] = await chargesOf(member._id, 'cancelled')
    assert.equal(cancelled?.['cancelReason'], 'Engano', 'the reason that somebody gave stays')
    assert.deepEqual(await generated(id), { count: 1, leftOut: {} })
  })
})
