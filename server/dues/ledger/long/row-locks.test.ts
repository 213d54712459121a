import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../../testing/caller.ts'
import { succeeded } from '../../../testing/make.ts'
import { createPause, waitersReach } from '../../../testing/lock-waits.ts'
import { testApp } from '../../../testing/test-app.ts'
import { duesTools } from '../../testing.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { category, finished, read } = await duesTools(app)
const year = Number((await today()).slice(0, 4))
const whilePaused = await createPause(app)

const onDone = (table: string) => `BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (NEW.state = 'done')`

/** A generation that is paused before it commits. */
const generating = (categoryId: string, work: () => Promise<unknown>) =>
  whilePaused(
    {
      when: onDone('quota_runs'),
      start: async () =>
        finished(succeeded(await admin.post('/quota_runs', { year, categoryIds: [categoryId] }))._id),
    },
    work,
  )

test('a member and a category can be saved while a generation charges them', async () => {
  const { category: name, id } = await category()
  const member = await make.member({ category: name })
  const run = await generating(id, async () => {
    const saved = await admin.patch(`/members/${member._id}`, { notes: 'guardada', mobile: '912345678' })
    assert.deepEqual([saved.status, saved.body.data?.['notes']], [200, 'guardada'])
    assert.equal((await admin.patch(`/member_categories/${id}`, { order: 7 })).status, 200)
    const { data } = (await admin.get(`/members/${member._id}/unsettled_payments`)).body
    assert.deepEqual(data, [], 'the generation has not committed')
  })
  assert.equal(run['count'], 1)
  const after = await read('members', member._id)
  assert.deepEqual([after['notes'], after['mobile'], after['balance']], ['guardada', '+351912345678', 24])
})

test('deleting a member waits for a running generation, and deletes the new quota too', async () => {
  const { category: name, id } = await category()
  const member = await make.member({ category: name })
  let deleting: ReturnType<typeof admin.delete> | undefined
  await generating(id, async () => {
    deleting = admin.delete(`/members/${member._id}`)
    await waitersReach(app, 2, deleting)
  })
  assert.equal((await deleting)?.status, 204)
  const left = await sql('SELECT id FROM unsettled_payments WHERE member_id = $1', [member._id])
  assert.deepEqual(left, [])
  const [{ rows } = { rows: [] }] = await sql<{ rows: { table: string }[] }>(
    `SELECT rows FROM audit_events WHERE record_id = $1 AND action = 'deleted'`,
    [member._id],
  )
  assert.ok(
    rows.some(({ table }) => table === 'unsettled_payments'),
    'the quota can be restored with the member',
  )
})

test('a generation skips and lists members who are deleted while it runs', async () => {
  const { category: name, id } = await category()
  const made = [1, 2, 3, 4].map(() => make.member({ category: name }))
  // Locked in this order: when the generation reaches the first, it is being deleted; the second is deleted before.
  const [first, second, ...others] = (await Promise.all(made)).toSorted((one, other) =>
    one._id < other._id ? -1 : 1,
  )
  assert.ok(first && second)
  let generation: ReturnType<typeof finished> | undefined
  const deleted = await whilePaused(
    {
      when: `AFTER DELETE ON members FOR EACH ROW WHEN (OLD.id = '${first._id}')`,
      start: () => admin.delete(`/members/${first._id}`),
    },
    async () => {
      const run = succeeded(await admin.post('/quota_runs', { year, categoryIds: [id] }))
      generation = finished(run._id)
      await waitersReach(app, 2, generation)
      assert.equal((await admin.delete(`/members/${second._id}`)).status, 204)
    },
  )
  assert.equal(deleted.status, 204)
  const run = await generation
  assert.deepEqual([run?.['count'], run?.['total'], run?.['leftOut']], [2, 48, { deleted: 2 }])
  assert.deepEqual(
    run?.['skipped'],
    [first, second]
      .toSorted((one, other) => Number(one['memberNumber']) - Number(other['memberNumber']))
      .map((member) => ({ memberNumber: member['memberNumber'], name: member['name'], reason: 'deleted' })),
  )
  for (const { _id } of others) assert.equal((await read('members', _id))['balance'], 24)
  assert.deepEqual(await sql('SELECT FROM unsettled_payments WHERE member_id = $1', [first._id]), [])
})

test('a charge or payment of a member who is being deleted is rejected with an error of memberId', async () => {
  const member = await make.member()
  const day = await today()
  const common = { memberId: member._id, amount: 5 }
  let responses: Promise<Answer>[] = []
  await whilePaused(
    { when: 'AFTER DELETE ON members FOR EACH ROW', start: () => admin.delete(`/members/${member._id}`) },
    async () => {
      responses = [
        admin.post('/unsettled_payments', { ...common, type: 'other', dueDate: day }),
        admin.post('/payments', { ...common, date: day, method: 'transfer' }),
      ]
      await waitersReach(app, 3, ...responses)
    },
  )
  for (const { status, body } of await Promise.all(responses))
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['memberId']])
})

