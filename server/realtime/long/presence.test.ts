import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authenticateSocket,
  openSocket,
  openSocketOf,
  type SocketClient,
} from '../../testing/socket-client.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-app.ts'

const first = await testApp()
const second = await testApp({ with: first })
const { as, another, make, clock, sql } = first
const here = await first.app.listen({ port: 0, host: '127.0.0.1' })
const there = await second.app.listen({ port: 0, host: '127.0.0.1' })

const show = ({ socket }: SocketClient, resource: string, id?: string) =>
  socket.send(JSON.stringify({ topic: 'presence', payload: id === undefined ? null : { resource, id } }))
/** Ids of the people in the next message. */
const people = async (client: SocketClient) => {
  const payload = (await client.next('presence')) as { people: { id: string; name: string }[] }
  return payload.people.map(({ id }) => id)
}
/** Waits until each process has told its sockets of two people who opened a record later, and these clients have received everything. */
async function settle(clients: readonly SocketClient[]): Promise<void> {
  const { _id } = await make.person()
  const users = [await another('editor'), await another('editor')] as const
  const witnesses = [await openSocketOf(users[0], here), await openSocketOf(users[1], there)] as const
  for (const witness of witnesses) show(witness, 'people', _id)
  for (const [index, witness] of witnesses.entries())
    assert.deepEqual(await people(witness), [users[1 - index]?.userId])
  for (const { socket } of witnesses) socket.close()
  for (const client of clients) await client.caughtUp()
}
const sorted = (...users: TestUser[]) => users.map(({ userId }) => userId).sort()
const countPresence = (clients: SocketClient[]) =>
  clients.flatMap(({ received }) => received.filter(({ topic }) => topic === 'presence')).length

test('staff with the same record open are told of each other, in all processes, until they leave', async () => {
  const [ana, rui, eva] = [await another('editor'), await another('editor'), await another('admin')]
  const member = await make.member()
  const [anas, ruis] = [await openSocketOf(ana, here), await openSocketOf(rui, there)]
  show(anas, 'members', member._id)
  show(ruis, 'members', member._id)
  const { rows } = await first.database.pool.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [
    rui.userId,
  ])
  assert.deepEqual(await anas.next('presence'), {
    resource: 'members',
    id: member._id,
    people: [{ id: rui.userId, name: rows[0]?.name }],
  })
  assert.deepEqual(await people(ruis), [ana.userId])

  const evas = await openSocketOf(eva, here)
  show(evas, 'members', member._id.toUpperCase())
  for (const [client, ...present] of [
    [anas, eva, rui],
    [ruis, ana, eva],
    [evas, ana, rui],
  ] as const)
    assert.deepEqual((await people(client)).sort(), sorted(...present))

  show(evas, 'members', (await make.member())._id)
  assert.deepEqual(await people(anas), [rui.userId])
  assert.deepEqual(await people(ruis), [ana.userId])
  show(ruis, 'members')
  assert.deepEqual(await people(anas), [])
  show(ruis, 'members', member._id)
  assert.deepEqual(await people(anas), [rui.userId])
  ruis.socket.close()
  assert.deepEqual(await people(anas), [])
})

test('somebody with two tabs counts once, and is not shown to themselves', async () => {
  const [ana, rui] = [await another('editor'), await another('editor')]
  const { _id } = await make.person()
  const [tab, otherTab, ruis] = [
    await openSocketOf(ana, here),
    await openSocketOf(ana, there),
    await openSocketOf(rui, here),
  ]
  for (const client of [otherTab, ruis]) show(client, 'people', _id)
  assert.deepEqual(await people(ruis), [ana.userId])
  show(tab, 'people', _id)
  for (const client of [tab, otherTab]) assert.deepEqual(await people(client), [rui.userId])
  tab.socket.close()
  await settle([ruis, otherTab])
  assert.equal(countPresence([ruis, otherTab]), 0, 'the other tab stays')
  otherTab.socket.close()
  assert.deepEqual(await people(ruis), [])
})

