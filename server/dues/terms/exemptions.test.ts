import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { duesTools } from '../testing.ts'

const clock = testClock('2026-10-15')
const app = await testApp({ with: { database: await testDatabase(), clock } })
const { as, make, today } = app
const { category, generate, read } = await duesTools(app)

const admin = () => as('admin')
const patch = async (memberId: string, values: object) =>
  (await admin()).patch(`/members/${memberId}`, values)
const change = async (memberId: string, values: object) => succeeded(await patch(memberId, values))
const enter = async (memberId: string, values: object) =>
  (await admin()).post(`/members/${memberId}/member_exemptions`, { reason: 'Deliberação', ...values })

const monthly = await category({ amount: 5 }, { periodicity: 'monthly', dueDay: 8, dueMonth: 1 })
const newMember = () => make.member({ category: monthly.category, admissionDate: '2024-01-01' })
const charge = (year: number, periods: string[] = []) =>
  generate({ year, periods, categoryIds: [monthly.id] })

/** The days of each exemption, the latest first. */
async function exemptionsOf(memberId: string): Promise<unknown[]> {
  const { data } = (await (await admin()).get(`/members/${memberId}/member_exemptions`)).body
  return data.map(({ startDate, endDate }) => [startDate, endDate])
}

/** The months of open quotas, as `2026/10`. */
async function openMonths(memberId: string): Promise<string[]> {
  const { data } = (
    await (await admin()).get(`/members/${memberId}/unsettled_payments?_type=quota&_status=open&_limit=200`)
  ).body
  return data.map((quota) => [quota['year'], quota['period']].join('/')).toSorted()
}

