import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader } from 'jose'
import { maintain } from '../maintenance.ts'
import type { Answer, TestCaller, TestRecord } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { jobsDone, recordJobs, until } from '../testing/wait.ts'
import { goodPassword, succeeded } from '../testing/make.ts'
import { messagesTo } from '../testing/read-messages.ts'
import type { TestUser } from '../testing/test-app.ts'
import { testApp } from '../testing/test-app.ts'
import type { Tokens } from './index.ts'
import { attemptLimits, sessionLimits } from '../limits.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { app, as, another, make, sql, clock, visitor } = here
const admin = await as('admin')

const account = (given = {}) => make.user({ password: goodPassword, ...given })
const signIn = (user: Record<string, unknown>, password = goodPassword) =>
  visitor.post('/auth', { email: user['email'], password })
const renew = (refreshToken: string) => visitor.post('/auth/refresh', { refreshToken })
const tokensOf = ({ status, body }: Answer): Tokens => {
  assert.equal(status, 200, body.message)
  return { access: body.access, refresh: body.refresh }
}
const statusWith = async (access: string) => (await callerOf(app, access).get('/member_categories')).status
/** The cookie of a known device. */
const deviceOf = ({ headers }: Answer): string => {
  const cookie = String(headers['set-cookie'])
  assert.match(cookie, /^device_[\w-]+=[\w.-]+; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  return cookie.slice(0, cookie.indexOf(';'))
}
const guessFrom = (
  address: string,
  user: Record<string, unknown>,
  password = goodPassword,
  cookie = 'outra=1',
) => visitor.post('/auth', { email: user['email'], password }, { 'x-forwarded-for': address, cookie })
/** Deletes the attempts of earlier tests. */
const resetAttempts = () => sql('DELETE FROM login_attempts')

async function requestLink(email: unknown): Promise<Answer> {
  const answer = await visitor.post('/auth', { email, recover_password: true })
  await jobsDone(here, 'accountLinks')
  return answer
}

async function lastLink(email: unknown): Promise<string | undefined> {
  const [last] = await messagesTo(here, String(email))
  return /\/autorizacao\/loginporlink\/(\S+)/.exec(last?.text ?? '')?.[1]
}

/** Waits until the other process rejects the token. */
async function untilRejectedElsewhere(access: string): Promise<void> {
  const elsewhere = callerOf(there.app, access)
  for (let tries = 0; tries < 1500; tries++) {
    if ((await elsewhere.get('/member_categories')).status === 401) return
    await sleep(20)
  }
  assert.fail('the other process still accepts it')
}

describe('sign-in by password', () => {
  test('returns valid tokens and stores the time', async () => {
    const user = await account()
    const { access } = tokensOf(await signIn(user))
    assert.equal(await statusWith(access), 200)
    assert.ok((await admin.get(`/users/${user._id}`)).body.data['lastLoginAt'])
  })

  test('ignores case of the email and spaces around it', async () => {
    const user = await account({ email: 'Maria.Leal@Exemplo.PT' })
    assert.equal(user['email'], 'maria.leal@exemplo.pt')
    for (const email of ['maria.leal@exemplo.pt', ' MARIA.LEAL@exemplo.pt '])
      tokensOf(await signIn({ email }))
    const twice = await admin.post('/users/validate', { ...user, _id: null, email: 'MARIA.leal@exemplo.pt' })
    assert.ok(twice.body.errors['email'])
  })

  test('uses the password as typed, with spaces and accents', async () => {
    const password = '  duas  palavras à noite '
    const user = await account({ password })
    tokensOf(await signIn(user, password))
    tokensOf(await signIn(user, password.normalize('NFD')))
    assert.equal((await signIn(user, password.trim())).status, 403)
  })

  test('rejects a wrong password, an unknown email and an account without password in the same way', async () => {
    const user = await account()
    const without = await make.user()
    const answers = [
      await signIn(user, 'errada errada errada'),
      await signIn({ email: 'ninguem@exemplo.pt' }),
      await signIn(without),
      await signIn(user, 'x'.repeat(201)),
      await signIn({ email: `${'x'.repeat(250)}@exemplo.pt` }),
    ]
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.code], [403, 'wrongCredentials'])
      assert.equal(body.message, answers[0]?.body.message)
      assert.equal(body.access, undefined)
    }
    await resetAttempts()
  })

  test('refused, waits for nothing that depends on the account', { timeout: 120_000 }, async () => {
    const user = await account()
    const client = await here.database.pool.connect()
    try {
      await client.query('BEGIN; LOCK TABLE audit_events IN EXCLUSIVE MODE')
      assert.equal((await signIn(user, 'errada errada errada')).status, 403)
      assert.equal((await signIn({ email: 'ninguem@exemplo.pt' }, 'errada errada errada')).status, 403)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    await until(async () => {
      const events = await sql(`SELECT FROM audit_events WHERE record_id = $1 AND action = 'signInRefused'`, [
        user._id,
      ])
      return events.length === 1
    })
  })

  test('reveals unknown accounts only if the organisation enables it', async () => {
    await admin.patch('/settings/revealUnknownAccounts', { value: 'true' })
    const unknown = await signIn({ email: 'ninguem@exemplo.pt' })
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'accountNotFound'])
    assert.equal((await signIn(await account(), 'errada errada')).status, 403)
    await admin.patch('/settings/revealUnknownAccounts', { value: 'false' })
    await resetAttempts()
  })

  test('reveals that an account is blocked only with the right password', async () => {
    const user = await account({ blocked: true })
    assert.equal((await signIn(user)).body.code, 'blocked')
    assert.equal((await signIn(user, 'errada errada')).body.code, 'wrongCredentials')
    await resetAttempts()
  })

  test('requires both fields, with errors by field', async () => {
    const errors = async (body: unknown) => {
      const { status, body: answer } = await visitor.post('/auth', body)
      assert.equal(status, 422)
      return Object.keys(answer.errors)
    }
    assert.deepEqual(await errors({}), ['email', 'password'])
    assert.deepEqual(await errors({ email: 'a@b.pt', password: '' }), ['password'])
    assert.deepEqual(await errors({ email: 5, password: ['x'] }), ['email', 'password'])
    assert.deepEqual(await errors({ email: '\u0000', password: 'x' }), ['email'])
  })
})

