import type { WebSocket } from 'ws'

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
