import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { roles } from '@agremia/resources/access.ts'
import { attemptLimits, sessionLimits } from '../limits.ts'
import { maintain } from '../maintenance.ts'
import type { Answer, TestCaller, TestRecord } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { jobsDone, recordJobs } from '../testing/wait.ts'
import { goodPassword, succeeded } from '../testing/make.ts'
import { messagesTo } from '../testing/read-messages.ts'
import { testApp } from '../testing/test-app.ts'
import type { Tokens } from './index.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { app, as, another, make, sql, clock, visitor } = here
const admin = await as('admin')

let count = 0
const newEmail = () => `novo${(count += 1)}@exemplo.pt`
const account = (given = {}) => make.user({ password: goodPassword, ...given })
const signIn = (email: unknown, password = goodPassword) => visitor.post('/auth', { email, password })
const tokensOf = ({ status, body }: Answer): Tokens => {
  assert.equal(status, 200, body.message)
  return { access: body.access, refresh: body.refresh }
}
const signedIn = async (user: TestRecord): Promise<TestCaller & Tokens> => {
  const tokens = tokensOf(await signIn(user['email']))
  return { ...callerOf(app, tokens.access), ...tokens }
}
const requestChange = async (caller: TestCaller, email: unknown, password: unknown = goodPassword) => {
  const answer = await caller.post('/auth/email', { email, password })
  await jobsDone(here, 'accountLinks')
  return answer
}
const confirm = (code: unknown, caller: TestCaller = visitor) => caller.post('/auth/email/confirm', { code })
const emailOf = async ({ _id }: TestRecord) => (await admin.get(`/users/${_id}`)).body.data['email']
const causesTo = async (email: unknown) => (await messagesTo(here, String(email))).map(({ cause }) => cause)

async function codeTo(email: unknown): Promise<string> {
  const [last] = await messagesTo(here, String(email))
  const [, url, code = ''] = /(\S+)\/autorizacao\/confirmarEmail\/([\w-]+)/.exec(last?.text ?? '') ?? []
  assert.equal(url, app.world.config.publicUrl)
  return code
}

/** A user who requested a new email, with the code of the link. */
async function requestedChange(given = {}) {
  const user = await account(given)
  const me = await signedIn(user)
  const email = newEmail()
  assert.equal((await requestChange(me, email)).status, 200)
  return { user, me, email, code: await codeTo(email) }
}

