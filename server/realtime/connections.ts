import { randomBytes } from 'node:crypto'
import type { Caller } from '@agremia/resources/access.ts'
import type { WebSocket } from 'ws'
import { closeCodes } from './socket.ts'

/** Who a socket turned out to be. */
export interface Identity {
  caller: Caller & { id: string }
  /** Raised when the user's tokens are revoked. */
  generation: number
  /** When the token that was shown expires, in milliseconds since 1970. */
  expires: number
}

export interface Connection {
  readonly id: string
  readonly socket: WebSocket
  identity: Identity | undefined
  /** From when the socket may be closed if nobody says who it is. */
  patience: number
  /** Whether it answered since the last heartbeat. */
  alive: boolean
  /** Messages since the last heartbeat. */
  heard: number
}

export interface Connections {
  /** Whether one more fits; one that has not said who it is may have to go for it. */
  makeRoom(): boolean
  add(socket: WebSocket): Connection
  remove(connection: Connection): void
  find(id: string): Connection | undefined
  all(): Iterable<Connection>
}

/** Browsers that use the program at once, many times over. */
const mostSockets = 2000

/** The sockets of this process. */
export function createConnections({
  most = mostSockets,
  now,
}: {
  most?: number
  now: () => number
}): Connections {
  const held = new Map<string, Connection>()
  return {
    makeRoom: () => held.size < most || dropOldestStranger(held),
    add(socket) {
      const id = randomBytes(18).toString('base64url')
      const connection: Connection = {
        id,
        socket,
        identity: undefined,
        patience: now() + patience,
        alive: true,
        heard: 0,
      }
      held.set(id, connection)
      return connection
    },
    remove: (connection) => void held.delete(connection.id),
    find: (id) => held.get(id),
    all: () => held.values(),
  }
}

/** Time to say who it is. */
export const patience = 30_000

/** Maps keep the order of arrival: the first that is nobody's is the oldest. */
function dropOldestStranger(held: Map<string, Connection>): boolean {
  for (const connection of held.values()) {
    if (connection.identity) continue
    held.delete(connection.id)
    connection.socket.close(closeCodes.tryLater, 'too many connections')
    return true
  }
  return false
}
