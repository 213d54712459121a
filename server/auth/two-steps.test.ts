import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { attemptLimits } from '../limits.ts'
import type { Answer, TestRecord } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { goodPassword, succeeded } from '../testing/make.ts'
import { messagesTo } from '../testing/read-messages.ts'
import { appCode, createAuthenticator } from '../testing/test-authenticator.ts'
import { testApp } from '../testing/test-app.ts'
import { recoveryCodeCount } from './two-steps.ts'

const here = await testApp()
const { app, as, clock, make, sql, visitor } = here
const admin = await as('admin')
const editor = await as('editor')
const password = goodPassword
const site = app.world.config.publicUrl

afterEach(() => sql('DELETE FROM login_attempts'))

async function account(role = 'editor') {
  const user = await make.user({ password, role })
  const signIn = (more = {}) => visitor.post('/auth', { email: user['email'], password, ...more })
  const { body } = await signIn()
  return { user, signIn, ...callerOf(app, body.access) }
}
type TestAccount = Awaited<ReturnType<typeof account>>

/** The code that the app of the secret shows, `steps` of 30 s from now. */
const codeOf = (secret: string, steps = 0) => appCode(secret, clock().getTime() + steps * 30_000)

async function activate(me: TestAccount): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = succeeded(await me.post('/auth/two_steps/begin', { password })) as unknown as {
    secret: string
  }
  const { recoveryCodes } = succeeded(
    await me.post('/auth/two_steps/confirm', { code: codeOf(secret) }),
  ) as unknown as { recoveryCodes: string[] }
  clock.advance({ minutes: 2 })
  return { secret, recoveryCodes }
}

async function addPasskey(me: TestAccount, authenticator = createAuthenticator(site)) {
  const { challengeId, options } = askedBy(await me.post('/auth/passkeys/options', { password }))
  const response = authenticator.create(options)
  const added = await me.post('/auth/passkeys', { challengeId, name: 'Telemóvel', response })
  return { added, authenticator, challengeId, response }
}

interface Asked {
  challengeId: string
  options: { challenge: string; user: { id: string } }
}
/** Options that the server gives the browser. */
const askedBy = ({ body }: Answer) => body.data as unknown as Asked

const outcome = ({ status, body }: Answer) => [status, body.code ?? Object.keys(body.errors ?? {})[0]]

