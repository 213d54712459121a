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
const answer = (status: string) => [200, { data: { status } }]

describe('the verification link', () => {
  test('submits the application, once', async () => {
    const record = await apply()
    const link = await knownLink(record)
    assert.deepEqual(await verify(link), answer('confirmed'))
    const after = await read(record)
    assert.equal(await codeOf(after), 'submitted')
    assert.equal(after['emailVerifiedAt'], clock().toISOString())
    assert.ok(after._version > record._version)
    assert.deepEqual(await messagesAbout(record), ['applicationVerification', 'applicationReceived'])
    assert.deepEqual(await verify(link), answer('already'))
    assert.deepEqual(await read(record), after)
    assert.equal((await messagesAbout(record)).length, 2)
    const [event] = (await admin.get(`/member_applications/${record._id}/audit_events`)).body.data
    assert.deepEqual([event?.['action'], event?.['userName']], ['emailVerified', 'Página de inscrição'])
  })

  test('in the message leads to the confirmation page', async () => {
    await set('SendMessages', 'false')
    const record = await apply()
    const [message] = await messagesTo(tested, String(record['email']))
    const [, address, code] = /href="(\S+)\/inscricao\/confirmacao\/([\w-]+)"/.exec(message?.html ?? '') ?? []
    assert.equal(address, app.world.config.publicUrl)
    assert.deepEqual(await verify(code), answer('confirmed'))
    await set('SendMessages', 'true')
  })

  test('opened concurrently confirms once', async () => {
    const record = await apply()
    const link = await knownLink(record)
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(link)))
    const confirmed = answers.filter((one) => JSON.stringify(one).includes('confirmed'))
    assert.equal(confirmed.length, 1)
    assert.equal((await messagesAbout(record)).length, 2)
  })

  test('that is unknown gets the same answer as an expired one', async () => {
    const record = await apply()
    const link = await knownLink(record)
    for (const unknown of ['nada', '', null, 5, 'x'.repeat(5000), `${link}x`])
      assert.deepEqual(await verify(unknown), answer('expired'))
    clock.advance({ days: 7, minutes: 1 })
    assert.deepEqual(await verify(link), answer('expired'))
    const after = await read(record)
    assert.deepEqual([await codeOf(after), after['emailVerifiedAt']], ['unverified', null])
    assert.deepEqual(await messagesAbout(record), ['applicationVerification'])
  })

  test('is stored as a hash, and not visible to staff', async () => {
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

  test('becomes invalid when another one is requested', async () => {
    const record = await apply()
    const link = await knownLink(record)
    assert.deepEqual(await resend(link), [204, ''])
    assert.deepEqual(await messagesAbout(record), ['applicationVerification', 'applicationVerification'])
    assert.deepEqual(await verify(link), answer('expired'))
    assert.deepEqual(await verify(await knownLink(record)), answer('confirmed'))
  })

  test('is not resent for unknown codes or confirmed applications, with the same answer', async () => {
    const confirmed = await apply()
    const link = await knownLink(confirmed)
    await verify(link)
    const before = await sql('SELECT FROM messages')
    for (const code of ['nada', '', null, link]) assert.deepEqual(await resend(code), [204, ''])
    assert.equal((await sql('SELECT FROM messages')).length, before.length)
  })

  test('is resent a limited number of times, with the same answer', async () => {
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

  test('of an expired application can be requested again', async () => {
    const record = await apply()
    const link = await knownLink(record)
    clock.advance({ days: 9 })
    await maintain(app.world)
    assert.equal(await codeOf(await read(record)), 'expired')
    assert.deepEqual(await verify(link), answer('expired'))
    await resend(link)
    assert.equal(await codeOf(await read(record)), 'unverified')
    assert.deepEqual(await verify(await knownLink(record)), answer('confirmed'))
  })

  test('of an application in review only marks the email as verified', async () => {
    const record = await apply()
    const link = await knownLink(record)
    succeeded(await act(record, 'take_for_review'))
    assert.deepEqual(await verify(link), answer('confirmed'))
    const after = await read(record)
    assert.equal(await codeOf(after), 'review')
    assert.ok(after['emailVerifiedAt'])
  })

  test('of a closed application has expired', async () => {
    const record = await apply()
    const link = await knownLink(record)
    succeeded(await act(record, 'refuse', { reason: 'Fora do âmbito.' }))
    assert.deepEqual(await verify(link), answer('expired'))
    assert.equal((await read(record))['emailVerifiedAt'], null)
  })
})

test('staff can send another link only while the email is to be confirmed', async () => {
  const editor = await as('editor')
  const record = await apply()
  succeeded(await act(record, 'send_verification', {}, editor))
  assert.equal((await messagesAbout(record)).length, 2)
  const submitted = await make.application()
  const { status, body } = await act(submitted, 'send_verification')
  assert.deepEqual([status, /Não há nada a confirmar/.test(body.message)], [409, true])
})

test('changing the email clears its verification', async () => {
  const record = await apply()
  await verify(await knownLink(record))
  const { body } = await admin.patch(`/member_applications/${record._id}`, { email: 'outro@exemplo.pt' })
  assert.equal(body.data['emailVerifiedAt'], null)
})

test('verification attempts from one address are rate limited', async () => {
  let status: unknown = 0
  for (let time = 0; time < 100 && status !== 429; time++) [status] = await verify(`nada-${time}`)
  assert.equal(status, 429)
  clock.advance({ minutes: 16 })
  assert.deepEqual(await verify('nada'), answer('expired'))
})
