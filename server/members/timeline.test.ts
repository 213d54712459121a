import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TimelineEntry } from '@agremia/resources/timeline.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const { as, make, clock, today } = await testApp()
const admin = await as('admin')
const read = async (memberId: string, query = '') => {
  const { status, body } = await admin.get(`/members/${memberId}/timeline${query}`)
  assert.equal(status, 200, body.message)
  return { entries: body.data as unknown as TimelineEntry[], meta: body.meta }
}

describe('the timeline of a member', () => {
  test('lists states, charges, payments, agreements, cards, messages, consents and changes, the latest first', async () => {
    const member = await make.member({ name: 'Ana Reis', email: 'ana@exemplo.pt', city: 'Faro' })
    const other = await make.member()
    await make.charge({ memberId: other._id })
    const charge = await make.charge({ memberId: member._id, amount: 24, description: 'Seguro' })
    const payment = await make.payment({ memberId: member._id, amount: 24 })
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Cheque devolvido' }))
    await make.agreement({ memberId: member._id })
    await make.card({ memberId: member._id })
    await make.batch({ audience: { ids: [member._id] }, subject: 'Convite' })
    await make.contact({ personId: String(member['personId']) })
    await make.contact({ personId: String(other['personId']) })
    clock.advance({ minutes: 1 })
    await make.consent({ personId: member['personId'] })
    succeeded(await admin.patch(`/members/${member._id}`, { city: 'Évora' }))
    const { entries, meta } = await read(member._id)
    const summaries = entries.map(({ kind, event, what, amount }) => [kind, event, what, amount])
    const has = (...wanted: unknown[]) =>
      assert.ok(
        summaries.some((one) => wanted.every((value, index) => one[index] === value)),
        `${JSON.stringify(wanted)} is not in ${JSON.stringify(summaries)}`,
      )
    has('state', 'began', 'Ativo')
    has('charge', 'charged', 'Seguro', 24)
    has('payment', 'received', payment['receiptNumber'], 24)
    has('payment', 'cancelled', payment['receiptNumber'], 24)
    has('agreement', 'agreed', '2', 24)
    has('card', 'issued', '1')
    has('message', 'written', 'Convite')
    has('consent', 'decided', 'newsletter')
    has('change', 'created', 'members')
    has('change', 'created', 'contacts')
    assert.equal(summaries.filter(([, , what]) => what === 'contacts').length, 1, 'of this person alone')
    assert.equal(meta.total, entries.length)
    assert.ok(entries.some(({ _id }) => _id === charge._id))
    assert.deepEqual(
      entries.map(({ at }) => at).toSorted((one, two) => Date.parse(two) - Date.parse(one)),
      entries.map(({ at }) => at),
    )
    const changes = entries.filter(({ kind, event }) => kind === 'change' && event === 'updated')
    assert.equal(changes.length, 1, 'the event of the person for the same change is omitted')
    assert.deepEqual(changes[0]?.changes, [
      { field: 'city', label: 'Localidade', from: 'Faro', to: 'Évora', was: 'Faro' },
    ])
  })

  test('can be filtered by kind and has pages', async () => {
    const member = await make.member()
    for (const amount of [1, 2, 3]) await make.charge({ memberId: member._id, amount })
    const charges = await read(member._id, '?_kind=charge&_limit=2')
    assert.deepEqual([charges.entries.length, charges.meta], [2, { total: 3, page: 1, limit: 2 }])
    const both = await read(member._id, '?_kind=charge,state')
    assert.deepEqual(new Set(both.entries.map(({ kind }) => kind)), new Set(['charge', 'state']))
    assert.equal((await admin.get(`/members/${member._id}/timeline?_kind=nada`)).status, 400)
  })

  test('dates events that have only a day on that day, and is for staff only', async () => {
    const member = await make.member({ admissionDate: '2020-01-01' })
    const { entries } = await read(member._id, '?_kind=state')
    assert.deepEqual(
      entries.map(({ at, isDay }) => [at.slice(0, 10), isDay]),
      [['2020-01-01', true]],
    )
    assert.notEqual(await today(), '2020-01-01')
    assert.equal((await (await as('member')).get(`/members/${member._id}/timeline`)).status, 403)
    assert.equal((await admin.get('/members/01890a5d-ac96-774b-bcce-b302099a8057/timeline')).status, 404)
    assert.equal((await admin.get('/members/nada/timeline')).status, 404)
  })
})
