import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, make, today } = app
const admin = await as('admin')
const { charge, pay } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

const groups = async (query: string) => (await admin.get(`/charges_by_member?${query}`)).body
const factsOf = ({ memberLabel, charges, oldestDue, overdueAmount, openAmount }: TestRecord) => [
  memberLabel,
  charges,
  oldestDue,
  overdueAmount,
  openAmount,
]

const rosa = await make.member({ name: 'Rosa Agrupada' })
const rui = await make.member({ name: 'Rui Agrupado' })
const late = `${year - 1}-03-31`
await charge({ memberId: rosa._id, type: 'quota', year: year - 1, dueDate: late, amount: 24 })
await charge({ memberId: rosa._id, amount: 10, dueDate: addDays(day, 20) })
await charge({ memberId: rui._id, amount: 50, dueDate: addDays(day, 30) })
const gone = await charge({ memberId: rui._id, amount: 99, dueDate: late })
succeeded(await admin.post(`/unsettled_payments/${gone._id}/cancel`, { reason: 'Engano' }))
await pay({ memberId: rosa._id, amount: 4 })

test('charges are summed by member, with the filters of the list', async () => {
  const { data, meta } = await groups('_search=agrupad&_status=open&_status=partial')
  assert.deepEqual(data.map(factsOf), [
    ['Rui Agrupado', 1, addDays(day, 30), 0, 50],
    ['Rosa Agrupada', 2, late, 20, 30],
  ])
  assert.deepEqual(
    data.map(({ _id, memberId }) => [_id, memberId]),
    [
      [rui._id, rui._id],
      [rosa._id, rosa._id],
    ],
  )
  assert.deepEqual([meta.total, meta.sums], [2, { openAmount: 80, overdueAmount: 20 }])
  const quotas = await groups('_search=agrupad&_type=quota&_status=partial')
  assert.deepEqual(quotas.data.map(factsOf), [['Rosa Agrupada', 1, late, 20, 20]])
  const cancelled = await groups(`_search=agrupad&_status=cancelled`)
  assert.deepEqual(
    cancelled.data.map(factsOf),
    [['Rui Agrupado', 1, late, 0, 0]],
    'a cancelled charge is counted without amounts',
  )
})

test('groups are paged and sorted; unknown parameters are rejected', async () => {
  const names = async (query: string) =>
    (await groups(`_search=agrupad&_status=open&_status=partial&${query}`)).data.map(
      ({ memberLabel }) => memberLabel,
    )
  assert.deepEqual(await names('_sort=openAmount'), ['Rosa Agrupada', 'Rui Agrupado'])
  assert.deepEqual(await names('_sort=-overdueAmount'), ['Rosa Agrupada', 'Rui Agrupado'])
  assert.deepEqual(await names('_sort=memberNumber&_limit=1&_page=2'), ['Rui Agrupado'])
  for (const wrong of [
    '_sort=nada',
    '_sort=constructor',
    '_cor=azul',
    '_limit=-1',
    '_page=x',
    '_dueDate_from=ontem',
  ])
    assert.equal((await admin.get(`/charges_by_member?${wrong}`)).status, 400, wrong)
})

test('the export has the requested columns and order, and is for the staff only', async () => {
  const csvOf = async (query: string, who = admin) => who.get(`/charges_by_member/export?${query}`)
  const columns = 'memberId,charges,oldestDue,openAmount'
  const { status, text } = await csvOf(
    `_search=agrupad&_status=open&_status=partial&_sort=openAmount&_columns=${columns}`,
  )
  assert.equal(status, 200, text)
  const shown = (iso: string) => iso.split('-').toReversed().join('/')
  assert.deepEqual(text.slice(1).split('\r\n').slice(1, -1), [
    `Rosa Agrupada;2;${shown(late)};30,00`,
    `Rui Agrupado;1;${shown(addDays(day, 30))};50,00`,
  ])
  const chosen = await csvOf(`_id=${rui._id}&_status=open&_columns=memberId`)
  assert.deepEqual(chosen.text.slice(1).split('\r\n').slice(1, -1), ['Rui Agrupado'])
  assert.equal((await csvOf('')).status, 200)
  assert.equal((await csvOf('format=xlsx')).status, 200)
  assert.equal((await csvOf('_columns=nif')).status, 400)
  assert.equal((await csvOf('_sort=nif')).status, 400)
  assert.equal((await csvOf('', await as('member'))).status, 403)
})