describe('exemptions of a member', () => {
  test('stay in the history when a later one is entered, and each covers its periods', async () => {
    const { _id: memberId } = await newMember()
    await change(memberId, { exemptFrom: '2025-02-01', exemptUntil: '2025-11-30', exemptReason: 'Doença' })
    await change(memberId, { exemptUntil: '2026-12-31', exemptReason: 'Desemprego' })
    assert.deepEqual(await exemptionsOf(memberId), [
      ['2026-10-15', '2026-12-31'],
      ['2025-02-01', '2025-11-30'],
    ])
    await charge(2025)
    await charge(2026, ['09', '10', '11', '12'])
    assert.deepEqual(await openMonths(memberId), ['2025/01', '2025/12', '2026/09', '2026/10'])
    await change(memberId, { exemptUntil: '2027-01-31' })
    assert.deepEqual((await exemptionsOf(memberId))[0], ['2026-10-15', '2027-01-31'])
  })

  test('show in the strip of years, earlier ones too', async () => {
    const { _id: memberId } = await newMember()
    await change(memberId, { exemptFrom: '2024-12-01', exemptUntil: '2025-01-31' })
    await change(memberId, { exemptFrom: '2026-11-01', exemptUntil: '2027-12-31' })
    const strip = (await read('members', memberId))['quotaStrip']
    assert.deepEqual(
      [2024, 2025, 2026].map((year) => (strip as Record<string, string>)[year]),
      ['none', 'exempt', 'none'],
    )
  })

  test('end yesterday when their days are deleted, or were never if they had not begun; repeating it changes nothing', async () => {
    const [begun, planned, over] = await Promise.all([newMember(), newMember(), newMember()])
    await change(begun._id, { exemptFrom: '2026-08-01', exemptUntil: '2027-08-01' })
    await change(planned._id, { exemptFrom: '2026-11-01', exemptUntil: '2027-08-01' })
    await change(over._id, { exemptFrom: '2026-01-01', exemptUntil: '2026-03-31' })
    for (const { _id } of [begun, planned, over, begun, planned, over]) {
      const record = await change(_id, { exemptUntil: null })
      assert.deepEqual([record['exemptFrom'], record['exemptUntil']], [null, null])
    }
    assert.deepEqual(await exemptionsOf(begun._id), [['2026-08-01', '2026-10-14']])
    assert.deepEqual(await exemptionsOf(planned._id), [])
    assert.deepEqual(await exemptionsOf(over._id), [['2026-01-01', '2026-03-31']])
  })

  test('are entered with days of the past, corrected and removed, with the charges if that is decided', async () => {
    const { _id: memberId } = await newMember()
    await charge(2026, ['05', '06', '07', '08'])
    const days = { startDate: '2026-06-01', endDate: '2026-07-31' }
    const preview = (body: object) => async () => {
      const answer = await (await admin()).post('/member_exemptions/preview', body)
      const { charges } = succeeded(answer) as unknown as {
        charges: { description: string; from: number | null; to: number | null }[]
      }
      return charges.map(({ description, from, to }) => [description, from, to])
    }
    assert.deepEqual(await preview({ memberId, ...days })(), [
      ['Quota 2026, junho', 5, null],
      ['Quota 2026, julho', 5, null],
    ])
    assert.deepEqual(await exemptionsOf(memberId), [])
    const { _id } = succeeded(await enter(memberId, { ...days, charges: 'change' }))
    assert.deepEqual(await openMonths(memberId), ['2026/05', '2026/08'])
    assert.equal((await read('members', memberId))['exemptUntil'], null)
    const shorter = { endDate: '2026-06-30', reason: 'Engano no fim', charges: 'change' }
    succeeded(await (await admin()).patch(`/member_exemptions/${_id}`, shorter))
    assert.deepEqual(await openMonths(memberId), ['2026/05', '2026/07', '2026/08'])
    assert.deepEqual(await preview({ _id, removed: true })(), [['Quota 2026, junho', null, 5]])
    const removal = { reason: 'Nunca foi isento', charges: 'change' }
    succeeded(await (await admin()).post(`/member_exemptions/${_id}/remove`, removal))
    assert.deepEqual(await openMonths(memberId), ['2026/05', '2026/06', '2026/07', '2026/08'])
    assert.deepEqual(await exemptionsOf(memberId), [])
  })

  test('without a reason, with days of another one or with an end before the beginning are refused by field', async () => {
    const { _id: memberId } = await newMember()
    await change(memberId, { exemptFrom: '2026-01-01', exemptUntil: '2026-03-31' })
    const refusals = async (values: object) => {
      const { status, body } = await enter(memberId, values)
      return [status, body.errors]
    }
    const days = { startDate: '2026-03-01', endDate: '2026-05-31' }
    const taken =
      'Já há uma isenção de 01/01/2026 a 31/03/2026: escolha outros dias, ou corrija-a no histórico.'
    assert.deepEqual(await refusals(days), [422, { startDate: [taken] }])
    assert.deepEqual(await refusals({ ...days, startDate: '2026-04-01', reason: null }), [
      422,
      { reason: ['Campo obrigatório.'] },
    ])
    const { data } = (await (await admin()).get(`/members/${memberId}/member_exemptions`)).body
    const corrected = await (
      await admin()
    ).patch(`/member_exemptions/${data[0]?._id}`, { endDate: '2026-03-30' })
    assert.deepEqual(
      [corrected.status, corrected.body.errors],
      [422, { reason: ['Campo obrigatório.'] }],
      'nor is the row that the record of the member made, without a reason',
    )
    const [status, errors] = await refusals({ startDate: '2026-05-01', endDate: '2026-04-30' })
    assert.deepEqual([status, Object.keys(errors as object)], [422, ['endDate']])
    await change(memberId, { exemptFrom: '2026-05-01', exemptUntil: '2026-05-31' })
    const { status: refused, body } = await patch(memberId, { exemptFrom: '2026-03-01' })
    assert.deepEqual([refused, body.errors], [422, { exemptFrom: [taken] }])
    assert.deepEqual(await exemptionsOf(memberId), [
      ['2026-05-01', '2026-05-31'],
      ['2026-01-01', '2026-03-31'],
    ])
  })

  test('of the same days are entered once by two people at the same time', async () => {
    const { _id: memberId } = await newMember()
    const entered = await Promise.all(
      ['2026-06-30', '2026-07-31'].map((endDate) => enter(memberId, { startDate: '2026-06-01', endDate })),
    )
    assert.deepEqual(entered.map(({ status }) => status).toSorted(), [201, 422])
    assert.equal((await exemptionsOf(memberId)).length, 1)
  })

  test('that are planned are shown on the member when the one before is over', async () => {
    const { _id: memberId } = await newMember()
    await change(memberId, { exemptUntil: '2026-10-31', exemptReason: 'Doença' })
    succeeded(await enter(memberId, { startDate: '2026-11-15', endDate: '2026-12-31' }))
    const shown = async () => {
      const { exemptFrom, exemptUntil, exemptReason } = await read('members', memberId)
      return [exemptFrom, exemptUntil, exemptReason]
    }
    assert.deepEqual(await shown(), ['2026-10-15', '2026-10-31', 'Doença'])
    while ((await today()) < '2026-11-02') clock.advance({ days: 1 })
    await maintain(app.app.world)
    assert.deepEqual(await shown(), ['2026-11-15', '2026-12-31', 'Deliberação'])
  })
})
