import type { Connection } from './connections.ts'
import { closeCodes, send } from './socket.ts'

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
