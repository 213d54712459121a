import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, before, describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { hashPassword, startSession } from '../auth/index.ts'
import { withoutTransaction } from '../database/transaction.ts'
import { goodPassword, succeeded } from '../testing/make.ts'
import {
  authenticateSocket,
  messageTimeoutMs,
  openSocket,
  openSocketOf,
  type SocketClient,
} from '../testing/socket-client.ts'
import { testApp } from '../testing/test-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'

const first = await testApp()
const second = await testApp({ with: first })
const { as, another, make, clock, sql } = first
const here = await first.app.listen({ port: 0, host: '127.0.0.1' })
const there = await second.app.listen({ port: 0, host: '127.0.0.1' })

const open = (address = here) => openSocket(address)
const authenticate = (client: SocketClient, user: TestUser, through = here, age?: number) =>
  authenticateSocket(client, user, through, age)
const openAs = (user: TestUser, address = here) => openSocketOf(user, address)

/**
 * Waits until each process has told its sockets of a later change, and these clients have received everything: for messages that
 * must not come.
 */
async function settle(clients: readonly SocketClient[], witness?: TestUser): Promise<void> {
  const editor = witness ?? (await as('editor'))
  const witnesses = await Promise.all([openAs(editor), openAs(editor, there)])
  const { _id } = await make.category()
  const isFence = ({ topic, payload }: SocketClient['received'][number]) =>
    topic === 'memberCategories' && (payload as { ids: string[] }).ids.includes(_id)
  for (const { next, socket } of witnesses) {
    while (!isFence({ topic: 'memberCategories', payload: await next('memberCategories') }));
    socket.close()
  }
  for (const { caughtUp, received } of clients) {
    await caughtUp()
    received.splice(0, Infinity, ...received.filter((message) => !isFence(message)))
  }
}

test('every process sends a change to its sockets, also when another process wrote it', async () => {
  const editor = await as('editor')
  const [near, far] = [await openAs(editor), await openAs(editor, there)]
  const person = await make.person()
  for (const client of [near, far])
    assert.deepEqual(await client.next('people'), { action: 'created', ids: [person._id], version: 1 })
  await second.as('admin').then((admin) => admin.patch(`/people/${person._id}`, { city: 'Faro' }))
  for (const client of [near, far])
    assert.deepEqual(await client.next('people'), { action: 'updated', ids: [person._id], version: 2 })
  await editor.delete(`/people/${person._id}`)
  for (const client of [near, far])
    assert.deepEqual(await client.next('people'), { action: 'deleted', ids: [person._id], version: 2 })
})

test('a new socket gets the changes since its page began to load, if its user may list them', async () => {
  const [forEditor, forMember] = [await as('editor'), await as('member')]
  const watching = [await openAs(forEditor), await openAs(forEditor, there)]
  const allNotified = () => Promise.all(watching.map((client) => client.next('people')))
  await make.person()
  await allNotified()
  clock.advance({ minutes: 2 })
  const person = await make.person()
  await allNotified()
  const [editor, member] = [await open(), await open(there)]
  assert.equal(await authenticate(editor, forEditor, there, 3000), 204)
  assert.equal(await authenticate(member, forMember, here, 3000), 204)
  await editor.next('ready')
  assert.deepEqual(await editor.next('people'), { action: 'created', ids: [person._id], version: 1 })
  await member.next('ready')
  await settle([editor, member])
  for (const { received } of [editor, member]) assert.ok(!received.some(({ topic }) => topic === 'people'))
})

test('authentication may reach another process than the socket', async () => {
  const client = await open(there)
  assert.equal(await authenticate(client, await as('admin'), here), 204)
  await client.next('ready')
})

test('unauthenticated sockets and roles without list access get nothing', async () => {
  const [stranger, member, editor, auditor] = [
    await open(),
    await openAs(await as('member')),
    await openAs(await as('editor')),
    await openAs(await as('auditor')),
  ]
  const category = await make.category()
  const admin = await another('admin')
  const user = await make.user()
  assert.equal((await admin.patch(`/users/${admin.userId}`, { name: 'Outro Nome' })).status, 200)
  await make.person()
  for (const client of [editor, auditor]) {
    await client.next('people')
    const created = { action: 'created', ids: [user._id], version: 1 }
    assert.deepEqual(await client.next('users'), created)
  }
  assert.deepEqual(await member.next('memberCategories'), {
    action: 'created',
    ids: [category._id],
    version: 1,
  })
  await settle([stranger, member, editor, auditor])
  assert.deepEqual(stranger.received, [])
  assert.deepEqual(member.received, [])
  // They see only the accounts below administrators.
  for (const { received } of [editor, auditor]) assert.ok(!received.some(({ topic }) => topic === 'users'))
})

