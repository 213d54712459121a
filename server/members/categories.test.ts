import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addYears, birthdayAt } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../maintenance.ts'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const { app, as, make, sql, today, clock } = await testApp()
const admin = await as('admin')
const categoryOf = async ({ _id }: TestRecord) =>
  (await admin.get(`/members/${_id}`)).body.data['categoryLabel']
const termsOf = async ({ _id }: TestRecord) =>
  (await admin.get(`/members/${_id}/member_quota_terms?_sort=startDate`)).body.data
    .map((terms) => [terms['startDate'], terms['categoryLabel']])
    .toSorted(([one], [other]) => String(one ?? '').localeCompare(String(other ?? '')))

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

test('the age for a category is that of the day of admission also when that has passed', async () => {
  const day = await today()
  const birthDate = addYears(addDays(day, -5), -18)
  const birthday = birthdayAt(birthDate, 18)
  const categories = await sql<{ id: string; name: string }>(
    `UPDATE member_categories SET min_age = CASE WHEN name = 'Efetivo' THEN 18 END WHERE name IN ('Efetivo', 'Juvenil') RETURNING id, name`,
  )
  const idOf = (name: string) => categories.find((category) => category.name === name)?.id
  const enter = (category: string, admissionDate: string) =>
    admin.post('/members', { name: 'Rui Tarde', birthDate, admissionDate, categoryId: idOf(category) })
  const tooYoung = await enter('Efetivo', addDays(birthday, -1))
  assert.deepEqual(
    [tooYoung.status, tooYoung.body.errors],
    [
      422,
      {
        categoryId: [
          '«Efetivo» é a partir dos 18 anos, contados no dia da admissão: indique a categoria desse dia, e depois a de hoje em «Condições».',
        ],
      },
    ],
  )
  assert.equal((await enter('Juvenil', birthday)).status, 422)
  succeeded(await enter('Efetivo', birthday))
  const late = succeeded(await enter('Juvenil', addDays(birthday, -1)))
  assert.equal(late['categoryLabel'], 'Efetivo', 'of today')
  assert.deepEqual(await termsOf(late), [
    [null, 'Juvenil'],
    [birthday, 'Efetivo'],
  ])
  await sql(`UPDATE member_categories SET min_age = NULL WHERE name = 'Efetivo'`)
})

test('a corrected admission is checked by the age on its day, with the category of that day', async () => {
  const birthDate = addYears(addDays(await today(), -400), -18)
  const birthday = birthdayAt(birthDate, 18)
  const before = addDays(birthday, -1)
  const adults = await make.category({ minAge: 18 })
  const young = await make.category({ maxAge: 17, autoPromoteToId: adults._id })
  const open = await make.category()
  const enter = (category: TestRecord, admissionDate: string) =>
    make.member({ category: String(category['name']), birthDate, admissionDate })
  const correct = async ({ _id }: TestRecord, values: object) => {
    const { status, body } = await admin.patch(`/members/${_id}`, values)
    return status === 200 ? body.data['admissionDate'] : body.errors
  }
  const refusal = (category: TestRecord, limit: string) => ({
    admissionDate: [
      `«${String(category['name'])}», a categoria desse dia, é ${limit} anos: indique outro dia, ou corrija antes a categoria em «Condições».`,
    ],
  })
  const tooYoung = refusal(adults, 'a partir dos 18')
  const member = await enter(adults, addDays(birthday, 10))
  assert.deepEqual(await correct(member, { admissionDate: before }), tooYoung)
  const checked = await admin.post('/members/validate', { ...member, admissionDate: before })
  assert.deepEqual(checked.body.errors, tooYoung)
  assert.equal(await correct(member, { admissionDate: birthday }), birthday)
  // The way out: who entered before the birthday entered in another category.
  const [first] = (await admin.get(`/members/${member._id}/member_quota_terms`)).body.data
  const row = { reason: 'Engano', categoryId: young._id }
  succeeded(await admin.patch(`/member_quota_terms/${first?._id}`, row))
  assert.equal(await correct(member, { admissionDate: before }), before)

  const free = await enter(open, addDays(birthday, 10))
  succeeded(await admin.patch(`/members/${free._id}`, { categoryId: adults._id }))
  assert.equal(await correct(free, { admissionDate: before }), before, 'entered in a category without limits')

  const promoted = await enter(young, before)
  assert.deepEqual(await termsOf(promoted), [
    [null, young['name']],
    [birthday, adults['name']],
  ])
  const moved = { admissionDate: addDays(before, -7) }
  assert.equal(await correct(promoted, moved), moved.admissionDate, 'the category of today is another one')
  assert.equal(await correct(promoted, { admissionDate: addDays(birthday, 1) }), addDays(birthday, 1))
  const grown = await enter(young, before)
  const { data } = (await admin.get(`/members/${grown._id}/member_quota_terms`)).body
  const last = data.find(({ startDate }) => startDate === birthday)
  succeeded(await admin.post(`/member_quota_terms/${last?._id}/remove`, { reason: 'Engano' }))
  assert.deepEqual(await correct(grown, { admissionDate: birthday }), refusal(young, 'até aos 17'))

  // With a category for an admission that is still to come, that one is checked alone.
  const day = addDays(await today(), 5)
  const wrong = await correct(grown, { admissionDate: day, categoryId: young._id })
  assert.deepEqual(Object.keys(wrong as object), ['admissionDate'], 'the category does not change')
  assert.equal(await correct(grown, { admissionDate: day, categoryId: adults._id }), day)
})

