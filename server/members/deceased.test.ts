import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { duesTools } from '../dues/testing.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { changeState, charge, pay, set } = await duesTools(app)
const day = await today()
const gone = await make.stateName({ name: 'Partiu', marksEnd: true, marksDeath: true })
const misnamed = await make.stateName({ name: 'Falecido por engano', marksEnd: true })

const person = (email: string) => make.member({ email, mobile: null, address: null })
const messagesOf = (personId: unknown) =>
  sql<{ cause: string; state: string }>(
    'SELECT cause, state FROM messages WHERE person_id = $1 ORDER BY created_at, id',
    [personId],
  )
const countsOf = (preview: Record<string, unknown>) =>
  (preview['leftOut'] as { reason: string; count: number }[]).map(({ reason, count }) => [reason, count])
const deceasedIn = (preview: Record<string, unknown>) =>
  (preview['leftOut'] as { reason: string; first: { memberId: string }[] }[]).flatMap(({ reason, first }) =>
    reason === 'deceased' ? first.map(({ memberId }) => memberId) : [],
  )

describe('a deceased person', () => {
  test('is recognised by the flag of the state, not by its name', async () => {
    const seeded = await sql('SELECT name FROM member_state_names WHERE marks_death ORDER BY name')
    assert.deepEqual(seeded, [{ name: 'Falecido' }, { name: 'Partiu' }])
    const [dead, left] = [await person('a@exemplo.pt'), await person('b@exemplo.pt')]
    for (const { _id } of [dead, left]) await charge({ memberId: _id, dueDate: '2024-01-01' })
    await changeState(dead._id, String(gone['name']), day)
    await changeState(left._id, String(misnamed['name']), day)
    const ids = [dead._id, left._id]
    const audience = { ids }
    const batch = succeeded(
      await admin.post('/message_batches/preview', { audience, kind: 'service', channel: 'email' }),
    )
    assert.deepEqual([batch['total'], countsOf(batch)], [2, [['deceased', 1]]])
    assert.deepEqual(deceasedIn(batch), [dead._id])
    const notices = succeeded(
      await admin.post('/payment_notices/preview', { memberIds: ids, includeEnded: true }),
    )
    assert.deepEqual(deceasedIn(notices), [dead._id])
    const cards = succeeded(await admin.post('/card_runs/preview', { audience, kind: 'missing' }))
    assert.deepEqual(countsOf(cards).toSorted(), [
      ['deceased', 1],
      ['ended', 1],
    ])
    assert.deepEqual(deceasedIn(cards), [dead._id])
  })

  test('is deceased in every membership: another one gets no message, notice, receipt or card', async () => {
    const former = await person('g@exemplo.pt')
    const current = await make.member({ personId: former['personId'] })
    await charge({ memberId: current._id, dueDate: '2024-01-01' })
    const { _id } = await pay({ memberId: current._id, amount: 5 })
    const card = await make.card({ memberId: current._id })
    await changeState(former._id, 'Partiu', day)
    const audience = { ids: [current._id] }
    const previews = {
      message_batches: { audience, kind: 'service', channel: 'email' },
      payment_notices: { memberIds: audience.ids },
      card_runs: { audience, kind: 'missing' },
    }
    for (const [path, input] of Object.entries(previews)) {
      const preview = succeeded(await admin.post(`/${path}/preview`, input))
      assert.deepEqual(countsOf(preview), [['deceased', 1]], path)
    }
    const receipt = await admin.post(`/payments/${_id}/send_receipt`, {})
    assert.deepEqual([receipt.status, Object.keys(receipt.body.errors)], [422, ['email']])
    const { code } = succeeded(await admin.get(`/membership_cards/${card._id}`))
    const check = succeeded(await admin.get(`/membership_cards/verify/${String(code)}`))
    assert.equal(check['status'], 'invalido')
  })

  test('gets no messages, and unsent ones are cancelled', async () => {
    const [dead, other] = [await person('c@exemplo.pt'), await person('d@exemplo.pt')]
    await set('SendMessages', 'false')
    const advise = async (memberId: string) => {
      const { _id } = await charge({ memberId, amount: 5 })
      return admin.post('/payment_advice/send', { memberId, chargeIds: [_id] })
    }
    for (const { _id } of [dead, other]) succeeded(await advise(_id))
    await changeState(dead._id, 'Partiu', day)
    assert.deepEqual(
      (await messagesOf(dead['personId'])).map(({ cause, state }) => [cause, state]),
      [['paymentAdvice', 'cancelled']],
      'no message about the change of state',
    )
    assert.deepEqual(
      (await messagesOf(other['personId'])).map(({ state }) => state),
      ['held'],
    )
    const rejected = await advise(dead._id)
    assert.deepEqual([rejected.status, /faleceu/.test(rejected.body.message)], [409, true])
  })

  test('has receipts sent only to a given address', async () => {
    const dead = await person('e@exemplo.pt')
    await changeState(dead._id, 'Partiu', day)
    const { _id } = await pay({ memberId: dead._id, amount: 5 })
    const own = await admin.post(`/payments/${_id}/send_receipt`, {})
    assert.deepEqual([own.status, Object.keys(own.body.errors)], [422, ['email']])
    const message = succeeded(
      await admin.post(`/payments/${_id}/send_receipt`, { email: 'viuva@exemplo.pt' }),
    )
    assert.equal(message['recipient'], 'viuva@exemplo.pt')
  })

  test('cannot be admitted again', async () => {
    const dead = await person('f@exemplo.pt')
    await changeState(dead._id, 'Partiu', day)
    const record = await make.application({ email: 'f@exemplo.pt' })
    const path = `/member_applications/${record._id}`
    const [match] = (await admin.get(`${path}/matches`)).body.data
    assert.deepEqual([match?.['isMember'], match?.['isDeceased']], [false, true])
    const neverMember = await make.person({ deathDate: '2024-05-01' })
    const { categoryId } = dead
    for (const personId of [dead['personId'], neverMember._id]) {
      const { status, body } = await admin.post(`${path}/accept`, { personId })
      assert.deepEqual(
        [status, body.errors?.['personId']],
        [422, ['Faleceu: corrija-o primeiro na ficha, se for engano.']],
      )
      const { status: refused, body: answer } = await admin.post('/members', {
        personId,
        categoryId,
        admissionDate: day,
      })
      assert.deepEqual([refused, Object.keys(answer.errors ?? {})], [422, ['personId']])
    }
  })
})

test('a state that marks a death must also mark the end', async () => {
  const { status, body } = await admin.post('/member_state_names', { name: 'Vivo', marksDeath: true })
  assert.deepEqual([status, Object.keys(body.errors)], [422, ['marksDeath']])
})