describe('members get changes of their own records only', () => {
  let one: TestUser
  let mine: SocketClient
  let theirs: SocketClient
  let admin: TestUser
  before(async () => {
    one = await another('member')
    const other = await another('member')
    mine = await openAs(one)
    theirs = await openAs(other, there)
    admin = await as('admin')
    // News of their creation may come after the sockets are open, but before these.
    for (const [client, { memberId }] of [
      [mine, one],
      [theirs, other],
    ] as const) {
      succeeded(await admin.patch(`/members/${memberId}`, { city: 'Beja' }))
      while (((await client.next('members')) as { action: string }).action !== 'updated');
    }
    await settle([mine, theirs])
    mine.received.length = theirs.received.length = 0
  })
  const next = async (topic: string) => {
    const { action, ids } = (await mine.next(topic)) as { action: string; ids: string[] }
    return [action, ...ids]
  }
  /** Lists that every member may read. */
  const common = ['memberCategories', 'memberStateNames']
  afterEach(async () => {
    await settle([mine, theirs])
    assert.deepEqual(
      theirs.received.splice(0).filter(({ topic }) => !common.includes(topic)),
      [],
    )
    mine.received.length = 0
  })

  test('of the member and the person', async () => {
    succeeded(await admin.patch(`/members/${one.memberId}`, { city: 'Évora' }))
    assert.deepEqual(await next('members'), ['updated', one.memberId])
    assert.deepEqual(await next('people'), ['updated', one.personId])
  })

  test('of the account', async () => {
    succeeded(await admin.patch(`/users/${one.userId}`, { name: 'Nome Novo' }))
    assert.deepEqual(await next('users'), ['updated', one.userId])
    assert.equal(mine.socket.readyState, WebSocket.OPEN)
  })

  test('of charges and payments, and the sums of the member', async () => {
    const charge = await make.charge({ memberId: String(one.memberId), amount: 20 })
    assert.deepEqual(await next('unsettledPayments'), ['created', charge._id])
    assert.deepEqual(await next('members'), ['updated', one.memberId])
    const payment = await make.payment({ memberId: String(one.memberId), amount: 5 })
    assert.deepEqual(await next('payments'), ['created', payment._id])
    assert.deepEqual(await next('unsettledPayments'), ['updated', charge._id])
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await next('payments'), ['updated', payment._id])
  })

  test('of agreements and used credit', async () => {
    const memberId = String(one.memberId)
    const agreement = await make.agreement({ memberId, instalments: 2 })
    const [created, ...parts] = await next('agreementInstalments')
    assert.deepEqual([created, parts.length], ['created', 2])
    await make.payment({ memberId, amount: 100 })
    assert.equal((await next('paymentAgreements')).at(-1), agreement._id)
    assert.deepEqual((await next('agreementInstalments')).sort(), [...parts, 'updated'].sort())
    const later = await make.charge({ memberId, amount: 30 })
    succeeded(await admin.post(`/members/${memberId}/use_credit`))
    const [use, ...uses] = await next('creditUses')
    assert.deepEqual([use, uses.length], ['created', 1])
    succeeded(await admin.post(`/unsettled_payments/${later._id}/release_credit`))
    assert.deepEqual(await next('creditUses'), ['updated', ...uses])
  })

  test('of cards and consents', async () => {
    const card = await make.card({ memberId: String(one.memberId) })
    assert.deepEqual(await next('membershipCards'), ['created', card._id])
    const consent = await make.consent({ personId: String(one.personId) })
    assert.deepEqual(await next('consents'), ['created', consent._id])
  })

  test('of messages, when they are sent', async () => {
    succeeded(await admin.patch(`/members/${one.memberId}`, { address: 'Rua do Mar, 2' }))
    await make.batch({ audience: { ids: [one.memberId] }, channel: 'letter' })
    const letter = (await admin.get(`/people/${one.personId}/messages`)).body.data[0]?._id
    assert.ok(!mine.received.some(({ topic }) => topic === 'messages'), 'a message that is not sent')
    succeeded(await admin.post(`/messages/${letter}/mark_printed`))
    assert.deepEqual(await next('messages'), ['updated', letter])
  })

  test('of deleted records', async () => {
    const contact = await make.contact({ personId: String(one.personId) })
    assert.deepEqual(await next('contacts'), ['created', contact._id])
    assert.equal((await admin.delete(`/contacts/${contact._id}`)).status, 204)
    assert.deepEqual(await next('contacts'), ['deleted', contact._id])

    const state = await make.stateName()
    const change = { stateNameId: state._id, date: addDays(await first.today(), 10) }
    succeeded(await admin.post(`/members/${one.memberId}/change_state`, change))
    // The state until then is updated; the two are told in any order.
    const states = new Map([await next('memberStates'), await next('memberStates')] as [string, string][])
    succeeded(
      await admin.post(`/members/${one.memberId}/change_state`, { ...change, date: await first.today() }),
    )
    assert.deepEqual(await next('memberStates'), ['deleted', states.get('created')])
  })

  test('the owners of a change are queried once, regardless of the number of connected members', async (t) => {
    const { pool } = first.app.world.database
    const query = t.mock.method(pool, 'query')
    const lookUps = () =>
      query.mock.calls.filter(({ arguments: [statement] }) => JSON.stringify(statement).includes('AS owner'))
        .length
    const follows = async (client: SocketClient) => {
      assert.equal(await authenticate(client, one, here, 1000), 204)
      const { ids } = (await client.next('people')) as { ids: string[] }
      assert.deepEqual(ids, [one.personId])
      await settle([client])
    }
    const [early, ...later] = await Promise.all(Array.from({ length: 10 }, () => open()))
    succeeded(await admin.patch(`/people/${one.personId}`, { city: 'Beja' }))
    assert.deepEqual(await next('people'), ['updated', one.personId])
    // Also reads the changes that were made before any member connected.
    await follows(early as SocketClient)
    const earlier = lookUps()
    assert.ok(earlier > 0)
    for (const client of later) await follows(client)
    assert.equal(lookUps(), earlier)
  })
})

