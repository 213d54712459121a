import type { Connection } from './connections.ts'
import { closeCodes, send } from './socket.ts'

export const heartbeatEvery = 20_000

/** Pings all sockets. Cuts off unresponsive clients, closes unauthenticated ones, and asks again when a token expired. */
export function beat(connections: Iterable<Connection>, now: number): void {
  for (const connection of connections) {
    const { socket, identity, alive, patience } = connection
    if (!alive) socket.terminate()
    else if (patience <= now) socket.close(closeCodes.refused, 'nobody said whose this is')
    else {
      connection.alive = false
      connection.heard = 0
      socket.ping()
      if (identity && identity.expires <= now) askWho(connection)
    }
  }
}

/** Sends a handshake, which the client answers with its token through `POST /websocket/auth`. */
export function askWho({ id, socket }: Connection): void {
  send(socket, { topic: 'handshake', payload: { connectionId: id } })
}