test('only staff who may read the record are shown and told', async () => {
  const [admin, editor, otherEditor] = [
    await another('admin'),
    await another('editor'),
    await another('editor'),
  ]
  const member = await another('member')
  const clients = [
    await openSocketOf(admin, here),
    await openSocketOf(editor, here),
    await openSocketOf(otherEditor, there),
    await openSocketOf(member, here),
  ] as const
  const [admins, editors, others, members] = clients
  const stranger = await openSocket(here)
  // Editors may not read accounts of administrators.
  for (const client of [...clients, stranger]) show(client, 'users', admin.userId)
  for (const client of [...clients, stranger]) show(client, 'members', 'not an id')
  for (const client of clients) show(client, 'noSuchThing', admin.userId)
  await settle([...clients, stranger])
  assert.equal(countPresence([...clients, stranger]), 0)

  for (const client of [...clients, stranger]) show(client, 'users', member.userId)
  assert.deepEqual((await people(admins)).length > 0, true)
  await settle([...clients, stranger])
  const last = async (client: SocketClient) => {
    let ids: string[] = []
    while (countPresence([client]) > 0) ids = await people(client)
    return ids.sort()
  }
  assert.deepEqual(await last(editors), sorted(admin, otherEditor))
  assert.deepEqual(await last(others), sorted(admin, editor))
  assert.equal(countPresence([members, stranger]), 0)
  assert.equal(members.socket.readyState, WebSocket.OPEN)
})

test('a socket that authenticates again is who that is, and no longer who it was', async () => {
  const [ana, rui, eva] = [await another('editor'), await another('editor'), await another('editor')]
  const member = await another('member')
  const { _id } = await make.person()
  const [anas, ruis] = [await openSocketOf(ana, here), await openSocketOf(rui, there)]
  for (const client of [anas, ruis]) show(client, 'people', _id)
  assert.deepEqual([await people(anas), await people(ruis)], [[rui.userId], [ana.userId]])
  assert.equal(await authenticateSocket(ruis, rui, here), 204)
  await settle([anas, ruis])
  assert.equal(countPresence([anas, ruis]), 0, 'a new token changes nothing')
  assert.equal(await authenticateSocket(ruis, member, here), 204)
  assert.deepEqual(await people(anas), [])
  await settle([anas, ruis])
  assert.equal(countPresence([anas, ruis]), 0, 'the member is neither shown nor told')
  assert.equal(await authenticateSocket(ruis, eva, here), 204)
  assert.deepEqual([await people(anas), await people(ruis)], [[eva.userId], [ana.userId]])
})

test('people of a process that was killed disappear, those of one that lives stay', async () => {
  const ana = await as('editor')
  const anas = await openSocketOf(ana, here)
  const { _id } = await make.person()
  show(anas, 'people', _id)
  const [one, other] = [
    { id: '0198c0de-0000-7000-8000-000000000001', name: 'Rui' },
    { id: '0198c0de-0000-7000-8000-000000000002', name: 'Eva' },
  ]
  const notify = (notice: object) => sql(`SELECT pg_notify('agremia_presence', $1)`, [JSON.stringify(notice)])
  for (const [process, person] of Object.entries({ killed: one, living: other }))
    await notify({ process, record: `people/${_id}`, people: [person] })
  assert.deepEqual(await people(anas), [one.id])
  assert.deepEqual((await people(anas)).sort(), [one.id, other.id])
  clock.advance({ seconds: 5 })
  await notify({ process: 'living', state: 'alive' })
  clock.advance({ seconds: 2 })
  assert.deepEqual(await people(anas), [other.id])
  await notify({ process: 'living', state: 'stopping' })
  assert.deepEqual(await people(anas), [])
})

test('a process that starts, or lost its connection, learns who has which record open', async () => {
  const [ana, rui] = [await another('editor'), await another('editor')]
  const { _id } = await make.person()
  const anas = await openSocketOf(ana, here)
  show(anas, 'people', _id)
  await settle([anas])
  const third = await testApp({ with: first })
  const address = await third.app.listen({ port: 0, host: '127.0.0.1' })
  const ruis = await openSocketOf(rui, address)
  show(ruis, 'people', _id)
  assert.deepEqual(await people(ruis), [ana.userId])
  assert.deepEqual(await people(anas), [rui.userId])
  const eva = await another('editor')
  const evas = await openSocketOf(eva, there)
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'agremia listen'`,
  )
  // All three processes listen again.
  for (const client of [ruis, anas, evas]) await client.next('settings')
  show(evas, 'people', _id)
  const seen = new Set<string>()
  while (seen.size < 2) for (const id of await people(evas)) seen.add(id)
  assert.deepEqual([...seen].sort(), sorted(ana, rui))
  // In order, so without waiting for silence.
  await third.app.close()
  let present: string[] = []
  while (present.join() !== eva.userId) present = await people(anas)
  for (const app of [first, second, third]) app.takeErrors()
})
