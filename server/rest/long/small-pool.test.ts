import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, make, today, visitor } = await testApp({ poolSize: 1 })
const admin = await as('admin')
const { world } = app

/** Milliseconds of writing; `POOL_SECONDS=60` for longer runs. */
const duration = Number(process.env['POOL_SECONDS'] ?? 3) * 1000
const clients = 40

test('with one connection, every kind of write and job succeeds while settings and caches change', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => make.member()))
  const year = Number((await today()).slice(0, 4))
  const memberAt = (index: number) => String(members[index % members.length]?._id)
  const { _id: categoryId } = await make.category()
  const until = Date.now() + duration
  const statuses = new Map<string, number>()
  const count = (what: string, status: number) =>
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1)

  const kinds: ((round: number) => Promise<[string, number]>)[] = [
    async (round) => {
      const charge = { memberId: memberAt(round), type: 'activity', dueDate: await today(), amount: 5 }
      return ['charge', (await admin.post('/unsettled_payments', charge)).status]
    },
    async (round) => {
      const payment = { memberId: memberAt(round), date: await today(), amount: 3, method: 'cash' }
      return ['payment', (await admin.post('/payments', payment)).status]
    },
    async (round) => [
      'settings',
      (await admin.patch('/settings/messagesFooter', { value: `Rodapé ${round}` })).status,
    ],
    async (round) => [
      'member',
      (await admin.patch(`/members/${memberAt(round)}`, { city: `Faro ${round}` })).status,
    ],
    async (round) => ['person', (await admin.post('/people', { name: `Ana Rosa ${round}` })).status],
    async () => ['list', (await admin.get('/members?_search=a&_sort=name')).status],
    async () => ['export', (await admin.get('/member_categories/export?format=csv')).status],
    async () => ['run', (await admin.post('/quota_runs', { year, categoryIds: [categoryId] })).status],
    async () => [
      'recovery',
      (await visitor.post('/auth', { email: 'x@exemplo.pt', recover_password: true })).status,
    ],
  ]
  const dropCaches = async () => {
    while (Date.now() < until) {
      world.organisation.forget()
      world.totals.forgetAll()
      await sleep(5)
    }
  }
  const writer = async (index: number) => {
    for (let round = index; Date.now() < until; round++) {
      const [what, status] = await (kinds[round % kinds.length] as (typeof kinds)[number])(round)
      count(what, status)
    }
  }
  await Promise.all([dropCaches(), ...Array.from({ length: clients }, (_, index) => writer(index))])

  // 409: a concurrent change of the record, or a generation under way. 429: limits of logins and exports.
  const refused = [...statuses.keys()].filter((key) => !/ (200|201|204|409|429)$/.test(key))
  assert.deepEqual(refused, [], JSON.stringify(Object.fromEntries(statuses)))
  assert.ok((statuses.get('charge 201') ?? 0) > 0 && (statuses.get('settings 200') ?? 0) > 0)
  succeeded(await admin.post('/people', { name: 'Depois de Tudo' }))
})
