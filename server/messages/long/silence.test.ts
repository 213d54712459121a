import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { startTestMailServer } from '../../testing/test-mail-server.ts'
import { runClock, messageTools } from '../testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const here = await testApp({ config: { smtpUrl: mail.url } })
const { as, make, sql, today, visitor } = here
const { set, until } = messageTools(here)
runClock(here)
const admin = await as('admin')
await set('messagesPerMinute', '6000')

let counter = 0
const silent = [
  ['deceased', { deathDate: '2024-05-01' }],
  ['doNotContact', { doNotContact: true }],
] as const

const makeSilenced = async (change: object) => {
  const email = `silencio${++counter}@exemplo.pt`
  const member = await make.member({ email, address: 'Rua 1' })
  succeeded(await admin.patch(`/members/${member._id}`, change))
  return { _id: member._id, personId: String(member['personId']), email }
}
const reasonsIn = (preview: Record<string, unknown>) =>
  (preview['leftOut'] as { reason: string; count: number }[]).map(({ reason: why, count }) => [why, count])

const messagesOf = (personId: unknown) =>
  sql<{ state: string; reason: string | null }>(
    'SELECT state, reason FROM messages WHERE person_id = $1 ORDER BY created_at',
    [personId],
  )
const arrivedAt = (email: string) => mail.to(email).length

for (const [reason, change] of silent)
  describe(`${reason}: nothing is sent`, () => {
    test('messages of events are stored as cancelled, with the reason', async () => {
      const member = await makeSilenced(change)
      const { _id: stateNameId } = await make.stateName({ sendsMessage: true })
      const newState = { stateNameId, date: await today(), reason: 'atraso' }
      succeeded(await admin.post(`/members/${member._id}/change_state`, newState))
      assert.deepEqual(await messagesOf(member.personId), [{ state: 'cancelled', reason }])
      assert.equal(arrivedAt(member.email), 0)
    })

    test('batches leave the person out, service and news', async () => {
      const member = await makeSilenced(change)
      for (const kind of ['service', 'news']) {
        const audience = { ids: [member._id] }
        const texts = { subject: 'Convocatória', body: '<p>Venha.</p>', kind }
        const preview = succeeded(await admin.post('/message_batches/preview', { ...texts, audience }))
        assert.deepEqual(reasonsIn(preview), [[reason, 1]], kind)
      }
    })

    test('payment messages leave the person out', async () => {
      const member = await makeSilenced(change)
      await make.charge({ memberId: member._id })
      const texts = { subject: 'Quotas', body: '<p>Deve {{valor}}.</p>', channel: 'email' }
      const input = { ...texts, memberIds: [member._id] }
      const preview = succeeded(await admin.post('/payment_message/preview', input))
      assert.deepEqual(reasonsIn(preview), [[reason, 1]])
    })

    test('payment notices, advices and receipts are skipped or rejected', async () => {
      const member = await makeSilenced(change)
      const charge = await make.charge({ memberId: member._id, dueDate: addDays(await today(), -60) })
      const filter = { memberIds: [member._id], step: 'reminder1' }
      const preview = succeeded(await admin.post('/payment_notices/preview', filter))
      assert.deepEqual(reasonsIn(preview), [[reason, 1]])
      const advice = { memberId: member._id, chargeIds: [charge._id] }
      assert.equal((await admin.post('/payment_advice/send', advice)).status, 409)
      const payment = await make.payment({ memberId: member._id, amount: 24 })
      const receipt = await admin.post(`/payments/${payment._id}/send_receipt`, {})
      assert.equal(
        receipt.status,
        reason === 'deceased' ? 422 : 409,
        'heirs may get the receipt at another address',
      )
      await until(async () => (await messagesOf(member.personId)).length > 0)
      assert.deepEqual(await messagesOf(member.personId), [{ state: 'cancelled', reason }])
    })

    test('held messages and letters are cancelled when it is recorded', async () => {
      await set('SendMessages', 'false')
      const email = `espera${++counter}@exemplo.pt`
      const member = await make.member({ email, address: 'Rua 2' })
      for (const channel of ['email', 'letter'])
        succeeded(
          await admin.post('/message_batches', {
            audience: { ids: [member._id] },
            subject: 'Festa',
            body: '<p>Venha.</p>',
            channel,
          }),
        )
      await until(async () => (await messagesOf(member['personId'])).length === 2)
      succeeded(await admin.patch(`/people/${String(member['personId'])}`, change))
      await set('SendMessages', 'true')
      const cancelled = { state: 'cancelled', reason }
      assert.deepEqual(await messagesOf(member['personId']), [cancelled, cancelled])
      const [message] = await sql<{ id: string }>(
        `SELECT id FROM messages WHERE person_id = $1 AND channel = 'email'`,
        [member['personId']],
      )
      assert.equal((await admin.post(`/messages/${message?.id}/resend`, {})).status, 409)
      assert.equal(arrivedAt(email), 0)
    })
  })

test('a person with doNotContact still gets the sign-in link that they request', async () => {
  const email = `pediu${++counter}@exemplo.pt`
  const member = await make.member({ email, doNotContact: true })
  succeeded(
    await admin.post('/users', { name: 'Pediu', email, role: 'member', personId: member['personId'] }),
  )
  const before = arrivedAt(email)
  await visitor.post('/auth', { email, recover_password: true })
  await until(() => Promise.resolve(arrivedAt(email) > before))
})

test('held news are cancelled when the consent is withdrawn', async () => {
  await set('SendMessages', 'false')
  const email = `retirou${++counter}@exemplo.pt`
  const member = await make.member({ email })
  await make.consent({ personId: member['personId'], at: '2026-01-01T10:00:00Z' })
  const batch = { audience: { ids: [member._id] }, subject: 'Novidades', body: '<p>Olá.</p>', kind: 'news' }
  succeeded(await admin.post('/message_batches', batch))
  await until(async () => (await messagesOf(member['personId'])).length === 1)
  await make.consent({ personId: member['personId'], status: 'withdrawn' })
  assert.deepEqual(await messagesOf(member['personId']), [{ state: 'cancelled', reason: 'noConsent' }])
  await set('SendMessages', 'true')
})

test('the date of death is rejected in the future and before the birth', async () => {
  const person = await make.person({ birthDate: '1950-01-01' })
  for (const deathDate of [addDays(await today(), 1), '1949-12-31']) {
    const { status, body } = await admin.patch(`/people/${person._id}`, { deathDate })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['deathDate']], deathDate)
  }
  succeeded(await admin.patch(`/people/${person._id}`, { deathDate: '2000-05-01' }))
  const { body } = await admin.patch(`/people/${person._id}`, { birthDate: '2001-02-03' })
  assert.deepEqual(body.errors, {
    deathDate: ['Data de falecimento inválida: não pode ser anterior a «Data de nascimento» (03/02/2001).'],
  })
})