describe('limits of attempts', () => {
  test('per account: rejected for 15 minutes, even with the right password', async () => {
    const user = await account()
    for (let tries = 0; tries < attemptLimits.accountFromAddress.maxAttempts; tries++) {
      assert.equal((await signIn(user, 'errada errada')).status, 403)
    }
    const { status, headers, body } = await signIn(user)
    assert.equal(status, 429)
    assert.match(body.message, /15 minutos/)
    const wait = Number(headers['retry-after'])
    assert.ok(wait > 14 * 60 && wait <= 15 * 60, String(wait))
    tokensOf(await signIn(await account()))

    clock.advance({ minutes: 14 })
    assert.ok(Number((await signIn(user)).headers['retry-after']) <= 60)
    clock.advance({ minutes: 1, seconds: 1 })
    tokensOf(await signIn(user))
    await resetAttempts()
  })

  test('a successful sign-in resets the count', async () => {
    const user = await account()
    for (let round = 0; round < 2; round++) {
      for (let tries = 1; tries < attemptLimits.accountFromAddress.maxAttempts; tries++)
        await signIn(user, 'errada errada')
      tokensOf(await signIn(user))
    }
    await resetAttempts()
  })

  test('unknown accounts are counted too, so that limits do not reveal accounts', async () => {
    const email = 'nao.existe@exemplo.pt'
    for (let tries = 0; tries < attemptLimits.accountFromAddress.maxAttempts; tries++)
      await signIn({ email }, 'x')
    assert.equal((await signIn({ email }, 'x')).status, 429)
    await resetAttempts()
  })

  test('per IP address: for all accounts, across processes', async () => {
    const user = await account()
    const elsewhere = callerOf(there.app)
    await Promise.all(
      Array.from({ length: attemptLimits.address.maxAttempts }, (_, index) =>
        (index % 2 ? visitor : elsewhere).post('/auth', { recover_code: `nada${index}` }),
      ),
    )
    assert.equal((await signIn(user)).status, 429)
    assert.equal(
      (await elsewhere.post('/auth', { email: user['email'], password: goodPassword })).status,
      429,
    )
    assert.equal((await visitor.post('/auth', { recover_code: 'x' })).status, 429)
    assert.equal((await visitor.post('/auth', { email: user['email'], recover_password: true })).status, 429)
    await resetAttempts()
  })

  test('parallel attempts cannot exceed a limit, even in two processes', async () => {
    const user = await account()
    const guess = (caller: TestCaller, password: string) =>
      caller.post('/auth', { email: user['email'], password })
    const elsewhere = callerOf(there.app)
    const wrong = Array.from({ length: 100 }, (_, index) =>
      guess(index % 2 ? visitor : elsewhere, `errada errada ${index}`),
    )
    const answers = await Promise.all([...wrong, guess(visitor, goodPassword)])
    const checked = answers.filter(({ status }) => status === 403)
    assert.equal(checked.length, attemptLimits.accountFromAddress.maxAttempts)
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, answers.length - checked.length)
    assert.equal(answers.at(-1)?.status, 429, 'even with the right password')
    for (const { headers, body } of refused) {
      assert.ok(Number(headers['retry-after']) > 0)
      assert.equal(body.access, undefined)
    }
    await resetAttempts()
  })

  test('attempts rejected at one address do not count for others', async () => {
    const user = await account()
    const tries = attemptLimits.account.maxAttempts + 10
    await Promise.all(Array.from({ length: tries }, () => guessFrom('192.0.2.1', user, 'errada errada')))
    assert.equal((await guessFrom('192.0.2.1', user)).status, 429)
    tokensOf(await guessFrom('192.0.2.2', user))
    await resetAttempts()
  })

  test('attempts from many addresses do not lock out a known device or the sign-in by link', async () => {
    const user = await account()
    const device = deviceOf(await signIn(user))
    assert.equal((await guessFrom('192.0.2.1', user, 'errada errada')).status, 403)
    await sql(`UPDATE login_attempts SET failures = $1 WHERE subject LIKE 'account:%'`, [
      attemptLimits.account.maxAttempts - 1,
    ])
    assert.equal((await guessFrom('192.0.2.2', user, 'errada errada')).status, 403)
    const stranger = await guessFrom('198.51.100.1', user)
    assert.equal(stranger.status, 429)
    assert.match(stranger.body.message, /24 horas/)
    assert.ok(Number(stranger.headers['retry-after']) > 23 * 3600)
    const others = deviceOf(await signIn(await account()))
    assert.equal((await guessFrom('198.51.100.2', user, goodPassword, others)).status, 429)
    assert.equal((await guessFrom('198.51.100.2', user, goodPassword, `${device}x`)).status, 429)

    tokensOf(await guessFrom('198.51.100.3', user, goodPassword, device))
    await requestLink(user['email'])
    tokensOf(await visitor.post('/auth', { recover_code: await lastLink(user['email']) }))
    clock.advance({ hours: 24, seconds: 1 })
    tokensOf(await guessFrom('198.51.100.1', user))
    await resetAttempts()
  })

  test('known devices have their own limit, and a change of password forgets them', async () => {
    const user = await account()
    const first = await signIn(user)
    const device = deviceOf(first)
    for (let tries = 0; tries < attemptLimits.accountFromDevice.maxAttempts; tries++)
      assert.equal((await guessFrom(`192.0.2.${tries}`, user, 'errada errada', device)).status, 403)
    assert.equal((await guessFrom('198.51.100.1', user, goodPassword, device)).status, 429)
    tokensOf(await guessFrom('198.51.100.1', user))
    await resetAttempts()

    const fresh = 'outra serra verde 81'
    const changed = await callerOf(app, tokensOf(first).access).post('/auth/password', {
      currentPassword: goodPassword,
      newPassword: fresh,
    })
    await sql(`UPDATE login_attempts SET failures = 0`)
    for (let tries = 0; tries < attemptLimits.accountFromAddress.maxAttempts; tries++)
      await guessFrom('192.0.2.1', user, 'errada errada', device)
    assert.equal(
      (await guessFrom('192.0.2.1', user, fresh, device)).status,
      429,
      'the old cookie is not a known device any more',
    )
    tokensOf(await guessFrom('192.0.2.1', user, fresh, deviceOf(changed)))
    await resetAttempts()
  })

  test('with HTTPS the cookie of a known device is of this host alone', async () => {
    const secure = await testApp({ with: here, config: { publicUrl: 'https://socios.exemplo.pt' } })
    const user = await account()
    const credentials = { email: user['email'], password: goodPassword }
    const cookie = String((await secure.visitor.post('/auth', credentials)).headers['set-cookie'])
    assert.match(
      cookie,
      /^__Host-device_[\w-]+=[\w.-]+; Path=\/; Secure; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    const attempts = () => sql(`SELECT 1 FROM login_attempts WHERE subject LIKE 'accountFromDevice:%'`)
    assert.equal((await attempts()).length, 0)
    const wrong = { ...credentials, password: 'outra coisa' }
    await secure.visitor.post('/auth', wrong, { cookie: cookie.slice(0, cookie.indexOf(';')) })
    assert.equal((await attempts()).length, 1, 'it is known')
    await resetAttempts()
  })

  test('refused requests and sign-ins of unknown accounts are in the log, without email and address', async () => {
    const logging = await testApp({ with: here, config: { logLevel: 'warn' } })
    const guess = () =>
      logging.visitor.post(
        '/auth',
        { email: 'ninguem@exemplo.pt', password: 'x' },
        { 'x-forwarded-for': '203.0.113.77' },
      )
    assert.equal((await guess()).status, 403)
    const [unknown = ''] = logging.takeErrors()
    assert.match(unknown, /a sign-in of an unknown account was refused/)
    await sql(`UPDATE login_attempts SET failures = 1000 WHERE subject LIKE 'address:%'`)
    assert.equal((await guess()).status, 429)
    const [over = ''] = logging.takeErrors()
    assert.match(over, /"path":"\/api\/auth".*a limit refused a request/)
    for (const line of [unknown, over]) assert.doesNotMatch(line, /ninguem|203\.0\.113/)
    await resetAttempts()
  })

  test('emails and addresses are stored as hashes', async () => {
    await signIn({ email: 'segredo@exemplo.pt' }, 'x')
    const rows = await sql<{ subject: string }>('SELECT subject FROM login_attempts')
    assert.ok(rows.length > 0)
    for (const { subject } of rows) assert.doesNotMatch(subject, /segredo|127\.0/)
    await resetAttempts()
  })
})

