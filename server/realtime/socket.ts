import type { WebSocket } from 'ws'

/** What travels on a socket, both ways. */
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

/** What a client has not taken by now it never will; it asks again when it comes back. */
const mostUnsent = 1024 * 1024

/** `text` is the message already written, when it goes to many. */
export function send(socket: WebSocket, message: Message, text = JSON.stringify(message)): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostUnsent) return socket.terminate()
  socket.send(text)
}