describe('change of the own email', () => {
  test('the answer says whether the message is held, as without a mail server', async () => {
    const me = await signedIn(await account())
    assert.deepEqual((await requestChange(me, newEmail())).body, { data: { isHeld: true } })
    succeeded(await admin.put('/settings/mailHost', { value: '127.0.0.1' }))
    const { status, text } = await requestChange(me, newEmail())
    assert.deepEqual([status, text], [204, ''])
    succeeded(await admin.put('/settings/mailHost', { value: '' }))
  })

  test('takes effect with the link sent to the new address; the former one is notified', async () => {
    const { user, me, email, code } = await requestedChange()
    const otherSession = await signedIn(user)
    assert.equal(await emailOf(user), user['email'], 'unchanged before the confirmation')
    assert.deepEqual(await causesTo(user['email']), [])
    assert.deepEqual(await causesTo(email), ['emailChange'])

    const next = tokensOf(await confirm(code, me))
    assert.equal(await emailOf(user), email)
    assert.deepEqual(await causesTo(user['email']), ['emailChanged'])
    for (const stale of [me, otherSession]) {
      assert.equal((await stale.get('/settings')).status, 401)
      assert.equal((await visitor.post('/auth/refresh', { refreshToken: stale.refresh })).status, 401)
    }
    assert.equal((await callerOf(app, next.access).get('/settings')).status, 200)
    assert.equal((await signIn(user['email'])).status, 403)
    tokensOf(await signIn(email))

    const { data } = (await admin.get(`/users/${user._id}/audit_events`)).body
    const events = data.map(({ action, userName }) => [action, userName])
    assert.deepEqual(events.slice(0, 2), [
      ['updated', 'Ligação de confirmação do email'],
      ['askEmailChange', user['name']],
    ])
    assert.deepEqual(data[0]?.['changes'], [
      { field: 'email', label: 'Email', from: user['email'], to: email, was: user['email'] },
    ])
  })

  test('the link can be confirmed without signing in', async () => {
    const { user, email, code } = await requestedChange()
    const { status, text, headers } = await confirm(code)
    assert.deepEqual([status, text, headers['set-cookie']], [204, '', undefined])
    assert.equal(await emailOf(user), email)
  })

  test('neither email nor password can be changed with an access token alone', async () => {
    for (const role of roles) {
      const me = await another(role)
      const before = succeeded(await me.get(`/users/${me.userId}`))
      for (const given of [{ email: newEmail() }, { password: 'outra serra verde 81' }]) {
        for (const answer of [
          await me.patch(`/users/${me.userId}`, given),
          await me.put(`/users/${me.userId}`, { ...before, ...given }),
        ]) {
          assert.equal(answer.status, 422, role)
          assert.deepEqual(Object.keys(answer.body.errors), Object.keys(given))
        }
        assert.equal((await me.post('/auth/email', given)).status, 422)
      }
      succeeded(await me.patch(`/users/${me.userId}`, { name: 'Outro Nome' }))
      assert.equal(succeeded(await me.get(`/users/${me.userId}`))['email'], before['email'])
    }
    assert.equal((await visitor.post('/auth/email', { email: newEmail() })).status, 401)
  })

  test('needs the password, with limited attempts', async () => {
    const user = await account()
    const me = await signedIn(user)
    const email = newEmail()
    for (let tries = 0; tries < attemptLimits.accountFromAddress.maxAttempts; tries++) {
      const { status, body } = await requestChange(me, email, 'errada errada')
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['password']])
    }
    assert.equal((await requestChange(me, email)).status, 429)
    assert.deepEqual(await causesTo(email), [])
    await sql('DELETE FROM login_attempts')
  })

  test('needs no password after sign-in by link', async () => {
    const user = await make.user()
    const email = newEmail()
    assert.equal((await requestChange(callerOf(app, await accessByLink(user)), email, undefined)).status, 200)
    assert.equal((await confirm(await codeTo(email))).status, 204)
    assert.equal(await emailOf(user), email)
  })

  test('validates the email', async () => {
    const user = await account()
    const me = await signedIn(user)
    const wrong = [
      '',
      'ana',
      'a@b',
      `${'x'.repeat(250)}@exemplo.pt`,
      null,
      {},
      [],
      5,
      '\u0000',
      user['email'],
    ]
    for (const email of wrong) {
      const { status, body } = await requestChange(me, email)
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['email']], String(email))
    }
    assert.equal((await me.send('POST', '/auth/email', '[]')).status, 400)
  })

  test('the number of links is limited', async () => {
    const me = await signedIn(await account())
    const email = newEmail()
    for (let tries = 0; tries < attemptLimits.emailChange.maxAttempts; tries++)
      assert.equal((await requestChange(me, email)).status, 200)
    const { status, headers } = await requestChange(me, email)
    assert.equal(status, 429)
    assert.ok(Number(headers['retry-after']) > 0)
    assert.equal((await causesTo(email)).length, attemptLimits.emailChange.maxAttempts)
  })
})