test('every authenticated socket is told to reload settings', async () => {
  const [member, editor] = [await openAs(await as('member')), await openAs(await as('editor'))]
  const admin = await as('admin')
  assert.equal((await admin.patch('/settings/organisationPhone', { value: '213456789' })).status, 200)
  for (const client of [member, editor]) assert.equal(await client.next('settings'), 'updated')
})

test('a message of an administrator reaches every authenticated page once, in every process', async () => {
  const admin = await as('admin')
  const readers = [
    await openAs(await as('member')),
    await openAs(await as('editor'), there),
    await openAs(admin, there),
  ]
  const stranger = await open()
  const message = `Vou reiniciar às 18:00: <b>guardem</b> o que têm em mãos. ${'€'.repeat(440)}`
  const key = { 'idempotency-key': 'warning-1' }
  for (let time = 0; time < 2; time++)
    assert.equal((await admin.post('/server_messages', { message: ` ${message}\n` }, key)).status, 204)
  assert.equal((await admin.post('/server_messages', { message: 'Outra.' })).status, 204)
  for (const reader of readers)
    assert.deepEqual([await reader.next('debug'), await reader.next('debug')], [message, 'Outra.'])
  const events = await sql<{ userName: string; changes: unknown }>(
    `SELECT user_name AS "userName", changes FROM audit_events WHERE resource = 'serverMessages' ORDER BY at, id`,
  )
  assert.deepEqual(
    events.map(({ userName, changes }) => [userName, changes]),
    [message, 'Outra.'].map((to) => [
      events[0]?.userName,
      [{ field: 'message', label: 'Mensagem', from: null, to }],
    ]),
  )

  for (const wrong of ['', ' \n', 'x'.repeat(501), 7, null])
    assert.equal((await admin.post('/server_messages', { message: wrong })).status, 422, String(wrong))
  for (const [caller, status] of [
    [await as('editor'), 403],
    [await as('auditor'), 403],
    [await as('member'), 403],
    [first.visitor, 401],
  ] as const)
    assert.equal((await caller.post('/server_messages', { message: 'Olá' })).status, status)
  await settle([...readers, stranger])
  assert.deepEqual(
    [...readers, stranger].flatMap(({ received }) => received),
    [],
  )
})

test('a rejected write sends nothing', async () => {
  const editor = await openAs(await as('editor'))
  const admin = await as('admin')
  assert.equal((await admin.post('/people', { name: 'Sem apelido', nif: '123' })).status, 422)
  await settle([editor])
  assert.deepEqual(editor.received, [])
})

