import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addYears } from '@agremia/resources/rules/dates.ts'
import { maintain } from '../maintenance.ts'
import type { TestRecord } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'

const { app, as, make, today, clock } = await testApp()
const admin = await as('admin')
const categoryOf = async ({ _id }: TestRecord) =>
  (await admin.get(`/members/${_id}`)).body.data['categoryLabel']

test('daily work moves members over the age of their category to the next one, but not former members', async () => {
  const birthDate = addDays(addYears(await today(), -18), 1)
  const young = { category: 'Juvenil', birthDate, guardianName: 'Rosa Melo' }
  const grown = await make.member(young)
  const gone = await make.member({ ...young, state: 'Exonerado' })
  const younger = await make.member({ ...young, birthDate: addDays(birthDate, 5) })
  await maintain(app.engine)
  assert.equal(await categoryOf(grown), 'Juvenil')

  clock.advance({ days: 1 })
  await maintain(app.engine)
  await maintain(app.engine)
  const categories = await Promise.all([grown, gone, younger].map(categoryOf))
  assert.deepEqual(categories, ['Efetivo', 'Juvenil', 'Juvenil'])
  const { data } = (await admin.get(`/members/${grown._id}/audit_events`)).body
  const [last] = data as unknown as { userName: string; changes: { from: string; to: string }[] }[]
  assert.deepEqual(
    [last?.userName, last?.changes.map(({ from, to }) => [from, to])],
    ['Programa', [['Juvenil', 'Efetivo']]],
  )
})