describe('an authenticator app', () => {
  test('is asked for after the password, and accepts a code once', async () => {
    const me = await account()
    const { secret } = await activate(me)
    assert.deepEqual(outcome(await me.signIn()), [403, 'codeRequired'])
    assert.deepEqual(outcome(await me.signIn({ code: '000000' })), [422, 'code'])
    assert.deepEqual(outcome(await me.signIn({ code: codeOf(secret, 4) })), [422, 'code'])
    const code = codeOf(secret)
    assert.equal((await me.signIn({ code })).status, 200)
    assert.deepEqual(outcome(await me.signIn({ code })), [422, 'code'], 'used')
    assert.equal((await me.signIn({ code: codeOf(secret, 1) })).status, 200)
    assert.deepEqual(
      outcome(await me.signIn({ code: codeOf(secret) })),
      [422, 'code'],
      'older than a used one',
    )
    assert.deepEqual(outcome(await me.signIn({ code, password: 'errada errada' })), [403, 'wrongCredentials'])
  })

  test('is not active before its first code, and its secret is stored encrypted', async () => {
    succeeded(await admin.patch('/settings/name', { value: 'Associação de Óbidos' }))
    const me = await account()
    const { body } = await me.post('/auth/two_steps/begin', { password })
    const { secret, uri, qr } = body.data as unknown as { secret: string; uri: string; qr: { path: string } }
    assert.match(uri, new RegExp(`^otpauth://totp/.*secret=${secret}.*`))
    // Some readers of QR codes guess the character set of other texts wrongly.
    assert.match(uri, /^[!-~]*Associa%C3%A7%C3%A3o%20de%20%C3%93bidos[!-~]*$/)
    assert.match(qr.path, /^M[\d. hvzM-]+$/)
    assert.equal((await me.signIn()).status, 200)
    assert.deepEqual(outcome(await me.post('/auth/two_steps/confirm', { code: '123456' })), [422, 'code'])
    assert.equal((await me.signIn()).status, 200)
    const [stored] = await sql<{ secret: Buffer }>(
      'SELECT secret FROM authenticator_apps WHERE user_id = $1',
      [me.user._id],
    )
    assert.ok(!stored?.secret.includes(secret))
  })

  test('needs the password to be set up and removed, and tells the owner', async () => {
    const me = await account()
    assert.deepEqual(outcome(await me.post('/auth/two_steps/begin', {})), [422, 'password'])
    await activate(me)
    assert.deepEqual(outcome(await me.post('/auth/two_steps/begin', { password })), [409, undefined])
    assert.deepEqual(outcome(await me.post('/auth/two_steps/remove', { password: 'x' })), [422, 'password'])
    assert.deepEqual(outcome(await me.signIn()), [403, 'codeRequired'])
    assert.equal((await me.post('/auth/two_steps/remove', { password })).status, 200)
    assert.equal((await me.signIn()).status, 200)
    const texts = (await messagesTo(here, String(me.user['email']))).map(({ text }) => text)
    assert.ok(texts.some((text) => text.includes('a verificação em dois passos foi ativada')))
    assert.ok(texts.some((text) => text.includes('a aplicação de autenticação foi desativada')))
    const { body } = await admin.get(`/users/${me.user._id}/audit_events`)
    const actions = (body.data as TestRecord[]).map(({ action }) => action)
    assert.deepEqual(actions.slice(0, 2), ['twoStepsOff', 'twoStepsOn'])
  })

  test('recovery codes work once each, without hyphens too; new ones replace them', async () => {
    const me = await account()
    const { recoveryCodes } = await activate(me)
    assert.equal(new Set(recoveryCodes).size, recoveryCodeCount)
    for (const code of recoveryCodes) assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/, '120 bits')
    const [first = '', second = '', third = ''] = recoveryCodes
    assert.equal((await me.signIn({ code: first })).status, 200)
    assert.deepEqual(outcome(await me.signIn({ code: first })), [422, 'code'])
    assert.equal((await me.signIn({ code: second.replaceAll('-', ' ').toUpperCase() })).status, 200)
    const left = (await me.get('/auth/two_steps')).body.data as unknown as { recoveryCodes: number }
    assert.equal(left.recoveryCodes, recoveryCodeCount - 2)
    const { body } = await me.post('/auth/two_steps/recovery_codes', { password })
    const renewed = (body.data as unknown as { recoveryCodes: string[] }).recoveryCodes
    assert.deepEqual(outcome(await me.signIn({ code: third })), [422, 'code'])
    assert.equal((await me.signIn({ code: renewed[0] })).status, 200)
  })

  test('guesses are limited per account, per day too; a recovery code works meanwhile, and the owner is told once', async () => {
    const me = await account()
    const { secret, recoveryCodes } = await activate(me)
    const { secondStep, secondStepOfDay } = attemptLimits
    const rounds = secondStepOfDay.maxAttempts / secondStep.maxAttempts
    for (let round = 0; round < rounds; round++) {
      for (let tries = 0; tries < secondStep.maxAttempts; tries++)
        assert.equal((await me.signIn({ code: '000000' })).status, 422)
      const refused = await me.signIn({ code: codeOf(secret) })
      assert.equal(refused.status, 429)
      assert.equal((await me.signIn({ code: recoveryCodes[round] })).status, 200)
      clock.advance({ minutes: secondStep.minutes + 1 })
    }
    assert.equal((await me.signIn({ code: codeOf(secret) })).status, 429, 'for the rest of the day')
    const told = (await messagesTo(here, String(me.user['email']))).filter(({ text }) =>
      text.includes('foi recusado um código do segundo passo'),
    )
    assert.equal(told.length, 1)
    clock.advance({ days: 1 })
    assert.equal((await me.signIn({ code: codeOf(secret) })).status, 200)
  })

  test('may end the sessions on other devices when it is activated', async () => {
    const me = await account()
    const elsewhere = callerOf(app, (await me.signIn()).body.access)
    const { secret } = succeeded(await me.post('/auth/two_steps/begin', { password })) as unknown as {
      secret: string
    }
    const body = { code: codeOf(secret), endOtherSessions: true }
    succeeded(await me.post('/auth/two_steps/confirm', body))
    assert.deepEqual(
      [(await me.get('/settings')).status, (await elsewhere.get('/settings')).status],
      [200, 401],
    )
  })

  test('is asked for after a link too, which stays unused until the code is right', async () => {
    const me = await account()
    const { secret } = await activate(me)
    await admin.post(`/users/${me.user._id}/send_link`)
    const [message] = await messagesTo(here, String(me.user['email']))
    const recover_code = /loginporlink\/([\w-]+)/.exec(message?.text ?? '')?.[1]
    assert.deepEqual(outcome(await visitor.post('/auth', { recover_code })), [403, 'codeRequired'])
    assert.deepEqual(outcome(await visitor.post('/auth', { recover_code, code: '000000' })), [422, 'code'])
    const code = codeOf(secret)
    assert.equal((await visitor.post('/auth', { recover_code, code })).status, 200)
  })

  test('that was lost is reset by an administrator, or by an editor for others than administrators', async () => {
    const me = await account()
    const boss = await account('admin')
    for (const one of [me, boss]) await activate(one)
    assert.equal((await editor.post(`/users/${boss.user._id}/reset_two_steps`)).status, 404)
    assert.equal((await editor.post(`/users/${me.user._id}/reset_two_steps`)).status, 200)
    assert.equal((await me.get('/members')).status, 401)
    assert.equal((await me.signIn()).status, 200)
    assert.deepEqual(outcome(await boss.signIn()), [403, 'codeRequired'])
    assert.equal((await editor.post(`/users/${me.user._id}/reset_two_steps`)).status, 409)
  })
})