describe('sign-in by link', () => {
  const use = (code: string | undefined) => visitor.post('/auth', { recover_code: code })

  test('the response is the same with and without an account, and only the account gets a message', async () => {
    const [user, blocked] = [await account(), await account({ blocked: true })]
    const emails = [user['email'], blocked['email'], 'ninguem@exemplo.pt', 'nada']
    for (const email of emails) {
      const { status, text } = await requestLink(email)
      assert.deepEqual([status, text], [204, ''])
    }
    const rows = await sql('SELECT recipient, cause FROM messages WHERE recipient = ANY($1)', [emails])
    assert.deepEqual(rows, [{ recipient: user['email'], cause: 'loginLink' }])
    assert.equal((await requestLink('')).status, 422)
  })

  test('the same work precedes the response, whether or not the account exists', async () => {
    const [user, blocked] = [await account(), await account({ blocked: true })]
    const emails = [user['email'], blocked['email'], 'nunca.existiu@exemplo.pt']
    const addedJobs = await recordJobs(here)
    const answers = await Promise.all(
      emails.map((email) => visitor.post('/auth', { email, recover_password: true })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204],
    )
    const queued = (await addedJobs()).filter(({ queue }) => queue === 'accountLinks')
    assert.deepEqual(queued.map(({ data }) => data['email']).sort(), emails.map(String).sort())
    await jobsDone(here, 'accountLinks')
    const notified = await sql('SELECT recipient FROM messages WHERE recipient = ANY($1)', [emails])
    assert.deepEqual(notified, [{ recipient: user['email'] }])
  })

  test('a link works once', async () => {
    const user = await account()
    await requestLink(String(user['email']).toUpperCase())
    const code = await lastLink(user['email'])
    const { access } = tokensOf(await use(code))
    assert.equal(decodeJwt(access).sub, user._id)
    assert.deepEqual([(await use(code)).status, (await use(code)).body.code], [403, 'wrongCode'])
    for (const wrong of ['nada', '', {}, []]) assert.ok((await use(wrong as string)).status >= 400)
    await resetAttempts()
  })

  test('of concurrent uses one succeeds', async () => {
    const user = await account()
    await requestLink(user['email'])
    const code = await lastLink(user['email'])
    const answers = await Promise.all([use(code), use(code), use(code)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403])
    await resetAttempts()
  })

  test('a link works for 15 minutes', async () => {
    const user = await account()
    await requestLink(user['email'])
    const early = await lastLink(user['email'])
    clock.advance({ minutes: 14, seconds: 59 })
    tokensOf(await use(early))
    await requestLink(user['email'])
    const late = await lastLink(user['email'])
    clock.advance({ minutes: 15, seconds: 1 })
    assert.equal((await use(late)).status, 403)
    await resetAttempts()
  })

  test('the use of a link ends the account’s other links', async () => {
    const [user, other] = [await account(), await account()]
    const codes: (string | undefined)[] = []
    for (const { email } of [user, user, other] as { email?: unknown }[]) {
      await requestLink(email)
      codes.push(await lastLink(email))
    }
    const [first, second, third] = codes
    tokensOf(await use(second))
    assert.equal((await use(first)).status, 403)
    tokensOf(await use(third))
    await resetAttempts()
  })

  test('a link does not work for a blocked account, and its code is stored as a hash', async () => {
    const user = await account()
    await requestLink(user['email'])
    const code = String(await lastLink(user['email']))
    const [stored] = await sql<{ text: string }>(
      `SELECT string_agg(encode(code_hash, 'escape'), ' ') AS text FROM login_codes`,
    )
    assert.ok(!stored?.text.includes(code))
    await admin.patch(`/users/${user._id}`, { blocked: true })
    assert.equal((await use(code)).status, 403)
    await resetAttempts()
  })

  test('the number of links is limited', async () => {
    const user = await account()
    for (let tries = 0; tries < attemptLimits.recovery.maxAttempts + 3; tries++)
      assert.equal((await requestLink(user['email'])).status, 204)
    const rows = await sql('SELECT 1 FROM messages WHERE recipient = $1', [user['email']])
    assert.equal(rows.length, attemptLimits.recovery.maxAttempts)
    await resetAttempts()
  })
})

