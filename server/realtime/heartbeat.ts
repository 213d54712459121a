import type { Connection } from './connections.ts'
import { closeCodes, send } from './socket.ts'

export const heartbeatEvery = 20_000

/** Finds who went away without a word, who never said who they are, and whose token has expired. */
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

/** The handshake: the client answers it with its token, the first time and when that token has expired. */
export function askWho({ id, socket }: Connection): void {
  send(socket, { topic: 'handshake', payload: { connectionId: id } })
}
