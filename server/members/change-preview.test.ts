import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { duesTools } from '../dues/testing.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { charge, read } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))
const left = await make.stateName({ name: 'Foi-se embora', marksEnd: true, needsReason: true })

const preview = async (memberIds: string[], input: object) =>
  succeeded(await admin.post('/members/change_state/preview', { memberIds, ...input })) as unknown as {
    count: number
    effects: Record<string, number>
    after: Record<string, number>
    planned: { state: string; date: string; isKept: boolean; count: number }[]
  }

const stateNamed = async (name: string) =>
  (await admin.get(`/member_state_names?_name=${encodeURIComponent(name)}`)).body.data[0]?._id

/** A member with a card, a held message, a debt of 5 € and next year's quota of 24 €. */
async function makeMember() {
  const member = await make.member({ email: 'quem@exemplo.pt' })
  const memberId = member._id
  const { _id } = await charge({ memberId, amount: 5 })
  await charge({ memberId, type: 'quota', year: year + 1, dueDate: `${year + 1}-01-31` })
  await make.card({ memberId })
  succeeded(await admin.patch('/settings/SendMessages', { value: 'false' }))
  succeeded(await admin.post('/payment_advice/send', { memberId, chargeIds: [_id] }))
  return member
}

describe('the preview of a change of state', () => {
  test('answers the effects on debts, cards and messages, and writes nothing', async () => {
    const { _id } = await makeMember()
    const snapshot = () =>
      sql(
        `SELECT (SELECT sum(version) FROM members) AS members, (SELECT count(*) FROM member_states) AS states,
           (SELECT sum(version) FROM unsettled_payments) AS charges, (SELECT sum(version) FROM messages) AS messages,
           (SELECT count(*) FROM audit_events) AS events`,
      )
    const before = await snapshot()
    const change = { stateNameId: left._id, date: day }
    const previewed = await preview([_id], change)
    assert.deepEqual(previewed, {
      count: 1,
      effects: { debts: -1, owed: -24, credit: 0, cards: -1, waiting: 0, notified: 0, announcing: 0 },
      after: { debts: 1, owed: 5, credit: 0, cards: 0, waiting: 1, notified: 0, announcing: 0 },
      charges: [],
      planned: [],
      access: [],
    })
    assert.deepEqual(await snapshot(), before)
    succeeded(await admin.post(`/members/${_id}/change_state`, { ...change, reason: 'Mudou de terra' }))
    assert.equal((await read('members', _id))['balance'], 5, 'the change has the previewed effect')
  })

  test('of a future change answers the effects of its day', async () => {
    const { _id } = await makeMember()
    const { effects } = await preview([_id], { stateNameId: left._id, date: addDays(day, 20) })
    assert.deepEqual([effects['owed'], effects['cards']], [-24, -1])
    assert.equal((await read('members', _id))['currentStateLabel'], 'Ativo')
  })

  test('names the planned changes that stay and those that it replaces', async () => {
    const { _id } = await makeMember()
    const planned = async (state: string, days: number) => {
      const stateNameId = await stateNamed(state)
      succeeded(await admin.post(`/members/${_id}/change_state`, { stateNameId, date: addDays(day, days) }))
    }
    await planned('Exonerado', 30)
    await planned('Licença', 20)
    const change = { stateNameId: await stateNamed('Isento'), date: addDays(day, 10) }
    const [leave, exit] = [
      { state: 'Licença', date: addDays(day, 20), isKept: false, count: 1 },
      { state: 'Exonerado', date: addDays(day, 30), isKept: true, count: 1 },
    ]
    assert.deepEqual((await preview([_id], change)).planned, [leave, exit])
    const dropped = { ...exit, isKept: false }
    assert.deepEqual((await preview([_id], { ...change, planned: 'drop' })).planned, [leave, dropped])
    assert.deepEqual((await preview([_id], { stateNameId: left._id, date: day })).planned, [leave, dropped])
  })

  test('of several members sums the effects, without members who cannot be changed', async () => {
    const [one, other] = [await makeMember(), await makeMember()]
    const gone = await make.member({ state: 'Exonerado' })
    const ids = [one._id, other._id, gone._id]
    const { count, effects } = await preview(ids, { stateNameId: left._id, date: day })
    assert.deepEqual([count, effects['owed'], effects['cards']], [2, -48, -2])
  })

  test('requires access to the action, and 1 to 50 members', async () => {
    const { _id } = await make.member()
    const body = { memberIds: [_id], stateNameId: left._id, date: day }
    assert.equal((await (await as('member')).post('/members/change_state/preview', body)).status, 403)
    for (const memberIds of [[], ['x'], undefined, Array.from({ length: 51 }, () => _id)]) {
      const { status, body: answer } = await admin.post('/members/change_state/preview', {
        ...body,
        memberIds,
      })
      assert.deepEqual([status, Object.keys(answer.errors)], [422, ['memberIds']])
    }
  })
})