describe('forgotten passwords', () => {
  const fresh = 'outra serra verde 81'
  const signInByLink = async (user: TestRecord): Promise<Tokens> => {
    await requestLink(user['email'])
    return tokensOf(await visitor.post('/auth', { recover_code: await lastLink(user['email']) }))
  }
  const change = (access: string, body: object) => callerOf(app, access).post('/auth/password', body)

  test('after sign-in by link, the password can be set without the current one, once', async () => {
    for (const user of [await account(), await make.user()]) {
      const { access } = await signInByLink(user)
      const bad = await change(access, { newPassword: 'curta' })
      assert.deepEqual(Object.keys(bad.body.errors), ['newPassword'])
      const next = tokensOf(await change(access, { newPassword: fresh }))
      assert.equal((await change(access, { newPassword: `${fresh} 2` })).status, 401, 'once')
      assert.deepEqual(Object.keys((await change(next.access, { newPassword: fresh })).body.errors), [
        'currentPassword',
      ])
      tokensOf(await signIn(user, fresh))
    }
    await resetAttempts()
  })

  test('the current password is needed again when the access token of the link has expired', async () => {
    const user = await account()
    const { refresh } = await signInByLink(user)
    const { access } = tokensOf(await renew(refresh))
    const { status, body } = await change(access, { newPassword: fresh })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['currentPassword']])
    assert.match(body.message + body.errors['currentPassword'], /entre por ligação/)
    tokensOf(await signIn(user))
    await resetAttempts()
  })
})