describe('an email of another account', () => {
  test('gets the same response, and only its owner is notified', async () => {
    const other = await account()
    const me = await another('member')
    await sql(
      'UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = $2) WHERE id = $1',
      [me.userId, other._id],
    )
    const free = newEmail()
    const addedJobs = await recordJobs(here)
    const answers = [
      await requestChange(me, free),
      await requestChange(me, String(other['email']).toUpperCase()),
    ]
    const queued = (await addedJobs()).filter(({ data }) => data['userId'] === me.userId)
    assert.deepEqual(queued.map(({ data }) => data['email']).sort(), [other['email'], free].sort())
    const responses = answers.map(({ status, text, headers }) => [status, text, Object.keys(headers).sort()])
    assert.deepEqual(responses[0], responses[1])
    assert.deepEqual(await causesTo(other['email']), ['emailInUse'])
    const [notification] = await messagesTo(here, String(other['email']))
    assert.doesNotMatch(notification?.text ?? '', /confirmarEmail/)
    const { data } = (await me.get('/messages?_limit=-1')).body
    assert.deepEqual(
      data.filter(({ cause }) => String(cause).startsWith('email')),
      [],
    )
    const history = (await me.get(`/users/${me.userId}/audit_events`)).body.data ?? []
    assert.doesNotMatch(JSON.stringify(history), new RegExp(String(other['email'])))
  })

  test('taken meanwhile: the link answers 409', async () => {
    const { user, email, code } = await requestedChange()
    succeeded(await admin.post('/users', { name: 'Rita Moura', email, role: 'member' }))
    const { status, body } = await confirm(code)
    assert.deepEqual([status, body.errors], [409, undefined])
    assert.match(body.message, /outra conta/)
    assert.equal(await emailOf(user), user['email'])
  })

  test('of two accounts that confirm it concurrently, one gets it', async () => {
    const email = newEmail()
    const codes = []
    for (const user of [await account(), await account()]) {
      assert.equal((await requestChange(await signedIn(user), email)).status, 200)
      codes.push(await codeTo(email))
    }
    const answers = await Promise.all(codes.map((code) => confirm(code)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
  })
})

describe('the link for a new email', () => {
  const refused = async (code: unknown) => {
    const { status, body } = await confirm(code)
    assert.deepEqual([status, body.code], [403, 'wrongCode'])
  }

  test('works once, also with concurrent uses in two processes', async () => {
    const { user, email, code } = await requestedChange()
    const elsewhere = callerOf(there.app)
    const answers = await Promise.all([confirm(code), confirm(code, elsewhere), confirm(code)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 403, 403])
    await refused(code)
    assert.equal(await emailOf(user), email)
    assert.equal((await causesTo(user['email'])).length, 1)
  })

  test('the new session stays when expired ones are deleted before it has tokens', async () => {
    await sql(`CREATE FUNCTION delete_expired() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN DELETE FROM sessions WHERE expires_at <= NEW.created_at; RETURN NULL; END $$;
      CREATE TRIGGER delete_expired AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION delete_expired()`)
    const { me, code } = await requestedChange()
    const tokens = tokensOf(await confirm(code, me))
    await sql('DROP TRIGGER delete_expired ON sessions; DROP FUNCTION delete_expired')
    assert.equal((await callerOf(app, tokens.access).get('/sessions')).status, 200)
  })

  test('expires', async () => {
    const { user, code } = await requestedChange()
    clock.advance({ minutes: sessionLimits.emailChangeMinutes, seconds: 1 })
    await refused(code)
    assert.equal(await emailOf(user), user['email'])
    await maintain(app.world)
    assert.deepEqual(await sql('SELECT 1 FROM email_changes'), [])
  })

  test('is replaced by a newer one', async () => {
    const { user, me, code } = await requestedChange()
    const email = newEmail()
    assert.equal((await requestChange(me, email)).status, 200)
    await refused(code)
    assert.equal((await confirm(await codeTo(email))).status, 204)
    assert.equal(await emailOf(user), email)
  })

  test('is revoked by a change of password, a block, or deletion of the account', async () => {
    const ends: ((user: TestRecord, me: TestCaller) => Promise<Answer>)[] = [
      (_user, me) =>
        me.post('/auth/password', { currentPassword: goodPassword, newPassword: 'outra serra verde 81' }),
      (user) => admin.patch(`/users/${user._id}`, { blocked: true }),
      (user) => admin.delete(`/users/${user._id}`),
    ]
    for (const end of ends) {
      const { user, me, code } = await requestedChange()
      assert.ok((await end(user, me)).status < 300)
      await refused(code)
      assert.ok(!(await causesTo(user['email'])).includes('emailChanged'))
    }
  })

  test('is answered while its account is deleted or blocked concurrently', async () => {
    for (const end of ['delete', 'block']) {
      const { user, code } = await requestedChange()
      const path = `/users/${user._id}`
      const [confirmed, ended] = await Promise.all([
        confirm(code),
        end === 'delete' ? admin.delete(path) : admin.patch(path, { blocked: true }),
      ])
      assert.ok([204, 403].includes(confirmed.status), String(confirmed.status))
      assert.ok(ended.status < 300)
    }
  })

  test('invalid codes are rejected', async () => {
    for (const code of ['', 'nada', null, {}, [], 5, '\u0000']) await refused(code)
    assert.equal((await visitor.send('POST', '/auth/email/confirm', '[]')).status, 400)
  })
})

test('a change of email by staff ends the user’s sessions and notifies the former address', async () => {
  const editor = await as('editor')
  for (const staff of [admin, editor]) {
    const user = await account()
    const me = await signedIn(user)
    const email = newEmail()
    succeeded(await staff.patch(`/users/${user._id}`, { email: String(user['email']), name: 'Outro Nome' }))
    assert.equal((await me.get('/settings')).status, 200, 'the same email changes nothing')
    succeeded(await staff.patch(`/users/${user._id}`, { email, ownPassword: goodPassword }))
    assert.equal((await me.get('/settings')).status, 401)
    assert.deepEqual(await causesTo(user['email']), ['emailChanged'])
    tokensOf(await signIn(email))
  }
})

async function accessByLink(user: TestRecord): Promise<string> {
  await visitor.post('/auth', { email: user['email'], recover_password: true })
  await jobsDone(here, 'accountLinks')
  const [last] = await messagesTo(here, String(user['email']))
  const code = /\/autorizacao\/loginporlink\/(\S+)/.exec(last?.text ?? '')?.[1]
  return tokensOf(await visitor.post('/auth', { recover_code: code })).access
}