test('invalid tokens and requests authenticate no socket', async () => {
  const client = await open()
  const post = async (body: string, authorization?: string) => {
    const response = await fetch(`${here}/api/websocket/auth`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    })
    await response.arrayBuffer()
    return response.status
  }
  const body = JSON.stringify({ connectionId: client.connectionId })
  const bearer = `Bearer ${(await as('editor')).tokens.access}`
  assert.equal(await post(body), 401)
  assert.equal(await post(body, 'Bearer x.y.z'), 401)
  for (const bad of [
    '{}',
    '[]',
    '{"connectionId":7}',
    '{"connectionId":"a b"}',
    `{"connectionId":"${'x'.repeat(100)}"}`,
  ])
    assert.equal(await post(bad, bearer), 400, bad)
  assert.equal(await post('{"connectionId":"of-nobody"}', bearer), 204)
  await settle([client])
  assert.deepEqual(client.received, [])
})

test('a ping is answered; an invalid message closes the socket', async () => {
  const client = await open()
  client.socket.send('{"topic":"ping"}')
  await client.next('pong')
  client.socket.send('{"topic":"something else"}')
  client.socket.send('{"topic":"ping"}')
  await client.next('pong')

  const garbage: [string | Uint8Array<ArrayBuffer>, number][] = [
    ['not json', 1003],
    ['null', 1003],
    ['{"topic":7}', 1003],
    ['[]', 1003],
    [new Uint8Array([1, 2, 3]), 1003],
    [`{"topic":"${'x'.repeat(5000)}"}`, 1009],
  ]
  for (const [message, code] of garbage) {
    const other = await open()
    other.socket.send(message)
    assert.equal((await other.closed).code, code)
  }
  const flood = await open()
  for (let count = 0; count < 200; count++) flood.socket.send('{"topic":"ping"}')
  assert.equal((await flood.closed).code, 1008)
})

test('sockets of an account that is blocked, changed or signed out are closed, others stay', async () => {
  const admin = await as('admin')
  const bystander = await openAs(await as('editor'))
  const newPassword = { password: 'outra frase bem comprida', ownPassword: goodPassword }
  for (const change of [{ blocked: true }, { role: 'member' }, newPassword]) {
    const user = await another('editor')
    const clients = [await openAs(user), await openAs(user, there)]
    assert.equal((await admin.patch(`/users/${user.userId}`, { name: 'Outro Nome' })).status, 200)
    await settle(clients)
    for (const { socket } of clients) assert.equal(socket.readyState, WebSocket.OPEN)
    assert.equal((await admin.patch(`/users/${user.userId}`, change)).status, 200)
    for (const client of clients)
      assert.deepEqual(await client.closed, { code: 1008, reason: 'session ended' })
  }
  const removed = await another('editor')
  const client = await openAs(removed)
  assert.equal((await admin.delete(`/users/${removed.userId}`)).status, 204)
  assert.equal((await client.closed).code, 1008)
  assert.equal(bystander.socket.readyState, WebSocket.OPEN)
})

test('the sockets of a session that ends are closed in every process, those of other sessions stay', async () => {
  const user = await another('editor')
  const account = { ...(await accountOf(user)), blocked: false, generation: 1 }
  const password = goodPassword
  await sql('UPDATE users SET password_hash = $1 WHERE id = $2', [await hashPassword(password), user.userId])
  const signIn = async (): Promise<TestUser> => {
    const tokens = await startSession(first.app.world, withoutTransaction(first.database), account, {
      method: 'password',
    })
    return { ...user, tokens }
  }
  const open = async (session: TestUser) => [await openAs(session), await openAs(session, there)]
  const staying = await open(user)
  const bystander = await openAs(await as('member'))
  const closes = async (clients: SocketClient[]) => {
    for (const { closed } of clients) assert.deepEqual(await closed, { code: 1008, reason: 'session ended' })
    await settle(staying)
    for (const { socket } of staying) assert.equal(socket.readyState, WebSocket.OPEN)
  }

  const signedOut = await signIn()
  const itsPages = await open(signedOut)
  assert.equal((await user.post('/auth/logout', { refreshToken: signedOut.tokens.refresh })).status, 204)
  await closes(itsPages)

  const elsewhere = await open(await signIn())
  const [last] = (await user.get(`/sessions?_userId=${user.userId}`)).body.data
  assert.equal((await user.post('/auth/end_sessions', { session: last?._id, password })).status, 204)
  await closes(elsewhere)
  assert.deepEqual(await staying[0]?.next('sessions'), { action: 'updated', ids: [], version: 0 })

  const others = [...(await open(await signIn())), ...(await open(await signIn()))]
  assert.equal((await user.post('/auth/end_sessions', { password })).status, 204)
  await closes(others)
  assert.ok(!bystander.received.some(({ topic }) => topic === 'sessions'))

  const admin = await as('admin')
  assert.equal((await admin.post(`/users/${user.userId}/end_sessions`)).status, 200)
  for (const { closed } of staying) assert.equal((await closed).code, 1008)
})