describe('a passkey', () => {
  const signInWith = async (authenticator: ReturnType<typeof createAuthenticator>, options = {}) => {
    const { challengeId, options: asked } = askedBy(await visitor.post('/auth/passkey_options'))
    const passkey = { challengeId, response: authenticator.get(asked, options) }
    return { passkey, answer: await visitor.post('/auth', { passkey }) }
  }

  test('signs in alone, each answer once', async () => {
    const me = await account()
    const { added, authenticator } = await addPasskey(me)
    assert.equal(added.status, 201)
    const { answer, passkey } = await signInWith(authenticator)
    assert.equal(answer.status, 200)
    const session = (await callerOf(app, answer.body.access).get('/sessions')).body.data as TestRecord[]
    assert.ok(session.some(({ method }) => method === 'passkey'))
    assert.deepEqual(outcome(await visitor.post('/auth', { passkey })), [403, 'wrongPasskey'])
    assert.equal((await me.signIn()).status, 200, 'the password alone still works')
    const { body } = await admin.get(`/users?_id=${me.user._id}`)
    assert.equal(body.data[0]?.['twoSteps'], false, 'and so the account is not protected by two')
  })

  test('is refused without identifying the person, from another site, when unknown, and for a blocked account', async () => {
    const me = await account()
    const { authenticator } = await addPasskey(me)
    for (const { answer } of [
      await signInWith(authenticator, { isVerified: false }),
      await signInWith(createAuthenticator(site)),
    ])
      assert.deepEqual(outcome(answer), [403, 'wrongPasskey'])
    const elsewhere = await addPasskey(me, createAuthenticator('https://outro.exemplo.pt'))
    assert.deepEqual(outcome(elsewhere.added), [403, 'wrongPasskey'])
    await admin.patch(`/users/${me.user._id}`, { blocked: true })
    assert.deepEqual(outcome((await signInWith(authenticator)).answer), [403, 'blocked'])
  })

  test('is created only for the account that asked, with its password, and with a name', async () => {
    const [me, other] = [await account(), await account()]
    assert.deepEqual(outcome(await me.post('/auth/passkeys/options', {})), [422, 'password'])
    const { challengeId, options } = askedBy(await me.post('/auth/passkeys/options', { password }))
    const response = createAuthenticator(site).create(options)
    const body = { challengeId, name: 'Minha', response }
    assert.deepEqual(outcome(await other.post('/auth/passkeys', body)), [403, 'wrongPasskey'])
    assert.deepEqual(outcome(await me.post('/auth/passkeys', { ...body, name: ' ' })), [422, 'name'])
    assert.equal((await me.post('/auth/passkeys', body)).status, 201)
    assert.deepEqual(outcome(await me.post('/auth/passkeys', body)), [403, 'wrongPasskey'], 'repeated')
  })

  test('is removed by its owner only', async () => {
    const [me, other] = [await account(), await account()]
    const { added, authenticator } = await addPasskey(me)
    const { _id } = added.body.data as TestRecord
    assert.equal((await other.post(`/auth/passkeys/${_id}/remove`, { password })).status, 404)
    assert.equal((await me.post(`/auth/passkeys/${_id}/remove`, { password })).status, 200)
    assert.deepEqual(outcome((await signInWith(authenticator)).answer), [403, 'wrongPasskey'])
  })

  test('junk is refused', async () => {
    for (const passkey of [
      {},
      [],
      { challengeId: 'x' },
      { challengeId: 5, response: 5 },
      { response: { id: '\u0000' } },
    ])
      assert.equal((await visitor.post('/auth', { passkey })).status, 403)
    const { challengeId } = askedBy(await visitor.post('/auth/passkey_options'))
    const response = { id: 'x'.repeat(90), rawId: [], response: { clientDataJSON: {} }, type: 5 }
    assert.equal((await visitor.post('/auth', { passkey: { challengeId, response } })).status, 403)
  })
})

