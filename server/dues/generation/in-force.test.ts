import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { duesTools } from '../testing.ts'

// The days of the cases are fixed, so the clock is too.
const clock = testClock('2023-06-01')
const app = await testApp({ with: { database: await testDatabase(), clock } })
const { as, make, today } = app
const { category, changeState, generate } = await duesTools(app)

/** Lets days pass until `day`, with the daily work of the last one. The administrator signs in again. */
async function until(day: string): Promise<void> {
  while ((await today()) < day) clock.advance({ days: 1 })
  assert.equal(await today(), day)
  await maintain(app.app.engine)
}

const admin = () => as('admin')
const move = async (memberId: string, values: object) =>
  succeeded(await (await admin()).patch(`/members/${memberId}`, values))

/** The charges that are not cancelled, by year and period, with their amounts and categories. */
async function quotasOf(memberId: string): Promise<unknown[]> {
  const { data } = (
    await (
      await admin()
    ).get(`/members/${memberId}/unsettled_payments?_type=quota&_status=open&_status=paid&_limit=200`)
  ).body
  return data
    .map((charge) => [
      [charge['year'], charge['period']].filter(Boolean).join('/'),
      charge['amount'],
      charge['categoryLabel'],
    ])
    .toSorted()
}

const amountsOf = async (memberId: string) =>
  Object.fromEntries((await quotasOf(memberId)).map((quota) => (quota as [string, number]).slice(0, 2)))

const monthly = { periodicity: 'monthly', dueDay: 8, dueMonth: 1 }

describe('a period is charged by what was in force on its first day', () => {
  test('the category: each year by that of its first day, whenever it is generated', async () => {
    const [juvenile, effective] = [await category({ amount: 12 }), await category({ amount: 60 })]
    const member = await make.member({ category: juvenile.category, admissionDate: '2023-06-01' })
    const before = await make.member({ category: juvenile.category, admissionDate: '2023-06-01' })
    await until('2025-03-10')
    await move(member._id, { categoryId: effective.id })
    await until('2026-11-02')
    const chosen = { categoryIds: [juvenile.id, effective.id] }
    for (const year of [2026, 2024, 2025]) await generate({ year, ...chosen })
    assert.deepEqual(await quotasOf(member._id), [
      ['2024', 12, juvenile.category],
      ['2025', 12, juvenile.category],
      ['2026', 60, effective.category],
    ])
    assert.deepEqual(await amountsOf(before._id), { 2024: 12, 2025: 12, 2026: 12 })
    const run = await generate({ year: 2025, ...chosen })
    assert.deepEqual([run['count'], run['leftOut']], [0, { exists: 2 }])
  })

  test('the state: a month that began in a leave is not charged, one that began before or after it is', async () => {
    const months = await category({ amount: 5 }, monthly)
    const leave = await make.stateName({ chargesQuota: false })
    const [back, gone, resigned] = await Promise.all(
      [1, 2, 3].map(() => make.member({ category: months.category, admissionDate: '2024-01-01' })),
    )
    await changeState(back!._id, String(leave['name']), '2026-10-01')
    await changeState(back!._id, 'Ativo', '2026-11-01')
    await changeState(gone!._id, String(leave['name']), '2026-11-01')
    await changeState(resigned!._id, 'Exonerado', '2026-11-01')
    const run = await generate({ year: 2026, categoryIds: [months.id], periods: ['09', '10'] })
    assert.deepEqual([run['count'], run['leftOut']], [5, { stateExempt: 1 }])
    assert.deepEqual(await amountsOf(back!._id), { '2026/09': 5 })
    assert.deepEqual(await amountsOf(gone!._id), { '2026/09': 5, '2026/10': 5 })
    assert.deepEqual(await amountsOf(resigned!._id), { '2026/09': 5, '2026/10': 5 })
    const next = await generate({ year: 2026, categoryIds: [months.id], periods: ['11'] })
    assert.deepEqual([next['count'], next['leftOut']], [1, { stateExempt: 1, ended: 1 }])
  })
})
