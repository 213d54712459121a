import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebSocket } from 'ws'
import type { Connection, Identity } from './connections.ts'
import { checkConnections, createConnections } from './connections.ts'

interface Fake {
  sent: string[]
  connection: Connection
}

const now = 0
const identity = (expires: number): Identity => ({
  caller: { id: 'x', name: 'X', role: 'editor', personId: null },
  generation: 1,
  sessionId: 's1',
  expires,
})

function connections(max?: number) {
  const sockets = createConnections({ max, now: () => now })
  const add = (): Fake => {
    const sent: string[] = []
    const socket = {
      readyState: 1,
      OPEN: 1,
      bufferedAmount: 0,
      ping: () => sent.push('ping'),
      send: (text: string) => sent.push((JSON.parse(text) as { topic: string }).topic),
      close: (code: number) => sent.push(`close ${code}`),
      terminate: () => sent.push('terminate'),
    }
    return { sent, connection: sockets.add(socket as unknown as WebSocket) }
  }
  return { sockets, add }
}

test('a client that misses a heartbeat is cut off', () => {
  const { sockets, add } = connections()
  const [silent, lively] = [add(), add()]
  checkConnections(sockets.all(), now)
  lively.connection.alive = true
  checkConnections(sockets.all(), now)
  assert.deepEqual(silent.sent, ['ping', 'terminate'])
  assert.deepEqual(lively.sent, ['ping', 'ping'])
})

test('an unauthenticated socket is closed after thirty seconds', () => {
  const { sockets, add } = connections()
  const unauthenticated = add()
  checkConnections(sockets.all(), now + 29_999)
  unauthenticated.connection.alive = true
  checkConnections(sockets.all(), now + 30_000)
  assert.deepEqual(unauthenticated.sent, ['ping', 'close 1008'])
})

test('a client with an expired token is asked again, and closed when it does not answer', () => {
  const { sockets, add } = connections()
  const { sent, connection } = add()
  connection.identity = identity(900_000)
  connection.authDeadline = 930_000
  for (const time of [20_000, 899_999, 900_000, 920_000, 930_000]) {
    connection.alive = true
    checkConnections(sockets.all(), time)
  }
  assert.deepEqual(sent, ['ping', 'ping', 'ping', 'handshake', 'ping', 'handshake', 'close 1008'])
})

test('above the limit the oldest unauthenticated socket is closed; authenticated ones stay', () => {
  const { sockets, add } = connections(3)
  const [authenticated, unauthenticated, other] = [add(), add(), add()]
  authenticated.connection.identity = identity(1)
  assert.ok(sockets.makeRoom())
  assert.deepEqual([authenticated.sent, unauthenticated.sent, other.sent], [[], ['close 1013'], []])
  assert.equal(sockets.find(unauthenticated.connection.id), undefined)
  add().connection.identity = identity(1)
  other.connection.identity = identity(1)
  assert.ok(!sockets.makeRoom())
  sockets.remove(other.connection)
  assert.ok(sockets.makeRoom())
})
