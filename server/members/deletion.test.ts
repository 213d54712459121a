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

async function foresee(path: string, id: string): Promise<{ refusal: string | null; also: string[] }> {
  const { status, body } = await admin.get(`${path}/${id}/deletion`)
  assert.equal(status, 200)
  return body.data as unknown as { refusal: string | null; also: string[] }
}

/** What is owed of a quota of 24 € by somebody admitted today. */
const quota = 2 * (13 - Number(day.slice(5, 7)))

/** Admitted today, which charges a joia of 10 € and a quota at once. */
async function mistaken(given = {}) {
  const { category: name } = await category({ joia: 10 }, { chargesOnAdmission: true })
  return make.member({ category: name, admissionDate: day, ...given })
}

const count = async (table: string, memberId: string) =>
  (
    await sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE member_id = $1`, [
      memberId,
    ])
  )[0]?.count

describe('deleting a member made by mistake', () => {
  test('takes the joia and the quota along, in one step, and brings them back in one', async () => {
    const { _id } = await mistaken()
    const before = await balanceOf(_id)
    assert.equal(before.balance, 10 + quota)
    assert.deepEqual(await foresee('/members', _id), {
      refusal: null,
      also: [`2 dívidas (Joia ${year}, Quota ${year}; ${formatAmount(1000 + 100 * quota)})`],
    })
    assert.equal(await count('unsettled_payments', _id), 2, 'what is only foreseen is not done')
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

  test('is refused beforehand with what stands in the way and what to do, and deletes nothing', async () => {
    const { _id } = await mistaken()
    await pay({ memberId: _id, amount: 10 + quota })
    await make.card({ memberId: _id })
    const refusal =
      '1 pagamento e 1 cartão dependem deste sócio. ' +
      'Em vez disso, mude\u2011lhe o estado, por exemplo para «Anulado».'
    assert.deepEqual(await foresee('/members', _id), { refusal, also: [] })
    const { status, body } = await admin.delete(`/members/${_id}`)
    assert.deepEqual([status, body.message], [409, refusal])
    assert.equal(await count('unsettled_payments', _id), 2)
  })

  test('is refused when another member’s payment settled a charge', async () => {
    const { _id } = await mistaken()
    const [joia] = (await admin.get(`/members/${_id}/unsettled_payments?_type=joia`)).body.data
    const { _id: payer } = await make.member()
    await pay({ memberId: payer, amount: 10, items: [{ unsettledPaymentId: joia?._id, amount: 10 }] })
    const { refusal } = await foresee('/members', _id)
    assert.match(String(refusal), /^1 pagamento depende deste sócio\./)
    assert.equal((await admin.delete(`/members/${_id}`)).status, 409)
  })

  test('withdraws messages about the member that have not left, and leaves others', async () => {
    const [wrong, other] = [
      await mistaken({ email: 'engano@exemplo.pt', state: 'Suspenso (quotas)' }),
      await mistaken({ email: 'certo@exemplo.pt' }),
    ]
    // Only the message matters here: a member with a change of state is not deleted.
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
    const [message] = await waiting()
    assert.ok(message && ['held', 'queued'].includes(message.state))
    const { also } = await foresee('/members', wrong._id)
    assert.equal(also.at(-1), '1 mensagem que ainda não saiu')
    assert.deepEqual(await waiting(), [message], 'what is only foreseen is not done')
    assert.equal((await admin.delete(`/members/${wrong._id}`)).status, 204)
    assert.deepEqual(await waiting(), [{ state: 'cancelled', withdrawn: true }])
  })

  test('takes a charge that somebody wrote along while nothing is paid of it', async () => {
    const { _id } = await make.member()
    await charge({ memberId: _id, description: 'Cota do bar', amount: 5 })
    assert.deepEqual((await foresee('/members', _id)).also, [`1 dívida (Cota do bar; ${formatAmount(500)})`])
    assert.equal((await admin.delete(`/members/${_id}`)).status, 204)
  })

  test('that has a history of states is refused in the same words beforehand', async () => {
    const { _id } = await make.member({ state: 'Suspenso (quotas)' })
    const { refusal } = await foresee('/members', _id)
    assert.match(String(refusal), /«Anulado»/)
    assert.equal((await admin.delete(`/members/${_id}`)).body.message, refusal)
  })
})

test('what is foreseen of a deletion is only for those who may delete, of what is there', async () => {
  const { _id } = await make.member()
  const member = await as('member')
  assert.equal((await member.get(`/members/${_id}/deletion`)).status, 403)
  await admin.delete(`/members/${_id}`)
  assert.equal((await admin.get(`/members/${_id}/deletion`)).status, 404)
})

describe('every deletion is as it was foreseen', () => {
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
      const { refusal } = await foresee(path, body.data._id)
      const { status, body: answer } = await admin.delete(url)
      assert.deepEqual([status, answer.message], refusal === null ? [204, undefined] : [409, refusal])
    })
  }
})
