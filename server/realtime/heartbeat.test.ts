import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebSocket } from 'ws'
import type { Connection, Identity } from './connections.ts'
import { createConnections } from './connections.ts'
import { beat } from './heartbeat.ts'

interface Fake {
  said: string[]
  connection: Connection
}

const now = 0
const identity = (expires: number): Identity => ({
  caller: { id: 'x', name: 'X', role: 'editor', personId: null },
  generation: 1,
  expires,
})

function connections(most?: number) {
  const held = createConnections({ most, now: () => now })
  const add = (): Fake => {
    const said: string[] = []
    const socket = {
      readyState: 1,
      OPEN: 1,
      bufferedAmount: 0,
      ping: () => said.push('ping'),
      send: (text: string) => said.push((JSON.parse(text) as { topic: string }).topic),
      close: (code: number) => said.push(`close ${code}`),
      terminate: () => said.push('terminate'),
    }
    return { said, connection: held.add(socket as unknown as WebSocket) }
  }
  return { held, add }
}

test("a client that misses a heartbeat is cut off'", () => {
  const { held, add } = connections()
  const [silent, lively] = [add(), add()]
  beat(held.all(), now)
  lively.connection.alive = true
  beat(held.all(), now)
  assert.deepEqual(silent.said, ['ping', 'terminate'])
  assert.deepEqual(lively.said, ['ping', 'ping'])
})

test("an unauthenticated socket is closed after thirty seconds'", () => {
  const { held, add } = connections()
  const stranger = add()
  beat(held.all(), now + 29_999)
  stranger.connection.alive = true
  beat(held.all(), now + 30_000)
  assert.deepEqual(stranger.said, ['ping', 'close 1008'])
})

test("a client with an expired token is asked again, and closed when it does not answer'", () => {
  const { held, add } = connections()
  const { said, connection } = add()
  connection.identity = identity(900_000)
  connection.patience = 930_000
  for (const time of [20_000, 899_999, 900_000, 920_000, 930_000]) {
    connection.alive = true
    beat(held.all(), time)
  }
  assert.deepEqual(said, ['ping', 'ping', 'ping', 'handshake', 'ping', 'handshake', 'close 1008'])
})

test("above the limit the oldest unauthenticated socket is closed; authenticated ones stay'", () => {
  const { held, add } = connections(3)
  const [named, stranger, other] = [add(), add(), add()]
  named.connection.identity = identity(1)
  assert.ok(held.makeRoom())
  assert.deepEqual([named.said, stranger.said, other.said], [[], ['close 1013'], []])
  assert.equal(held.find(stranger.connection.id), undefined)
  add().connection.identity = identity(1)
  other.connection.identity = identity(1)
  assert.ok(!held.makeRoom())
  held.remove(other.connection)
  assert.ok(held.makeRoom())
})