describe('tokens', () => {
  test('have the claims, lifetime and algorithm, and only hashes are stored', async () => {
    const user = await account({ name: 'Clara Neto', role: 'editor' })
    const now = Math.floor(clock().getTime() / 1000)
    const { access, refresh } = tokensOf(await signIn(user))
    for (const [token, lifetime] of [
      [access, 15 * 60],
      [refresh, 30 * 24 * 3600],
    ] as const) {
      const claims = decodeJwt(token)
      assert.deepEqual(claims['CustomUserInfo'], { Name: 'Clara Neto', ID: user._id, Role: 'editor' })
      assert.equal(claims.iat, now)
      assert.equal((claims.exp ?? 0) - now, lifetime)
      assert.equal(decodeProtectedHeader(token).alg, 'HS256')
    }
    const rows = await sql<{ hash: string }>(
      `SELECT encode(token_hash, 'base64') AS hash FROM refresh_tokens`,
    )
    assert.ok(rows.every(({ hash }) => !refresh.includes(hash)))
  })

  test('access tokens last 15 minutes, sessions 30 days without use', async () => {
    const user = await account({ role: 'member' })
    const { access, refresh } = tokensOf(await signIn(user))
    clock.advance({ minutes: 14, seconds: 59 })
    assert.equal(await statusWith(access), 200)
    clock.advance({ seconds: 2 })
    assert.equal(await statusWith(access), 401)
    clock.advance({ days: 29 })
    const next = tokensOf(await renew(refresh))
    clock.advance({ days: 30, seconds: 1 })
    assert.equal((await renew(next.refresh)).status, 401)
    await maintain(app.world)
    assert.deepEqual(await sql('SELECT 1 FROM sessions WHERE user_id = $1', [user._id]), [])
  })

  test('sessions end after 30 days without use, and after 90 in all', async () => {
    const user = await account()
    const idle = tokensOf(await signIn(user))
    let { refresh } = tokensOf(await signIn(user))
    for (const _renewal of [1, 2, 3]) {
      clock.advance({ days: 29 })
      refresh = tokensOf(await renew(refresh)).refresh
    }
    const { iat = 0, exp = 0 } = decodeJwt(refresh)
    assert.equal(exp - iat, 3 * 86_400, 'not longer than the session')
    assert.equal((await renew(idle.refresh)).status, 401)
    clock.advance({ days: 3, seconds: 1 })
    assert.equal((await renew(refresh)).status, 401)
  })

  test('invalid tokens are rejected', async () => {
    const user = await account()
    const { access, refresh } = tokensOf(await signIn(user))
    const claims = decodeJwt(access)
    const sign = (payload: object, secret: Uint8Array, alg = 'HS256') =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg }).sign(secret)
    const secret = app.world.keys.signing('tokens')
    const other = new Uint8Array(32).fill(7)
    const [head = '', body = '', signature = ''] = access.split('.')
    const forged = Buffer.from(JSON.stringify({ ...claims, CustomUserInfo: { Role: 'admin' } })).toString(
      'base64url',
    )
    const wrong: Record<string, string> = {
      'of another use': refresh,
      'without algorithm': new UnsecuredJWT({ ...claims }).encode(),
      'of another secret': await sign(claims, other),
      'of another algorithm': await sign(claims, Buffer.concat([secret, secret]), 'HS512'),
      'with other claims': `${head}.${forged}.${signature}`,
      'with another signature': `${head}.${body}.${signature.slice(0, -2)}AA`,
      'of nobody': await sign({ ...claims, sub: '01890a5d-ac96-774b-bcce-b302099a8057' }, secret),
      'of no user': await sign({ ...claims, sub: undefined }, secret),
      'of an older generation': await sign({ ...claims, gen: 0 }, secret),
      'without expiry': await sign({ ...claims, exp: undefined }, secret),
      'not from now': await sign({ ...claims, nbf: (claims.exp ?? 0) + 3600 }, secret),
      garbage: 'x.y.z',
      'a word': 'nada',
      long: 'x'.repeat(7000),
      empty: '',
    }
    for (const [what, token] of Object.entries(wrong)) assert.equal(await statusWith(token), 401, what)
    for (const header of ['Basic abc', 'Bearer', 'bearer ', access, `Token ${access}`]) {
      assert.equal((await visitor.get('/member_categories', { authorization: header })).status, 401, header)
    }
    const lower = await visitor.get('/member_categories', { authorization: `bearer ${access}` })
    assert.equal(lower.status, 200)
    assert.equal((await renew(access)).status, 401)
  })

  test('an invalid token counts as a visitor on open routes', async () => {
    const stale = callerOf(app, 'x.y.z')
    for (const path of ['/', '/terminology', '/countries'])
      assert.equal((await stale.get(path)).status, 200, path)
    assert.equal((await stale.get('/setup')).status, 404)
    tokensOf(await stale.post('/auth', { email: (await account())['email'], password: goodPassword }))
    assert.equal((await stale.post('/auth/refresh', { refreshToken: 'x' })).status, 401)
    assert.equal((await stale.post('/auth/logout', { refreshToken: 'x' })).status, 204)
    for (const path of ['/settings', '/explainer', '/members', '/audit_events']) {
      assert.equal((await stale.get(path)).status, 401, path)
    }
  })
})