test('who is under 18 needs a guardian, by the age today or on the day of an admission that is still to come', async () => {
  const day = await today()
  const enter = async (birthDate: string, admissionDate: string) => {
    const { status, body } = await admin.post('/members', {
      name: 'Ana Quase',
      birthDate,
      admissionDate,
      categoryId: efetivo?.id,
    })
    return status === 201 ? body.data : Object.keys(body.errors)
  }
  const [efetivo] = await sql<{ id: string }>(`SELECT id FROM member_categories WHERE name = 'Efetivo'`)
  const birthDate = addDays(addYears(day, -18), 12)
  const birthday = birthdayAt(birthDate, 18)
  assert.deepEqual(await enter(birthDate, day), ['guardianName'])
  assert.deepEqual(await enter(birthDate, addDays(birthday, -1)), ['guardianName'])
  const member = (await enter(birthDate, birthday)) as TestRecord
  assert.equal(member['guardianName'], null)
  assert.deepEqual(await enter(birthDate, addDays(day, -400)), ['guardianName'])
  const grown = addYears(addDays(day, -1), -18)
  assert.ok('_id' in (await enter(grown, addDays(day, -400))), 'who was a minor then is not one any more')

  const path = `/members/${member._id}`
  succeeded(await admin.patch(path, { admissionDate: addDays(birthday, 3) }))
  const earlier = await admin.patch(path, { admissionDate: day })
  assert.deepEqual([earlier.status, Object.keys(earlier.body.errors)], [422, ['guardianName']])
  succeeded(await admin.patch(path, { admissionDate: day, guardianName: 'Rosa Melo' }))
})

test('a promotion that runs late begins with the birthday, unless the history has changed since', async () => {
  const birthDate = addDays(addYears(await today(), -18), 3)
  const birthday = birthdayAt(birthDate, 18)
  const young = { category: 'Juvenil', birthDate, guardianName: 'Rosa Melo' }
  const member = await make.member(young)
  const changed = await make.member(young)
  clock.advance({ days: 8 })
  const row = { memberId: changed._id, categoryId: changed['categoryId'], customQuota: 5, reason: 'Direção' }
  succeeded(await admin.post('/member_quota_terms', { ...row, startDate: addDays(birthday, 1) }))
  await maintain(app.world)
  assert.deepEqual(await termsOf(member), [
    [null, 'Juvenil'],
    [birthday, 'Efetivo'],
  ])
  assert.deepEqual(await termsOf(changed), [
    [null, 'Juvenil'],
    [addDays(birthday, 1), 'Juvenil'],
    [await today(), 'Efetivo'],
  ])
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
