import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maintain } from '../maintenance.ts'
import { succeeded } from '../testing/make.ts'
import { messagesTo } from '../testing/read-messages.ts'
import { testApp } from '../testing/test-app.ts'
import { applicationTools } from '../testing/application-tools.ts'

const tested = await testApp()
const { visitor, sql, clock, as, app, make } = tested
const { admin, apply, read, act, codeOf, knownLink, messagesAbout, set } = await applicationTools(tested)

const verify = async (verificationCode: unknown) => {
  const { status, body } = await visitor.post('/member_applications/verifyEmail', { verificationCode })
  return [status, body]
}
const resend = async (verificationCode: unknown) => {
  const { status, text } = await visitor.post('/member_applications/resendVerification', { verificationCode })
  return [status, text]
}
const said = (status: string) => [200, { data: { status } }]

describe('the link that confirms an email', () => {
  test('brings the application to the staff, once', async () => {
    const record = await apply()
    const link = await knownLink(record)
    assert.deepEqual(await verify(link), said('confirmed'))
    const after = await read(record)
    assert.equal(await codeOf(after), 'submitted')
    assert.equal(after['emailVerifiedAt'], clock().toISOString())
    assert.ok(after._version > record._version)
    assert.deepEqual(await messagesAbout(record), ['applicationVerification', 'applicationReceived'])
    assert.deepEqual(await verify(link), said('already'))
    assert.deepEqual(await read(record), after)
    assert.equal((await messagesAbout(record)).length, 2)
    const [event] = (await admin.get(`/member_applications/${record._id}/audit_events`)).body.data
    assert.deepEqual([event?.['action'], event?.['userName']], ['emailVerified', 'Página de inscrição'])
  })

  test('is in the message that the applicant gets, and leads to the page that confirms', async () => {
    await set('SendMessages', 'false')
    const record = await apply()
    const [message] = await messagesTo(tested, String(record['email']))
    const [, address, code] = /href="(\S+)\/inscricao\/confirmacao\/([\w-]+)"/.exec(message?.html ?? '') ?? []
    assert.equal(address, app.engine.world.config.publicUrl)
    assert.deepEqual(await verify(code), said('confirmed'))
    await set('SendMessages', 'true')
  })

  test('opened by many at once confirms once', async () => {
    const record = await apply()
    const link = await knownLink(record)
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(link)))
    const confirmed = answers.filter((answer) => JSON.stringify(answer).includes('confirmed'))
    assert.equal(confirmed.length, 1)
    assert.equal((await messagesAbout(record)).length, 2)
  })

  test('that nobody knows, or that is too old, is answered alike', async () => {
    const record = await apply()
    const link = await knownLink(record)
    for (const unknown of ['nada', '', null, 5, 'x'.repeat(5000), `${link}x`])
      assert.deepEqual(await verify(unknown), said('expired'))
    clock.advance({ days: 7, minutes: 1 })
    assert.deepEqual(await verify(link), said('expired'))
    const after = await read(record)
    assert.deepEqual([await codeOf(after), after['emailVerifiedAt']], ['unverified', null])
    assert.deepEqual(await messagesAbout(record), ['applicationVerification'])
  })

  test('is kept hashed, and nobody of the staff can read it', async () => {
    const record = await apply()
    const [row] = await sql<{ hash: Buffer; texts: string }>(
      `SELECT verification_hash AS hash, (SELECT string_agg(body_text || coalesce(body_html, ''), ' ') FROM messages WHERE about_id = a.id::text) AS texts
       FROM member_applications a WHERE id = $1`,
      [record._id],
    )
    assert.equal(row?.hash.length, 32)
    assert.match(row?.texts ?? '', /só pode ser usada uma vez/)
    assert.doesNotMatch(row?.texts ?? '', /inscricao\/confirmacao\/\w/)
    assert.ok(!JSON.stringify(await read(record)).includes('erification_'))
  })

  test('is sent again when asked for, and then the one before ends', async () => {
    const record = await apply()
    const link = await knownLink(record)
    assert.deepEqual(await resend(link), [204, ''])
    assert.deepEqual(await messagesAbout(record), ['applicationVerification', 'applicationVerification'])
    assert.deepEqual(await verify(link), said('expired'))
    assert.deepEqual(await verify(await knownLink(record)), said('confirmed'))
  })

  test('is not sent to who asks without one, or has nothing to confirm, and the answer is the same', async () => {
    const confirmed = await apply()
    const link = await knownLink(confirmed)
    await verify(link)
    const before = await sql('SELECT FROM messages')
    for (const code of ['nada', '', null, link]) assert.deepEqual(await resend(code), [204, ''])
    assert.equal((await sql('SELECT FROM messages')).length, before.length)
  })

  test('is sent a few times and no more, and nothing is said of it', async () => {
    const record = await apply()
    for (let time = 0; time < 6; time++) {
      await sql('UPDATE member_applications SET verification_hash = sha256($2::bytea) WHERE id = $1', [
        record._id,
        'a-mesma',
      ])
      assert.deepEqual(await resend('a-mesma'), [204, ''])
    }
    assert.equal((await messagesAbout(record)).length, 4)
    clock.advance({ minutes: 16 })
  })

  test('too late, begins again with another', async () => {
    const record = await apply()
    const link = await knownLink(record)
    clock.advance({ days: 9 })
    await maintain(app.engine)
    assert.equal(await codeOf(await read(record)), 'expired')
    assert.deepEqual(await verify(link), said('expired'))
    await resend(link)
    assert.equal(await codeOf(await read(record)), 'unverified')
    assert.deepEqual(await verify(await knownLink(record)), said('confirmed'))
  })

  test('tells only that the email is good when the staff went ahead', async () => {
    const record = await apply()
    const link = await knownLink(record)
    succeeded(await act(record, 'take_for_review'))
    assert.deepEqual(await verify(link), said('confirmed'))
    const after = await read(record)
    assert.equal(await codeOf(after), 'review')
    assert.ok(after['emailVerifiedAt'])
  })

  test('of an application that is closed is worth nothing', async () => {
    const record = await apply()
    const link = await knownLink(record)
    succeeded(await act(record, 'refuse', { reason: 'Fora do âmbito.' }))
    assert.deepEqual(await verify(link), said('expired'))
    assert.equal((await read(record))['emailVerifiedAt'], null)
  })
})

test('the staff sends another link, where there is something to confirm', async () => {
  const editor = await as('editor')
  const record = await apply()
  succeeded(await act(record, 'send_verification', {}, editor))
  assert.equal((await messagesAbout(record)).length, 2)
  const submitted = await make.application()
  const { status, body } = await act(submitted, 'send_verification')
  assert.deepEqual([status, /Não há nada a confirmar/.test(body.message)], [409, true])
})

test('another email has to be confirmed again', async () => {
  const record = await apply()
  await verify(await knownLink(record))
  const { body } = await admin.patch(`/member_applications/${record._id}`, { email: 'outro@exemplo.pt' })
  assert.equal(body.data['emailVerifiedAt'], null)
})

test('too many tries from one address are stopped', async () => {
  let status: unknown = 0
  for (let time = 0; time < 100 && status !== 429; time++) [status] = await verify(`nada-${time}`)
  assert.equal(status, 429)
  clock.advance({ minutes: 16 })
  assert.deepEqual(await verify('nada'), said('expired'))
})