describe('with two steps required of staff', () => {
  test('staff without a second step reach only its set-up; members are not asked', async () => {
    const [me, boss, member] = [await account(), await account('admin'), await account('member')]
    await activate(boss)
    succeeded(await boss.patch('/settings/requireTwoSteps', { value: 'true' }))
    assert.deepEqual(outcome(await me.get('/members')), [403, 'twoStepsRequired'])
    assert.deepEqual(outcome(await me.post('/websocket/auth', { connectionId: 'x' })), [
      403,
      'twoStepsRequired',
    ])
    assert.equal((await member.get('/member_categories')).status, 200)
    assert.equal((await boss.get('/members')).status, 200)
    assert.equal((await me.get('/auth/two_steps')).body.data['required'], true)
    await activate(me)
    assert.equal((await me.get('/members')).status, 200)
    assert.equal((await me.post('/auth/two_steps/remove', { password })).status, 409)
    await addPasskey(me)
    assert.equal((await me.post('/auth/two_steps/remove', { password })).status, 200)
    assert.deepEqual(outcome(await me.signIn()), [403, 'passkeyRequired'])
    assert.equal((await boss.get(`/users?_id=${me.user._id}`)).body.data[0]?.['twoSteps'], true)
    succeeded(await boss.patch('/settings/requireTwoSteps', { value: 'false' }))
    assert.equal((await me.signIn()).status, 200)
  })

  test('the app and the last passkey, removed at the same time, do not both go', async () => {
    const boss = await account('admin')
    const staff = [await account(), await account(), await account()]
    for (const one of [boss, ...staff]) await activate(one)
    succeeded(await boss.patch('/settings/requireTwoSteps', { value: 'true' }))
    for (const me of staff) {
      const { added } = await addPasskey(me)
      const { _id } = added.body.data as TestRecord
      const answers = await Promise.all([
        me.post('/auth/two_steps/remove', { password }),
        me.post(`/auth/passkeys/${_id}/remove`, { password }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    }
    succeeded(await boss.patch('/settings/requireTwoSteps', { value: 'false' }))
  })

  test('only administrators change it', async () => {
    assert.equal((await editor.patch('/settings/requireTwoSteps', { value: 'true' })).status, 403)
  })
})
