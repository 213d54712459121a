import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestRecord } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { goodPassword } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { deviceOf } from './sessions.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { app, as, make, visitor } = here
const admin = await as('admin')
const editor = await as('editor')

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function account(role = 'member') {
  const user = await make.user({ password: goodPassword, role })
  const signIn = async (agent = chrome) => {
    const credentials = { email: user['email'], password: goodPassword }
    const { body } = await visitor.post('/auth', credentials, { 'user-agent': agent })
    return { ...callerOf(app, body.access), access: body.access as string, refresh: body.refresh as string }
  }
  return { user, signIn }
}
const sessionsOf = async (caller: Pick<typeof admin, 'get'>, userId: string) =>
  (await caller.get(`/sessions?_userId=${userId}`)).body.data as TestRecord[]

describe('sessions', () => {
  test('are listed to their user and to administrators, with device, address and way of signing in', async () => {
    const { user, signIn } = await account()
    const me = await signIn()
    await signIn('')
    for (const caller of [me, admin]) {
      const [latest, first] = await sessionsOf(caller, user._id)
      assert.deepEqual([latest?.['device'], first?.['device']], [null, 'Chrome · Windows'])
      assert.deepEqual([first?.['method'], first?.['address']], ['password', '127.0.0.1'])
    }
    const { signIn: asStranger } = await account()
    assert.deepEqual(await sessionsOf(await asStranger(), user._id), [])
  })

  test('end one by one: its tokens are refused at once, in every process, and no others', async () => {
    const { user, signIn } = await account()
    const [mine, other] = [await signIn(), await signIn()]
    const [otherSession] = await sessionsOf(mine, user._id)
    const elsewhere = callerOf(there.app, other.access)
    assert.equal((await elsewhere.get(`/users/${user._id}`)).status, 200)
    const session = otherSession?._id
    assert.equal((await mine.post(`/sessions/${session}/end`)).status, 409, 'not without the password')
    for (const [body, status] of [
      [{ session }, 422],
      [{ session, password: 'outra coisa' }, 422],
      [{ session: 'x', password: goodPassword }, 422],
    ] as const)
      assert.equal((await mine.post('/auth/end_sessions', body)).status, status)
    assert.equal((await other.get(`/users/${user._id}`)).status, 200)
    const ended = await mine.post('/auth/end_sessions', { session, password: goodPassword })
    assert.equal(ended.status, 204)
    assert.equal(ended.headers['x-changed'], 'users,sessions')
    assert.equal((await other.get(`/users/${user._id}`)).status, 401)
    assert.equal((await visitor.post('/auth/refresh', { refreshToken: other.refresh })).status, 401)
    while ((await elsewhere.get(`/users/${user._id}`)).status !== 401);
    assert.equal((await mine.get(`/users/${user._id}`)).status, 200)
    assert.deepEqual((await sessionsOf(mine, user._id)).length, 1)
    const { body } = await admin.get(`/users/${user._id}/audit_events`)
    assert.ok((body.data as TestRecord[]).some(({ action }) => action === 'endSession'))
  })

  test('all but the own one end together', async () => {
    const { user, signIn } = await account()
    const [first, mine] = [await signIn(), await signIn()]
    assert.equal((await mine.post('/auth/end_sessions', { password: 'outra coisa' })).status, 422)
    assert.equal((await first.get(`/users/${user._id}`)).status, 200)
    assert.equal((await mine.post('/auth/end_sessions', { password: goodPassword })).status, 204)
    assert.equal((await first.get(`/users/${user._id}`)).status, 401)
    assert.equal((await sessionsOf(mine, user._id)).length, 1)
    assert.equal((await visitor.post('/auth/end_sessions')).status, 401)
  })

  test('of others are ended by administrators, and not by another user, with any password', async () => {
    const { user, signIn } = await account()
    const me = await signIn()
    const [session] = await sessionsOf(admin, user._id)
    const stranger = await (await account()).signIn()
    const given = { session: session?._id, password: goodPassword }
    assert.equal((await stranger.post('/auth/end_sessions', given)).status, 204)
    assert.equal((await me.get(`/users/${user._id}`)).status, 200)
    assert.equal((await admin.post(`/sessions/${session?._id}/end`)).status, 200)
    assert.equal((await me.get(`/users/${user._id}`)).status, 401)
    assert.equal((await admin.post(`/sessions/${session?._id}/end`)).status, 404, 'it has ended')
  })

  test('of administrators are not shown to editors, nor ended by them', async () => {
    const { user, signIn } = await account('admin')
    const boss = await signIn()
    const [session] = await sessionsOf(admin, user._id)
    assert.deepEqual(await sessionsOf(editor, user._id), [])
    assert.equal((await editor.post(`/sessions/${session?._id}/end`)).status, 404)
    assert.equal((await boss.get('/members')).status, 200)
  })
})

test('a device has the names of browser and system; anything else has none', () => {
  assert.equal(deviceOf(chrome), 'Chrome · Windows')
  for (const unknown of [undefined, '', '-', '\u0000', '(('.repeat(300)])
    assert.equal(deviceOf(unknown), null)
})