describe('refresh', () => {
  test('returns a new pair each time', async () => {
    const first = tokensOf(await signIn(await account()))
    const second = tokensOf(await renew(first.refresh))
    assert.notEqual(second.refresh, first.refresh)
    assert.equal(await statusWith(second.access), 200)
    const third = tokensOf(await renew(second.refresh))
    assert.equal(await statusWith(third.access), 200)
  })

  test('reuse within the grace period returns another pair of the session, because the response may have been lost', async () => {
    const user = await account()
    const first = tokensOf(await signIn(user))
    const lost = tokensOf(await renew(first.refresh))
    clock.advance({ seconds: sessionLimits.refreshAgainSeconds })
    const second = tokensOf(await renew(first.refresh))
    assert.equal(await statusWith(second.access), 200)
    assert.notEqual(second.refresh, lost.refresh)
    const third = tokensOf(await renew(second.refresh))
    await visitor.post('/auth/logout', { refreshToken: lost.refresh })
    for (const { refresh } of [first, lost, second, third]) assert.equal((await renew(refresh)).status, 401)
  })

  test('reuse after its successor was used ends the session, within the grace period too', async () => {
    const first = tokensOf(await signIn(await account()))
    const second = tokensOf(await renew(first.refresh))
    const third = tokensOf(await renew(second.refresh))
    assert.equal((await renew(first.refresh)).status, 401)
    assert.equal((await renew(third.refresh)).status, 401)
    assert.equal(await statusWith(third.access), 401)
  })

  test('reuse does not extend the grace period', async () => {
    const { refresh } = tokensOf(await signIn(await account()))
    tokensOf(await renew(refresh))
    clock.advance({ seconds: sessionLimits.refreshAgainSeconds - 1 })
    tokensOf(await renew(refresh))
    clock.advance({ seconds: 2 })
    assert.equal((await renew(refresh)).status, 401)
  })

  test('reuse after the grace period ends the session, and no other', async () => {
    const user = await account()
    const first = tokensOf(await signIn(user))
    const otherSession = tokensOf(await signIn(user))
    const second = tokensOf(await renew(first.refresh))
    clock.advance({ seconds: sessionLimits.refreshAgainSeconds + 1 })
    const { status, body } = await renew(first.refresh)
    assert.deepEqual([status, body.message], [401, 'A sessão terminou. Entre de novo.'])
    assert.equal((await renew(second.refresh)).status, 401)
    tokensOf(await renew(otherSession.refresh))
  })

  test('parallel refreshes of several tabs succeed, in two processes', async () => {
    const { refresh } = tokensOf(await signIn(await account()))
    const answers = await Promise.all([
      renew(refresh),
      renew(refresh),
      callerOf(there.app).post('/auth/refresh', { refreshToken: refresh }),
    ])
    const pairs = answers.map(tokensOf)
    assert.equal(new Set(pairs.map((pair) => pair.refresh)).size, 3)
    for (const pair of pairs) tokensOf(await renew(pair.refresh))
  })

  test('the new token has the current role and name', async () => {
    const user = await account({ name: 'Antes Dele', role: 'editor' })
    const { refresh } = tokensOf(await signIn(user))
    await admin.patch(`/users/${user._id}`, { name: 'Depois Dele' })
    const { access } = tokensOf(await renew(refresh))
    assert.deepEqual(decodeJwt(access)['CustomUserInfo'], {
      Name: 'Depois Dele',
      ID: user._id,
      Role: 'editor',
    })
  })

  test('rejects garbage', async () => {
    for (const token of ['', 'x', {}, null, 5, 'x.y.z']) {
      assert.equal((await visitor.post('/auth/refresh', { refreshToken: token })).status, 401)
    }
  })

  test('fails after sign-out', async () => {
    const user = await account()
    const { access, refresh } = tokensOf(await signIn(user))
    const elsewhere = tokensOf(await signIn(user))
    const { status, text } = await visitor.post('/auth/logout', { refreshToken: refresh })
    assert.deepEqual([status, text], [204, ''])
    assert.equal((await renew(refresh)).status, 401)
    tokensOf(await renew(elsewhere.refresh))
    assert.equal(await statusWith(access), 401)
    assert.equal(await statusWith(elsewhere.access), 200)
  })
})

