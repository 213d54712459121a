import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, TestCaller } from '../../testing/caller.ts'
import { callerOf } from '../../testing/caller.ts'
import { goodPassword, succeeded } from '../../testing/make.ts'
import { messagesTo } from '../../testing/read-messages.ts'
import { appCode, createAuthenticator } from '../../testing/test-authenticator.ts'
import { testApp } from '../../testing/test-app.ts'
import { jobsDone } from '../../testing/wait.ts'

const here = await testApp()
const { app, as, clock, make, sql, visitor } = here
const admin = await as('admin')
const password = goodPassword
const site = app.world.config.publicUrl

/** What each event does to each credential of the account: `ends`, or `-`, it stays. */
const table = `
event                        session  refresh  link  newEmail  challenge  app   recovery  passkey  password

newOwnPassword               ends     ends     ends  ends      ends       -     -         -        ends
passwordByAdministrator      ends     ends     ends  ends      ends       -     -         -        ends
correctedEmail               ends     ends     ends  ends      ends       -     -         -        -
newRole                      ends     ends     ends  ends      ends       -     -         -        -
blocked                      ends     ends     ends  ends      ends       -     -         ends     ends
sessionsEnded                ends     ends     ends  ends      ends       -     -         -        -
twoStepsReset                ends     ends     ends  ends      ends       ends  ends      ends     -
deleted                      ends     ends     ends  ends      ends       ends  ends      ends     ends
signedOut                    ends     ends     -     -         -          -     -         -        -
thisSessionEnded             ends     ends     -     -         -          -     -         -        -
recoveryCodesRenewed         -        -        -     -         -          -     ends      -        -
passkeyRemoved               -        -        -     -         -          -     -         ends     -
otherNameOfTheAccount        -        -        -     -         -          -     -         -        -
`
const [head = '', ...lines] = table.trim().split('\n').filter(Boolean)
const [, ...credentials] = head.split(/\s+/)

const code = async (email: unknown, path: string) => {
  await jobsDone(here, 'accountLinks')
  const [last] = await messagesTo(here, String(email))
  return new RegExp(`/autorizacao/${path}/([\\w-]+)`).exec(last?.text ?? '')?.[1] ?? ''
}
const dataOf = <Data>({ body }: Answer) => body.data as unknown as Data
const wasRefused = ({ status }: Answer) => status >= 400

/** An account with one of each credential. */
async function fullAccount() {
  const { _id: id, email } = await make.user({ password, role: 'editor' })
  const { body: tokens } = await visitor.post('/auth', { email, password })
  const me = callerOf(app, tokens.access)
  const authenticator = createAuthenticator(site)
  const asked = dataOf<{ challengeId: string; options: never }>(
    await me.post('/auth/passkeys/options', { password }),
  )
  const passkey = succeeded(
    await me.post('/auth/passkeys', {
      challengeId: asked.challengeId,
      name: 'Telemóvel',
      response: authenticator.create(asked.options),
    }),
  )
  const { secret } = dataOf<{ secret: string }>(await me.post('/auth/two_steps/begin', { password }))
  const confirmed = await me.post('/auth/two_steps/confirm', { code: appCode(secret, clock().getTime()) })
  const [recovery = ''] = dataOf<{ recoveryCodes: string[] }>(confirmed).recoveryCodes
  clock.advance({ minutes: 1 })
  succeeded(await admin.post(`/users/${id}/send_link`))
  const link = await code(email, 'loginporlink')
  const otherEmail = `outro-${id}@exemplo.pt`
  assert.equal((await me.post('/auth/email', { email: otherEmail, password })).status, 200)
  const newEmail = await code(otherEmail, 'confirmarEmail')
  const { challengeId } = dataOf<{ challengeId: string }>(
    await me.post('/auth/passkeys/options', { password }),
  )
  await sql('DELETE FROM login_attempts')
  return {
    id,
    currentEmail: email,
    me,
    tokens,
    authenticator,
    passkey,
    recovery,
    link,
    newEmail,
    challengeId,
  }
}
type FullAccount = Awaited<ReturnType<typeof fullAccount>>

const signIn = ({ currentEmail: email }: FullAccount, more: object) =>
  visitor.post('/auth', { email, password, ...more })

