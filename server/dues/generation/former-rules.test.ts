import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { duesTools } from '../testing.ts'

// The days of the cases are fixed, so the clock is too.
const clock = testClock('2026-03-10')
const app = await testApp({ with: { database: await testDatabase(), clock } })
const { as, make, today, sql } = app
const { category, changeState, generate, read } = await duesTools(app)
const admin = await as('admin')

/** The amounts of the quotas that are owed or paid, by year and period. */
async function amountsOf(memberId: string): Promise<Record<string, unknown>> {
  const { data } = (
    await admin.get(
      `/members/${memberId}/unsettled_payments?_type=quota&_status=open&_status=paid&_limit=200`,
    )
  ).body
  const amounts = data.map((charge) => [
    [charge['year'], charge['period']].filter(Boolean).join('/'),
    charge['amount'],
  ])
  return Object.fromEntries(amounts) as Record<string, unknown>
}

const stripOf = async (memberId: string) =>
  (await read('members', memberId))['quotaStrip'] as Record<string, string>

/** Records that are entered now were entered long ago for the clock of this test. */
async function wasThere(table: string, id: string): Promise<void> {
  await sql(`UPDATE ${table} SET created_at = '2023-01-01' WHERE id = $1`, [id])
}

const patch = async (path: string, values: object) => succeeded(await admin.patch(path, values))
const admissionDate = '2023-06-01'

test('a category that pays no more from today: earlier periods are charged, later ones are not', async () => {
  const own = await category({ amount: 60 })
  await wasThere('member_categories', own.id)
  const member = await make.member({ category: own.category, admissionDate })
  await generate({ year: 2026, categoryIds: [own.id] })
  const checked = (await admin.post(`/member_categories/validate`, { _id: own.id, paysQuota: false })).body
  assert.match(JSON.stringify(checked), /a mudança vale para os períodos que começam hoje ou depois/)
  await patch(`/member_categories/${own.id}`, { paysQuota: false })
  assert.equal((await stripOf(member._id))['2025'], 'none')
  await generate({ year: 2025, categoryIds: [own.id] })
  const next = await generate({ year: 2027, categoryIds: [own.id] })
  assert.deepEqual([next['count'], next['leftOut']], [0, { categoryExempt: 1 }])
  assert.deepEqual(await amountsOf(member._id), { 2025: 60, 2026: 60 })

  // It was so since January: the day is corrected without another change.
  await patch(`/member_categories/${own.id}`, { since: '2024-01-01' })
  const strip = await stripOf(member._id)
  assert.deepEqual([strip['2023'], strip['2024'], strip['2025']], ['none', 'exempt', 'owed'])
  const run = await generate({ year: 2024, categoryIds: [own.id] })
  assert.deepEqual([run['count'], run['leftOut']], [0, { categoryExempt: 1 }])
})

test('a category that begins to pay leaves earlier years of the strip exempt', async () => {
  const paying = await category({ amount: 60 })
  const free = await make.category({ paysQuota: false, quotaPlanId: paying.planId })
  await wasThere('member_categories', free._id)
  const member = await make.member({ category: String(free['name']), admissionDate })
  await patch(`/member_categories/${free._id}`, { paysQuota: true, since: '2026-01-01' })
  for (const year of [2025, 2026]) await generate({ year, categoryIds: [free._id] })
  assert.deepEqual(await amountsOf(member._id), { 2026: 60 })
  const strip = await stripOf(member._id)
  assert.deepEqual([strip['2024'], strip['2025'], strip['2026']], ['exempt', 'exempt', 'owed'])
})

test('a plan whose periodicity changes charges earlier years by the former one, with the prices of each', async () => {
  const own = await category({ amount: 60, validFrom: '2020-01-01' })
  await wasThere('quota_plans', own.planId)
  const member = await make.member({ category: own.category, admissionDate })
  const individual = await make.member({ category: own.category, admissionDate, customQuota: 120 })
  await generate({ year: 2026, categoryIds: [own.id] })
  const refused = await admin.patch(`/quota_plans/${own.planId}`, {
    periodicity: 'monthly',
    since: '2026-01-01',
  })
  assert.equal(refused.status, 422)
  await patch(`/quota_plans/${own.planId}`, {
    periodicity: 'monthly',
    amounts: 'convert',
    since: '2026-01-01',
  })
  for (const year of [2024, 2027])
    await generate({ year, categoryIds: [own.id], periods: year === 2027 ? ['01', '12'] : [] })
  assert.deepEqual(await amountsOf(member._id), { 2024: 60, 2026: 60, '2027/01': 5, '2027/12': 5 })
  assert.deepEqual(await amountsOf(individual._id), { 2024: 120, 2026: 120, '2027/01': 10, '2027/12': 10 })
  assert.equal((await read('members', individual._id))['customQuota'], 10)
  const { data: terms } = (await admin.get(`/members/${individual._id}/member_quota_terms?_sort=-startDate`))
    .body
  assert.deepEqual(
    terms.map((row) => [row['startDate'], row['customQuota']]),
    [
      ['2026-01-01', 10],
      [null, 120],
    ],
  )

  // Back to yearly, as if it had never been monthly.
  await patch(`/quota_plans/${own.planId}`, {
    periodicity: 'yearly',
    amounts: 'convert',
    since: '2026-01-01',
  })
  await generate({ year: 2028, categoryIds: [own.id] })
  assert.equal((await amountsOf(individual._id))['2028'], 120)
})