describe('existing tokens', () => {
  const assertEnded = async ({ access, refresh }: Tokens) => {
    assert.equal(await statusWith(access), 401)
    assert.equal((await renew(refresh)).status, 401)
    await untilRejectedElsewhere(access)
  }

  test('end with a change of the own password, except the new pair', async () => {
    const user = await account()
    const [mine, other] = [tokensOf(await signIn(user)), tokensOf(await signIn(user))]
    await callerOf(there.app, mine.access).get('/member_categories')
    const me = callerOf(app, mine.access)
    const fresh = 'outra serra verde 81'
    const change = (currentPassword: unknown, newPassword: unknown) =>
      me.post('/auth/password', { currentPassword, newPassword })

    assert.deepEqual(Object.keys((await change('errada errada', fresh)).body.errors), ['currentPassword'])
    for (const bad of ['curta', '1234567890', 'a'.repeat(201), '', null]) {
      assert.deepEqual(Object.keys((await change(goodPassword, bad)).body.errors), ['newPassword'])
    }
    const next = tokensOf(await change(goodPassword, fresh))
    await assertEnded(mine)
    await assertEnded(other)
    assert.equal(await statusWith(next.access), 200)
    tokensOf(await renew(next.refresh))
    assert.equal((await signIn(user)).status, 403)
    tokensOf(await signIn(user, fresh))
    await resetAttempts()
  })

  test('end when an administrator changes the password or role, or blocks the account', async () => {
    const newPassword = { password: 'palavra nova 4321', ownPassword: goodPassword }
    for (const change of [newPassword, { role: 'member' }, { blocked: true }]) {
      const user = await account()
      const tokens = tokensOf(await signIn(user))
      await callerOf(there.app, tokens.access).get('/member_categories')
      succeeded(await admin.patch(`/users/${user._id}`, change))
      await assertEnded(tokens)
    }
  })

  test('end when the account is deleted', async () => {
    const user = await account()
    const tokens = tokensOf(await signIn(user))
    await admin.delete(`/users/${user._id}`)
    await assertEnded(tokens)
  })

  test('stay valid after other changes', async () => {
    const user = await account()
    const { access } = tokensOf(await signIn(user))
    await admin.patch(`/users/${user._id}`, { name: 'Outro Nome' })
    assert.equal(await statusWith(access), 200)
  })

  test('changing the password requires sign-in and has limited attempts', async () => {
    assert.equal((await visitor.post('/auth/password', {})).status, 401)
    const user = await account()
    const me = callerOf(app, tokensOf(await signIn(user)).access)
    for (let tries = 0; tries < attemptLimits.accountFromAddress.maxAttempts; tries++) {
      assert.equal((await me.post('/auth/password', { currentPassword: 'x', newPassword: 'y' })).status, 422)
    }
    assert.equal(
      (await me.post('/auth/password', { currentPassword: goodPassword, newPassword: 'y' })).status,
      429,
    )
    await resetAttempts()
  })
})