/** Whether a credential still works, without using it up where that would hide another. */
const works: Record<string, (account: FullAccount) => Promise<boolean>> = {
  session: async ({ me }) => !wasRefused(await me.get('/settings')),
  refresh: async ({ tokens: { refresh } }) =>
    !wasRefused(await visitor.post('/auth/refresh', { refreshToken: refresh })),
  link: async ({ link }) => (await visitor.post('/auth', { recover_code: link })).body.code !== 'wrongCode',
  challenge: async ({ challengeId }) =>
    (await sql('SELECT FROM passkey_challenges WHERE id = $1', [challengeId])).length > 0,
  password: async (account) =>
    !['wrongCredentials', 'blocked'].includes(String((await signIn(account, {})).body.code)),
  app: async ({ id }) => (await sql('SELECT FROM authenticator_apps WHERE user_id = $1', [id])).length > 0,
  recovery: async ({ id, recovery }) =>
    (
      await sql(
        `SELECT FROM recovery_codes WHERE user_id = $1 AND code_hash = sha256(replace($2, '-', '')::bytea)`,
        [id, recovery],
      )
    ).length > 0,
  passkey: async ({ authenticator }) => {
    const { challengeId, options } = dataOf<{ challengeId: string; options: never }>(
      await visitor.post('/auth/passkey_options'),
    )
    const passkey = { challengeId, response: authenticator.get(options) }
    return !wasRefused(await visitor.post('/auth', { passkey }))
  },
  newEmail: async ({ newEmail }) =>
    !wasRefused(await visitor.post('/auth/email/confirm', { code: newEmail })),
}

const newPassword = 'outra frase bem comprida'
const events: Record<string, (account: FullAccount) => Promise<Answer>> = {
  newOwnPassword: ({ me }) => me.post('/auth/password', { currentPassword: password, newPassword }),
  passwordByAdministrator: ({ id }) => ownPassword(`/users/${id}`, { password: newPassword }),
  async correctedEmail(account) {
    account.currentEmail = `certo-${account.id}@exemplo.pt`
    return ownPassword(`/users/${account.id}`, { email: account.currentEmail })
  },
  newRole: ({ id }) => admin.patch(`/users/${id}`, { role: 'admin' }),
  blocked: ({ id }) => admin.patch(`/users/${id}`, { blocked: true }),
  sessionsEnded: ({ id }) => admin.post(`/users/${id}/end_sessions`),
  twoStepsReset: ({ id }) => admin.post(`/users/${id}/reset_two_steps`),
  deleted: ({ id }) => admin.delete(`/users/${id}`),
  signedOut: ({ tokens: { refresh } }) => visitor.post('/auth/logout', { refreshToken: refresh }),
  async thisSessionEnded({ id }) {
    const [session] = await sql<{ id: string }>(
      'SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL ORDER BY created_at LIMIT 1',
      [id],
    )
    return admin.post(`/sessions/${session?.id}/end`)
  },
  recoveryCodesRenewed: ({ me }) => me.post('/auth/two_steps/recovery_codes', { password }),
  passkeyRemoved: ({ me, passkey }) => me.post(`/auth/passkeys/${passkey._id}/remove`, { password }),
  otherNameOfTheAccount: ({ id }) => admin.patch(`/users/${id}`, { name: 'Nome Corrigido' }),
}
const ownPassword = (path: string, change: object, by: TestCaller = admin) =>
  by.patch(path, { ...change, ownPassword: password })

describe('event × credential', () => {
  test('all credentials of the account work before', async () => {
    const account = await fullAccount()
    for (const name of Object.keys(works)) assert.equal(await works[name]?.(account), true, name)
    assert.deepEqual(Object.keys(works).toSorted(), credentials.toSorted())
  })

  for (const line of lines) {
    const [event = '', ...cells] = line.split(/\s+/)
    test(event, async () => {
      const account = await fullAccount()
      const answer = await events[event]?.(account)
      assert.ok(answer && answer.status < 300, String(answer?.text))
      await sql('DELETE FROM login_attempts')
      const after: string[] = []
      for (const name of Object.keys(works)) if (!(await works[name]?.(account))) after.push(name)
      const expected = credentials.filter((_, index) => cells[index] === 'ends')
      assert.deepEqual(after.toSorted(), expected.toSorted())
    })
  }
})
