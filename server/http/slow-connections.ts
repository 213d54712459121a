import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from '../limits.ts'

/** What a connection had done when it was last looked at. */
interface Watched {
  /** Bytes of answers that the system took for the reader. */
  sent: number
  /** Milliseconds for which it took none of those that wait. */
  stalled: number
}

/**
 * Closes connections whose reader has stalled, so that they do not keep what their answers hold. Time is counted in looks, not
 * on the clock: a process that was busy or suspended blames nobody for it. Sockets of the realtime channel have their own heartbeat.
 */
export function closeSlowConnections(server: Server, limits: Limits): void {
  const connections = new Map<Socket, Watched>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { sent: 0, stalled: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => connections.delete(socket))

  const timer = setInterval(() => {
    for (const [socket, watched] of connections) if (hasStalledReader(socket, watched)) socket.destroy()
  }, limits.checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))

  function hasStalledReader(socket: Socket, watched: Watched): boolean {
    const sent = socket.bytesWritten - socket.writableLength
    const isMoving = socket.writableLength === 0 || sent !== watched.sent
    watched.stalled = isMoving ? 0 : watched.stalled + limits.checkMs
    watched.sent = sent
    return watched.stalled >= limits.stalledReaderMs
  }
}