test('converted amounts begin with their periodicity, also in a plan that was entered today', async () => {
  const own = await category({ amount: 60, validFrom: '2020-01-01' })
  const member = await make.member({ category: own.category, admissionDate, customQuota: 120 })
  await patch(`/quota_plans/${own.planId}`, { periodicity: 'monthly', amounts: 'convert' })
  for (const year of [2025, 2026]) await generate({ year, categoryIds: [own.id], periods: ['ano', '04'] })
  assert.deepEqual(await amountsOf(member._id), { 2025: 120, 2026: 120 })
  await generate({ year: 2027, categoryIds: [own.id], periods: ['ano', '04'] })
  assert.deepEqual(await amountsOf(member._id), { 2025: 120, 2026: 120, '2027/04': 10 })
})

test('a plan out of use still charges the years before', async () => {
  const own = await category({ amount: 60 })
  await wasThere('quota_plans', own.planId)
  const member = await make.member({ category: own.category, admissionDate })
  await generate({ year: 2026, categoryIds: [own.id] })
  await patch(`/quota_plans/${own.planId}`, { active: false })
  const run = await generate({ year: 2025, categoryIds: [own.id] })
  assert.deepEqual([run['count'], run['leftOut']], [1, {}])
  const next = await generate({ year: 2027, categoryIds: [own.id] })
  assert.deepEqual([next['count'], next['leftOut']], [0, { noPlan: 1 }])
  assert.deepEqual(await amountsOf(member._id), { 2025: 60, 2026: 60 })
})

test('a state that begins to charge leaves earlier months of a member in it uncharged', async () => {
  const own = await category({ amount: 5 }, { periodicity: 'monthly', dueDay: 8, dueMonth: 1 })
  const rest = await make.stateName({ chargesQuota: false })
  await wasThere('member_state_names', rest._id)
  const member = await make.member({ category: own.category, admissionDate })
  await changeState(member._id, String(rest['name']), '2025-10-01')
  await patch(`/member_state_names/${rest._id}`, { chargesQuota: true, since: '2026-02-01' })
  await generate({ year: 2025, categoryIds: [own.id], periods: ['09', '10', '12'] })
  const run = await generate({ year: 2026, categoryIds: [own.id], periods: ['01', '02', '03'] })
  assert.deepEqual(run['leftOut'], { stateExempt: 1 })
  assert.deepEqual(await amountsOf(member._id), { '2025/09': 5, '2026/02': 5, '2026/03': 5 })
})

test('a change to a record that was created today, or that charged no quota, holds for all periods', async () => {
  const entered = await category({ amount: 60 })
  const member = await make.member({ category: entered.category, admissionDate })
  await generate({ year: 2026, categoryIds: [entered.id] })
  await patch(`/member_categories/${entered.id}`, { paysQuota: false })
  const run = await generate({ year: 2025, categoryIds: [entered.id] })
  assert.deepEqual([run['count'], run['leftOut']], [0, { categoryExempt: 1 }])
  assert.equal((await stripOf(member._id))['2025'], 'exempt')

  const unused = await category({ amount: 60 })
  await wasThere('member_categories', unused.id)
  await patch(`/member_categories/${unused.id}`, { paysQuota: false })
  assert.deepEqual(
    await sql('SELECT record_id FROM former_rules WHERE record_id = ANY($1::uuid[])', [
      [entered.id, unused.id],
    ]),
    [],
  )
})

test('the day of a change is not in the future, and a change back leaves nothing behind', async () => {
  const own = await category({ amount: 60 })
  await wasThere('member_categories', own.id)
  await make.member({ category: own.category, admissionDate })
  await generate({ year: 2026, categoryIds: [own.id] })
  const refused = await admin.patch(`/member_categories/${own.id}`, { paysQuota: false, since: '2026-03-11' })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors ?? {})], [422, ['since']])
  await patch(`/member_categories/${own.id}`, { paysQuota: false })
  await patch(`/member_categories/${own.id}`, { paysQuota: true })
  assert.deepEqual(await sql('SELECT rules FROM former_rules WHERE record_id = $1', [own.id]), [])
  await patch(`/member_categories/${own.id}`, { paysQuota: false, since: '2026-02-01' })
  await patch(`/member_categories/${own.id}`, { paysQuota: true, since: '2026-03-01' })
  assert.deepEqual(
    await sql(
      `SELECT until_day::text AS until, rules -> 'paysQuota' AS pays FROM former_rules WHERE record_id = $1 ORDER BY 1`,
      [own.id],
    ),
    [
      { until: '2026-02-01', pays: true },
      { until: '2026-03-01', pays: false },
    ],
  )
  await maintain(app.app.world)
  assert.equal((await read('member_categories', own.id))['paysQuota'], true)
  assert.equal(await today(), '2026-03-10')
})
