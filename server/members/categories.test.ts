import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../maintenance.ts'
import type { TestRecord } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'

const { app, as, make, sql, today, clock } = await testApp()
const admin = await as('admin')
const categoryOf = async ({ _id }: TestRecord) =>
  (await admin.get(`/members/${_id}`)).body.data['categoryLabel']

test('the age for a category is that of the day of admission, when that is still to come', async () => {
  const day = await today()
  const birthDate = addDays(addYears(day, -18), 12)
  const admit = (admissionDate: string) =>
    admin.post('/members/validate', { name: 'Rui Quase', birthDate, admissionDate, categoryId: adults?.id })
  const [adults] = await sql<{ id: string }>(
    `UPDATE member_categories SET min_age = 18 WHERE name = 'Efetivo' RETURNING id`,
  )
  const errorsOn = async (date: string) => ((await admit(date)).body.errors ?? {})['categoryId']
  assert.deepEqual(await errorsOn(day), ['«Efetivo» é a partir dos 18 anos.'])
  assert.deepEqual(await errorsOn(addDays(day, 11)), ['«Efetivo» é a partir dos 18 anos.'])
  assert.equal(await errorsOn(addDays(day, 12)), undefined)
  await sql(`UPDATE member_categories SET min_age = NULL WHERE name = 'Efetivo'`)
})

test('the individual amount of who is moved by age becomes one per period of the new plan', async () => {
  const [yearly, monthly] = [
    await make.plan({ periodicity: 'yearly' }),
    await make.plan({ periodicity: 'monthly' }),
  ]
  const adults = await make.category({ quotaPlanId: monthly._id })
  const same = await make.category({ quotaPlanId: yearly._id })
  const young = (next: TestRecord) =>
    make.category({ quotaPlanId: yearly._id, maxAge: 17, autoPromoteToId: next._id })
  const birthDate = addDays(addYears(await today(), -18), 1)
  const enter = async (category: TestRecord, more: object) =>
    make.member({ category: String(category['name']), birthDate, guardianName: 'Rosa Melo', ...more })
  const growing = await young(adults)
  const members = [
    await enter(growing, { customQuota: 60 }),
    await enter(growing, {}),
    await enter(growing, { customQuota: 60, quotaPlanId: yearly._id }),
    await enter(await young(same), { customQuota: 60 }),
  ]
  clock.advance({ days: 1 })
  await maintain(app.world)
  const amounts = await Promise.all(
    members.map(async ({ _id }) => {
      const { customQuota, categoryLabel } = (await admin.get(`/members/${_id}`)).body.data
      return [customQuota, categoryLabel === adults['name'] || categoryLabel === same['name']]
    }),
  )
  assert.deepEqual(amounts, [
    [5, true],
    [null, true],
    [60, true],
    [60, true],
  ])
  const { data } = (await admin.get(`/members/${members[0]?._id}/audit_events`)).body
  const [last] = data as unknown as { changes: { field: string; from: string; to: string }[] }[]
  const amount = last?.changes.find(({ field }) => field === 'customQuota')
  assert.deepEqual(
    [amount?.from, amount?.to].map((text) => text?.replace('\u00A0', ' ')),
    ['60,00 €', '5,00 €'],
  )
})

test('daily work moves members over the age of their category to the next one, but not former members', async () => {
  const birthDate = addDays(addYears(await today(), -18), 1)
  const young = { category: 'Juvenil', birthDate, guardianName: 'Rosa Melo' }
  const grown = await make.member(young)
  const gone = await make.member({ ...young, state: 'Exonerado' })
  const younger = await make.member({ ...young, birthDate: addDays(birthDate, 5) })
  await maintain(app.world)
  assert.equal(await categoryOf(grown), 'Juvenil')

  clock.advance({ days: 1 })
  await maintain(app.world)
  await maintain(app.world)
  const categories = await Promise.all([grown, gone, younger].map(categoryOf))
  assert.deepEqual(categories, ['Efetivo', 'Juvenil', 'Juvenil'])
  const { data } = (await admin.get(`/members/${grown._id}/audit_events`)).body
  const [last] = data as unknown as { userName: string; changes: { from: string; to: string }[] }[]
  assert.deepEqual(
    [last?.userName, last?.changes.map(({ from, to }) => [from, to])],
    ['Programa', [['Juvenil', 'Efetivo']]],
  )
})