async function accountOf({ userId, role }: TestUser) {
  const [row] = await sql<{ name: string }>('SELECT name FROM users WHERE id = $1', [userId])
  return { id: userId, name: row?.name ?? '', role, personId: null }
}

test('after missed notifications every client is told to reload, also one that connects later or whose authentication was missed', async () => {
  const user = await as('editor')
  const [editor, unauthenticated] = [await openAs(user), await open()]
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'agremia listen'`,
  )
  assert.deepEqual(await editor.next('members'), { action: 'updated', ids: [], version: 0 })
  assert.equal(await editor.next('settings'), 'updated')
  assert.equal(editor.socket.readyState, WebSocket.OPEN)

  const { connectionId } = unauthenticated
  assert.deepEqual(await unauthenticated.next('handshake'), { connectionId })
  assert.equal(await authenticate(unauthenticated, user, here, 3000), 204)
  // After changes of the last seconds that tests before made.
  while (((await unauthenticated.next('members')) as { version: number }).version !== 0);
  forgetErrors(first, second)
})

function forgetErrors(...apps: TestApp[]): void {
  for (const app of apps) app.takeErrors()
}

test('an expired token gets nothing until authenticated again', async () => {
  const editor = await another('editor')
  const client = await openAs(editor)
  clock.advance({ minutes: 16 })
  await make.category()
  await settle([client], await another('editor'))
  assert.deepEqual(client.received, [])
  assert.equal(await authenticate(client, editor), 401)
})

/** The first line that answers a request for a socket. */
async function askForSocket(address: string, headers: string): Promise<string> {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /api/websocket HTTP/1.1\r\n${headers}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return String(answer).split('\r\n')[0]!
}

test('pages of other sites get no socket', async () => {
  const { publicUrl } = first.app.world.config
  for (const origin of [publicUrl, 'http://socios.exemplo.pt', 'https://socios.exemplo.pt'])
    assert.match(await askForSocket(here, `Host: socios.exemplo.pt\r\nOrigin: ${origin}`), / 101 /, origin)
  assert.match(await askForSocket(here, 'Host: socios.exemplo.pt'), / 101 /, 'programs')
  for (const origin of [
    'https://outro.pt',
    'https://socios.exemplo.pt.outro.pt',
    'null',
    'http://localhost:1',
  ])
    assert.match(await askForSocket(here, `Host: socios.exemplo.pt\r\nOrigin: ${origin}`), / 403 /, origin)
})

test(
  'an upgrade on another path is answered as an ordinary request',
  { timeout: messageTimeoutMs },
  async () => {
    const url = new URL(here)
    for (const path of ['/', '/api/', '/api/members', '/nothing', '/assets/x.js']) {
      const socket = connect(Number(url.port), url.hostname)
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      )
      let answer = ''
      socket.on('data', (data) => (answer += String(data)))
      await new Promise((resolve) => socket.once('close', resolve))
      assert.match(answer, /^HTTP\/1\.1 (200|401|404) /, path)
    }
    assert.equal((await first.visitor.get('/websocket')).status, 404)
  },
)

test(
  'a stopping server tells its pages, closes their sockets and does not wait for unresponsive clients',
  { timeout: messageTimeoutMs },
  async () => {
    const third = await testApp({ with: first })
    const address = await third.app.listen({ port: 0, host: '127.0.0.1' })
    const [client, stranger, elsewhere] = [
      await openAs(await another('member'), address),
      await open(address),
      await openAs(await another('member')),
    ]
    await third.app.close()
    for (const { closed } of [client, stranger]) assert.equal((await closed).code, 1001)
    assert.match(String(await client.next('panic')), /O que já foi guardado não se perde/)
    assert.deepEqual(
      [client, stranger, elsewhere].flatMap(({ received }) => received),
      [],
    )
  },
)
