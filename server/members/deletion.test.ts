import { jobsDone } from '../testing/wait.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { duesTools } from '../dues/testing.ts'
import { createSamples } from '../testing/samples.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { balanceOf, category, charge, pay } = await duesTools(app)
const day = await today()
const year = day.slice(0, 4)

async function previewDeletion(
  path: string,
  id: string,
): Promise<{ refusal: string | null; also: string[] }> {
  const { status, body } = await admin.get(`${path}/${id}/deletion`)
  assert.equal(status, 200)
  return body.data as unknown as { refusal: string | null; also: string[] }
}

/** The part in euros of a quota of 24 € for a member admitted today. */
const quota = 2 * (13 - Number(day.slice(5, 7)))

/** A member admitted today, with charges for a joia of 10 € and a quota. */
async function makeMistakenMember(fields = {}) {
  const { category: name } = await category({ joia: 10 }, { chargesOnAdmission: true })
  return make.member({ category: name, admissionDate: day, ...fields })
}

const count = async (table: string, memberId: string) =>
  (
    await sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE member_id = $1`, [
      memberId,
    ])
  )[0]?.count

describe('deleting a member made by mistake', () => {
  test('deletes joia and quota too, and restoring brings them back', async () => {
    const { _id } = await makeMistakenMember()
    const before = await balanceOf(_id)
    assert.equal(before.balance, 10 + quota)
    assert.deepEqual(await previewDeletion('/members', _id), {
      refusal: null,
      also: [`2 dívidas (Joia ${year}, Quota ${year}; ${formatAmount(1000 + 100 * quota)})`],
    })
    assert.equal(await count('unsettled_payments', _id), 2, 'the preview deletes nothing')
    assert.equal((await admin.delete(`/members/${_id}`)).status, 204)
    assert.equal(await count('unsettled_payments', _id), 0)
    const events = (await admin.get(`/members/${_id}/audit_events`)).body.data
    assert.deepEqual(
      events.map(({ action }) => action),
      ['deleted', 'created'],
    )
    assert.equal((await admin.post(`/audit_events/${events[0]?._id}/restore`)).status, 200)
    assert.deepEqual(await balanceOf(_id), before)
    assert.equal(await count('unsettled_payments', _id), 2)
  })

  test('is rejected with the dependent records and an alternative, as in the preview', async () => {
    const { _id } = await makeMistakenMember()
    await pay({ memberId: _id, amount: 10 + quota })
    await make.card({ memberId: _id })
    const refusal =
      '1 pagamento e 1 cartão dependem deste sócio. ' +
      'Em vez disso, mude\u2011lhe o estado, por exemplo para «Exonerado».'
    assert.deepEqual(await previewDeletion('/members', _id), { refusal, also: [] })
    const { status, body } = await admin.delete(`/members/${_id}`)
    assert.deepEqual([status, body.message], [409, refusal])
    assert.equal(await count('unsettled_payments', _id), 2)
  })

  test('is rejected when the payment of another member settled a charge', async () => {
    const { _id } = await makeMistakenMember()
    const [joia] = (await admin.get(`/members/${_id}/unsettled_payments?_type=joia`)).body.data
    const { _id: payer } = await make.member()
    await pay({ memberId: payer, amount: 10, items: [{ unsettledPaymentId: joia?._id, amount: 10 }] })
    const { refusal } = await previewDeletion('/members', _id)
    assert.match(String(refusal), /^1 pagamento depende deste sócio\./)
    assert.equal((await admin.delete(`/members/${_id}`)).status, 409)
  })

  test('withdraws unsent messages about the member', async () => {
    const [wrong, other] = [
      await makeMistakenMember({ email: 'engano@exemplo.pt', state: 'Suspenso (quotas)' }),
      await makeMistakenMember({ email: 'certo@exemplo.pt' }),
    ]
    // A member with a change of state cannot be deleted: keeps only its message.
    await sql('DELETE FROM member_states WHERE member_id = $1 AND end_date IS NOT NULL', [wrong._id])
    await sql('UPDATE messages SET about_id = $1 WHERE about_id = $2 AND cause <> $3', [
      other._id,
      wrong._id,
      'stateChanged',
    ])
    const waiting = () =>
      sql<{ state: string; withdrawn: boolean }>(
        'SELECT state, withdrawn FROM messages WHERE about_id = $1',
        [wrong._id],
      )
    // Without a mail server the message is held as soon as its job has run.
    await jobsDone({ sql }, 'messages')
    const [message] = await waiting()
    assert.equal(message?.state, 'held')
    const { also } = await previewDeletion('/members', wrong._id)
    assert.equal(also.at(-1), '1 mensagem que ainda não saiu')
    assert.deepEqual(await waiting(), [message], 'the preview deletes nothing')
    assert.equal((await admin.delete(`/members/${wrong._id}`)).status, 204)
    assert.deepEqual(await waiting(), [{ state: 'cancelled', withdrawn: true }])
  })

  test('deletes manual charges that are not paid', async () => {
    const { _id } = await make.member()
    await charge({ memberId: _id, description: 'Cota do bar', amount: 5 })
    assert.deepEqual((await previewDeletion('/members', _id)).also, [
      `1 dívida (Cota do bar; ${formatAmount(500)})`,
    ])
    assert.equal((await admin.delete(`/members/${_id}`)).status, 204)
  })

  test('with a history of states is rejected with the same message as in the preview', async () => {
    const { _id } = await make.member({ state: 'Suspenso (quotas)' })
    const { refusal } = await previewDeletion('/members', _id)
    assert.match(String(refusal), /«Exonerado»/)
    assert.equal((await admin.delete(`/members/${_id}`)).body.message, refusal)
  })
})

test('the preview of a deletion gets 403 without access and 404 without a record', async () => {
  const { _id } = await make.member()
  const member = await as('member')
  assert.equal((await member.get(`/members/${_id}/deletion`)).status, 403)
  await admin.delete(`/members/${_id}`)
  assert.equal((await admin.get(`/members/${_id}/deletion`)).status, 404)
})

describe('every deletion has the result of its preview', () => {
  const samples = createSamples(app)
  for (const [name, sample] of Object.entries(samples)) {
    test(name, async () => {
      const path = `/${resourcePath(name)}`
      const { body } = await admin.post(path, await sample.input())
      const url = `${path}/${body.data._id}`
      if (
        !definitions[name as ResourceName].access.delete({ id: '', name: '', role: 'admin', personId: null })
      ) {
        assert.ok([403, 404].includes((await admin.get(`${url}/deletion`)).status))
        return
      }
      const { refusal } = await previewDeletion(path, body.data._id)
      const { status, body: answer } = await admin.delete(url)
      assert.deepEqual([status, answer.message], refusal === null ? [204, undefined] : [409, refusal])
    })
  }
})
