import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { TestRecord } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'

const { as, sql } = await testApp()
const admin = await as('admin')
const path = '/member_categories'

async function idsInOrder(): Promise<string[]> {
  const { data } = (await admin.get(`${path}?_limit=-1&_sort=order`)).body
  return (data as TestRecord[]).map(({ _id }) => _id)
}

test('an order is stored in one request, and only moved records are changed and audited', async () => {
  const before = await idsInOrder()
  assert.ok(before.length > 3)
  const order = before.toReversed()
  assert.equal((await admin.post(`${path}/order`, { ids: order })).status, 200)
  assert.deepEqual(await idsInOrder(), order)
  const changed = async () =>
    Number(
      (
        await sql<{ n: string }>(
          `SELECT count(*) AS n FROM audit_events WHERE resource = 'memberCategories' AND action = 'updated'`,
        )
      )[0]?.n,
    )
  const events = await changed()
  assert.ok(events > 0)
  assert.equal((await admin.post(`${path}/order`, { ids: order })).status, 200)
  assert.equal(await changed(), events, 'the same order again changes nothing')
  const [first, second, ...others] = order
  assert.equal((await admin.post(`${path}/order`, { ids: [second, first, ...others] })).status, 200)
  assert.equal(await changed(), events + 2, 'only the two that were swapped')
})

test('an order of a list that changed meanwhile is rejected and stores nothing', async () => {
  const order = await idsInOrder()
  const shorter = order.slice(1).toReversed()
  for (const ids of [shorter, [...order.toReversed(), newId()], [...shorter, shorter[0]]])
    assert.equal((await admin.post(`${path}/order`, { ids })).status, 409)
  for (const ids of [undefined, 'all', [1], ['nobody']])
    assert.equal((await admin.post(`${path}/order`, { ids })).status, 422)
  assert.equal((await admin.post(`${path}/order`, [])).status, 400)
  assert.deepEqual(await idsInOrder(), order)
})

test('of concurrent orders one is stored completely', async () => {
  const order = await idsInOrder()
  const [one, other] = [order.toReversed(), [...order.slice(2), ...order.slice(0, 2)]]
  const answers = await Promise.all(
    [one, other, one, other].map((ids) => admin.post(`${path}/order`, { ids })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const now = (await idsInOrder()).join()
  assert.ok([one.join(), other.join()].includes(now), now)
})

test('403 without update access, 404 for lists without manual order', async () => {
  const ids = await idsInOrder()
  assert.equal((await (await as('member')).post(`${path}/order`, { ids })).status, 403)
  assert.deepEqual(await idsInOrder(), ids)
  assert.equal((await admin.post('/contacts/order', { ids })).status, 404)
})
