import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { succeeded } from '../../testing/make.ts'
import { openSocketOf, type SocketClient } from '../../testing/socket-client.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-app.ts'

const { app, as, another, sql } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await as('admin')

test('a thousand sockets are told of a change, each member of the own records alone', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => another('member')))
  const pages = new Map<TestUser, SocketClient[]>()
  for (const member of members)
    pages.set(member, await Promise.all(Array.from({ length: 100 }, () => openSocketOf(member, address))))
  const all = [...pages.values()].flat()
  assert.equal(all.length, 1000)

  const [one, ...others] = members as [TestUser, ...TestUser[]]
  succeeded(await admin.patch(`/people/${one.personId}`, { city: 'Beja' }))
  assert.equal((await admin.patch('/settings/organisationPhone', { value: '213456789' })).status, 200)
  for (const page of all) assert.equal(await page.next('settings'), 'updated')
  for (const page of pages.get(one) ?? [])
    assert.deepEqual(await page.next('people'), { action: 'updated', ids: [one.personId], version: 2 })
  for (const other of others) for (const page of pages.get(other) ?? []) assert.deepEqual(page.received, [])
  for (const { socket } of all) socket.close()
})

/** A client that authenticates, and then reads nothing more. */
async function openSlowReader(user: TestUser) {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    'GET /api/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  let text = ''
  while (!text.includes('"connectionId"')) text += String((await once(socket, 'data'))[0])
  const [, connectionId] = /"connectionId":"([\w-]+)"/.exec(text) ?? []
  assert.equal((await user.post('/websocket/auth', { connectionId })).status, 204)
  while (!text.includes('"ready"')) text += String((await once(socket, 'data'))[0])
  socket.pause()
  return socket
}

test('a reader that stalls is cut off, so that it needs little memory; others are told everything', async () => {
  const editor = await as('editor')
  const served = new Map<number | undefined, Socket>()
  app.server.on('connection', (socket) => served.set(socket.remotePort, socket))
  const [slow, quick] = [await openSlowReader(editor), await openSocketOf(editor, address)]
  const ids = Array.from({ length: 150 }, () => newId())
  const notice = JSON.stringify({ resource: 'cashSheets', action: 'updated', ids })
  // The size of the socket buffers differs between systems; the server keeps the rest in memory.
  let batches = 0
  while (served.get(slow.localPort)?.destroyed === false) {
    assert.ok(++batches <= 200, '120 MB were sent to a client that does not read')
    // As commits do; 6 kB each.
    await sql(
      `SELECT pg_notify('agremia_changes', ($1::jsonb || jsonb_build_object('version', n))::text) FROM generate_series(1, 100) AS n`,
      [notice],
    )
    for (let version = 1; version <= 100; version++)
      assert.deepEqual(await quick.next('cashSheets'), { action: 'updated', ids, version })
  }
  assert.ok(batches > 0)
  slow.resume()
  await once(slow, 'close')
  assert.equal(quick.socket.readyState, WebSocket.OPEN)
})
