import { randomBytes } from 'node:crypto'
import type { Caller } from '@agremia/resources/access.ts'
import type { WebSocket } from 'ws'

/** The user of a socket. */
export interface Identity {
  caller: Caller & { id: string }
  /** The user's token generation: increases when tokens are revoked. */
  generation: number
  /** The session of the token. */
  sessionId: string
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
  /** Sets the user of a connection and when it expires. */
  authenticate(connection: Connection, identity: Identity): void
  /** Connections of a person or an account. */
  of(owner: string): Iterable<Connection>
  all(): Iterable<Connection>
  count(): number
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
  const sockets = new Map<string, Connection>()
  const byOwner = new Map<string, Set<Connection>>()
  const forget = (connection: Connection) => {
    for (const owner of ownersOf(connection)) {
      const same = byOwner.get(owner)
      same?.delete(connection)
      if (same?.size === 0) byOwner.delete(owner)
    }
  }
  return {
    makeRoom: () => sockets.size < max || closeOldestUnauthenticated(sockets),
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
      sockets.set(id, connection)
      return connection
    },
    remove(connection) {
      sockets.delete(connection.id)
      forget(connection)
    },
    find: (id) => sockets.get(id),
    authenticate(connection, identity) {
      forget(connection)
      connection.identity = identity
      connection.authDeadline = identity.expires + authTimeoutMs
      for (const owner of ownersOf(connection))
        byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(connection))
    },
    of: (owner) => byOwner.get(owner) ?? [],
    all: () => sockets.values(),
    count: () => sockets.size,
  }
}

/** The ids by which records belong to the connection's user. */
function ownersOf({ identity }: Connection): string[] {
  return identity ? [identity.caller.id, identity.caller.personId].filter((id) => id !== null) : []
}

/** Time to authenticate in ms. */
export const authTimeoutMs = 30_000

/** Closes the oldest unauthenticated socket: a Map keeps insertion order. */
function closeOldestUnauthenticated(sockets: Map<string, Connection>): boolean {
  for (const connection of sockets.values()) {
    if (connection.identity) continue
    sockets.delete(connection.id)
    connection.socket.close(closeCodes.tryLater, 'too many connections')
    return true
  }
  return false
}

export const heartbeatEvery = 20_000

/** Pings all sockets. Cuts off unresponsive clients, closes unauthenticated ones, and asks again when a token expired. */
export function checkConnections(connections: Iterable<Connection>, now: number): void {
  for (const connection of connections) {
    const { socket, identity, alive, authDeadline } = connection
    if (!alive) socket.terminate()
    else if (authDeadline <= now) socket.close(closeCodes.refused, 'nobody said whose this is')
    else {
      connection.alive = false
      connection.messages = 0
      socket.ping()
      if (identity && identity.expires <= now) sendHandshake(connection)
    }
  }
}

/** Sends a handshake, which the client answers with its token through `POST /websocket/auth`. */
export function sendHandshake({ id, socket }: Connection): void {
  send(socket, { topic: 'handshake', payload: { connectionId: id } })
}

/** A message in either direction. */
export interface Message {
  topic: string
  payload: unknown
}

/** RFC 6455, section 7.4.1. */
export const closeCodes = {
  goingAway: 1001,
  notUnderstood: 1003,
  refused: 1008,
  failed: 1011,
  tryLater: 1013,
} as const

/** Clients with more unsent bytes are cut off; they load everything again when they reconnect. */
const maxUnsent = 1024 * 1024

/** Sends a message. `text` is its JSON, when it is sent to many sockets. */
export function send(socket: WebSocket, message: Message, text = JSON.stringify(message)): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > maxUnsent) return socket.terminate()
  socket.send(text)
}
