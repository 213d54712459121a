import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '../limits.ts'
import { acceptsUpgrade } from '../realtime/index.ts'

/** A connection with a request, and its progress at the last check. */
interface WatchedConnection {
  request: IncomingMessage
  response: ServerResponse
  /** Bytes of responses that the operating system accepted. */
  sent: number
  /** Milliseconds without progress while bytes are waiting. */
  stalled: number
  /** The connection's `bytesRead` when the request began. */
  bytesAtStart: number
  /** Milliseconds since the request began to arrive. */
  arriving: number
}

/**
 * Closes connections whose client stopped reading, and answers 408 to requests that arrive too slowly, to free their resources. Counts
 * time in checks instead of by the clock, so that a busy or suspended process does not close good connections. WebSockets have
 * their own heartbeat.
 */
export function closeSlowConnections(app: FastifyInstance, limits: Limits): void {
  const connections = new Map<Socket, WatchedConnection>()
  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    const { socket } = request
    // Injected requests have no socket.
    if (!(socket instanceof Socket)) return
    if (request.headers.upgrade && acceptsUpgrade(request)) return void connections.delete(socket)
    if (!connections.has(socket)) socket.once('close', () => connections.delete(socket))
    connections.set(socket, {
      request,
      response,
      sent: 0,
      stalled: 0,
      bytesAtStart: socket.bytesRead,
      arriving: 0,
    })
  })

  const timer = setInterval(() => {
    for (const [socket, watched] of connections) {
      if (hasStalledReader(socket, watched)) socket.destroy()
      else if (arrivesTooSlowly(socket, watched)) answerTimeout(app, socket, watched)
    }
  }, limits.checkMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  function hasStalledReader(socket: Socket, watched: WatchedConnection): boolean {
    const sent = socket.bytesWritten - socket.writableLength
    const isMoving = socket.writableLength === 0 || sent !== watched.sent
    watched.stalled = isMoving ? 0 : watched.stalled + limits.checkMs
    watched.sent = sent
    return watched.stalled >= limits.stalledReaderMs
  }

  function arrivesTooSlowly(socket: Socket, watched: WatchedConnection): boolean {
    if (watched.request.complete) return false
    watched.arriving += limits.checkMs
    const received = socket.bytesRead - watched.bytesAtStart
    return watched.arriving > limits.bodyMs + (received / limits.bodyBytesPerSecond) * 1000
  }
}

/** Answers 408, like Node for late headers. */
function answerTimeout(app: FastifyInstance, socket: Socket, { response }: WatchedConnection): void {
  const error = Object.assign(new Error('the body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (response.headersSent) socket.destroy()
  else app.server.emit('clientError', error, socket)
}