describe('passwords set by staff', () => {
  test('are not of a public list, nor the name of the organisation', async () => {
    const { name } = await app.world.organisation.terminology()
    for (const [password, reason] of [
      ['Mailcreated5240', /listas públicas/],
      ['nuttertools', /listas públicas/],
      [`${name} 2026`, /nome da organização/],
    ] as const) {
      const { status, body } = await admin.post('/users', { name: 'Rita Sá', email: 'r@x.pt', password })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['password']], password)
      assert.match(body.errors['password']![0]!, reason)
    }
  })

  test('are validated, hashed and never returned', async () => {
    const user = { name: 'Rita Moura', email: 'rita@exemplo.pt', role: 'editor' }
    for (const password of ['curta', 'password123', 'rita moura 1', '0123456789', 'agremia2026']) {
      const { status, body } = await admin.post('/users', { ...user, password })
      assert.equal(status, 422, password)
      assert.deepEqual(Object.keys(body.errors), ['password'])
    }
    const created = await admin.post('/users', { ...user, password: goodPassword })
    assert.equal(created.status, 201)
    assert.ok(!('password' in created.body.data) && !created.text.includes('cavalo'))
    const [row] = await sql<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE email = $1', [
      user.email,
    ])
    assert.match(row?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    for (const path of ['?_sort=password', '?_password=x'])
      assert.equal((await admin.get(`/users${path}`)).status, 400)
  })
})

describe('the last administrator', () => {
  const others = async (): Promise<TestRecord[]> =>
    ((await admin.get('/users?_role=admin&_blocked=false&_limit=-1')).body.data as TestRecord[]).filter(
      ({ _id }) => _id !== admin.userId,
    )

  test('cannot be deleted or demoted, nor block their own account', async () => {
    for (const { _id } of await others()) assert.equal((await admin.delete(`/users/${_id}`)).status, 204)
    for (const change of [{ role: 'editor' }, { role: 'member' }]) {
      const { status, body } = await admin.patch(`/users/${admin.userId}`, change)
      assert.equal(status, 409)
      assert.match(body.message, /único administrador/)
    }
    assert.equal((await admin.patch(`/users/${admin.userId}`, { blocked: true })).status, 422)
    assert.equal((await admin.delete(`/users/${admin.userId}`)).status, 409)
    assert.equal(await statusWith(admin.tokens.access), 401, 'its token has expired')
  })

  test('blocked administrators do not count', async () => {
    await make.user({ role: 'admin', blocked: true })
    assert.equal((await admin.patch(`/users/${admin.userId}`, { role: 'editor' })).status, 409)
  })

  test('remains when the last two remove each other concurrently', async () => {
    type Way = (caller: TestUser, id: string) => Promise<Answer>
    const demote: Way = (caller, id) => caller.patch(`/users/${id}`, { role: 'editor' })
    const block: Way = (caller, id) => caller.patch(`/users/${id}`, { blocked: true })
    const remove: Way = (caller, id) => caller.delete(`/users/${id}`)
    for (const [oneWay, otherWay] of [
      [demote, demote],
      [block, remove],
      [remove, demote],
    ] as const) {
      await sql(`UPDATE users SET role = 'editor' WHERE role = 'admin'`)
      const [one, other] = [await another('admin'), await another('admin')]
      const answers = await Promise.all([oneWay(one, other.userId), otherWay(other, one.userId)])
      assert.equal(answers.filter(({ status }) => status < 300).length, 1)
      assert.deepEqual(
        answers.filter(({ status }) => status >= 300 && status !== 409 && status !== 401),
        [],
      )
      const left = await sql(`SELECT 1 FROM users WHERE role = 'admin' AND NOT blocked`)
      assert.equal(left.length, 1)
    }
  })

  test('nobody can delete their own account', async () => {
    const boss = await another('admin')
    const { status, body } = await boss.delete(`/users/${boss.userId}`)
    assert.deepEqual([status, body.message], [409, 'Não pode eliminar a sua própria conta.'])
  })
})

test('neither accounts nor sign-ins have questions or hints', async () => {
  const columns = await sql<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'users'`,
  )
  const bodies = app.routes.flatMap(({ url, config }) =>
    /^\/api\/(auth|users)/.test(url) ? [config?.api?.body] : [],
  )
  const names = [...columns.map(({ name }) => name), JSON.stringify(bodies)].join(' ')
  assert.match(names, /password_hash.*recover_code/s)
  assert.doesNotMatch(names, /question|hint|reminder|answer|pergunta|dica/i)
})

test('passwords do not expire', async () => {
  const { userId } = await another('editor')
  clock.advance({ days: 5 * 365 })
  tokensOf(await signIn({ email: `${userId}@exemplo.pt` }))
})