test('concurrent generations and deletions of the same members do not deadlock or fail', async () => {
  const { category: name, id } = await category()
  const made = await Promise.all(Array.from({ length: 20 }, () => make.member({ category: name })))
  const requested = succeeded(await admin.post('/quota_runs', { year, categoryIds: [id] }))
  const responses = await Promise.all(made.map(({ _id }) => admin.delete(`/members/${_id}`)))
  const run = await finished(requested._id)
  const deleted = responses.filter(({ status }) => status === 204).length
  assert.deepEqual(
    responses.filter(({ status }) => status !== 204 && status !== 409).map(({ text }) => text),
    [],
  )
  assert.equal(run['count'], made.length - deleted, 'all remaining members are charged')
})

test('a member can be created in a category that is being saved', async () => {
  const { category: name, id } = await category()
  let made: Awaited<ReturnType<typeof make.member>> | undefined
  const start = () => admin.patch(`/member_categories/${id}`, { order: 8 })
  const saved = await whilePaused(
    { when: 'AFTER UPDATE ON member_categories FOR EACH ROW', start },
    async () => {
      made = await make.member({ category: name })
    },
  )
  assert.deepEqual([saved.status, saved.body.data['order']], [200, 8])
  assert.equal((await read('members', String(made?._id)))['categoryId'], id)
})

test('a concurrent save waits for the first, and is then rejected as outdated', async () => {
  const member = await make.member()
  const patch = (notes: string) => admin.patch(`/members/${member._id}`, { _version: member._version, notes })
  let second: ReturnType<typeof patch> | undefined
  const first = await whilePaused(
    { when: 'AFTER UPDATE ON members FOR EACH ROW', start: () => patch('primeira') },
    async () => {
      second = patch('segunda')
      await waitersReach(app, 2, second)
    },
  )
  assert.deepEqual([first.status, (await second)?.status], [200, 409])
  assert.equal((await read('members', member._id))['notes'], 'primeira')
})

test('a category that stops paying quotas waits for a member being created in it, and updates its strip', async () => {
  const { category: name, id } = await category()
  let changed: ReturnType<typeof admin.patch> | undefined
  const member = await whilePaused(
    {
      when: `AFTER INSERT ON audit_events FOR EACH ROW WHEN (NEW.resource = 'members')`,
      start: () => make.member({ category: name }),
    },
    async () => {
      changed = admin.patch(`/member_categories/${id}`, { paysQuota: false })
      await waitersReach(app, 2, changed)
    },
  )
  assert.equal((await changed)?.status, 200)
  const [balance] = await sql('SELECT quota_strip AS strip FROM member_balances WHERE id = $1', [member._id])
  assert.equal((balance?.['strip'] as Record<string, string> | undefined)?.[year], 'exempt')
})

test('a state that is being assigned to a member cannot become an end state meanwhile', async () => {
  const member = await make.member()
  const state = await make.stateName()
  let changed: ReturnType<typeof admin.patch> | undefined
  const change = { stateNameId: state._id, date: await today(), reason: 'motivo de teste' }
  await whilePaused(
    {
      when: 'AFTER UPDATE ON members FOR EACH ROW',
      start: async () => succeeded(await admin.post(`/members/${member._id}/change_state`, change)),
    },
    async () => {
      changed = admin.patch(`/member_state_names/${state._id}`, { marksEnd: true })
      await waitersReach(app, 2, changed)
    },
  )
  assert.equal((await changed)?.status, 409)
  assert.equal((await read('member_state_names', state._id))['marksEnd'], false)
})

test('a member who gets a card in a running card run can be saved, and gets no second card', async () => {
  const { category: name } = await category()
  const member = await make.member({ category: name })
  let single: ReturnType<typeof admin.post> | undefined
  const start = async () => {
    const { _id } = succeeded(
      await admin.post('/card_runs', { kind: 'missing', audience: { ids: [member._id] }, needsPhoto: 'no' }),
    )
    for (;;) {
      const run = await read('card_runs', _id)
      if (run['state'] !== 'queued' && run['state'] !== 'running') return run
    }
  }
  const run = await whilePaused({ when: onDone('card_runs'), start }, async () => {
    assert.equal((await admin.patch(`/members/${member._id}`, { notes: 'guardada' })).status, 200)
    single = admin.post('/membership_cards', { memberId: member._id })
    await waitersReach(app, 2, single)
  })
  assert.equal(run['count'], 1)
  const response = await single
  assert.deepEqual([response?.status, response?.body.message?.includes('Já tem o cartão')], [409, true])
  assert.equal((await admin.get(`/members/${member._id}/membership_cards`)).body.data.length, 1)
})
