import { randomBytes } from 'node:crypto'
import type { Caller } from '@agremia/resources/access.ts'
import type { WebSocket } from 'ws'
import { closeCodes } from './socket.ts'

/** The user of a socket. */
export interface Identity {
  caller: Caller & { id: string }
  /** The user's token generation: increases when tokens are revoked. */
  generation: number
  /** Expiry of the token in ms since 1970. */
  expires: number
}

export interface Connection {
  readonly id: string
  readonly socket: WebSocket
  identity: Identity | undefined
  /** Time in ms after which the socket is closed unless the client authenticates. */
  authDeadline: number
  /** Whether the client answered since the last heartbeat. */
  alive: boolean
  /** Messages since the last heartbeat. */
  messages: number
}

export interface Connections {
  /** Whether there is room for another socket; may close the oldest unauthenticated one. */
  makeRoom(): boolean
  add(socket: WebSocket): Connection
  remove(connection: Connection): void
  find(id: string): Connection | undefined
  all(): Iterable<Connection>
}

/** Far above the number of browsers in use at once. */
const maxSockets = 2000

/** The sockets of this process. */
export function createConnections({
  max = maxSockets,
  now,
}: {
  max?: number
  now: () => number
}): Connections {
  const held = new Map<string, Connection>()
  return {
    makeRoom: () => held.size < max || closeOldestUnauthenticated(held),
    add(socket) {
      const id = randomBytes(18).toString('base64url')
      const connection: Connection = {
        id,
        socket,
        identity: undefined,
        authDeadline: now() + authTimeoutMs,
        alive: true,
        messages: 0,
      }
      held.set(id, connection)
      return connection
    },
    remove: (connection) => void held.delete(connection.id),
    find: (id) => held.get(id),
    all: () => held.values(),
  }
}

/** Time to authenticate in ms. */
export const authTimeoutMs = 30_000

/** Closes the oldest unauthenticated socket: a Map keeps insertion order. */
function closeOldestUnauthenticated(held: Map<string, Connection>): boolean {
  for (const connection of held.values()) {
    if (connection.identity) continue
    held.delete(connection.id)
    connection.socket.close(closeCodes.tryLater, 'too many connections')
    return true
  }
  return false
}
