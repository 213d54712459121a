import type { FastifyInstance } from 'fastify'

/** When the program stops, closes each connection after its last response, instead of keeping it open for further requests. */
export function closeConnectionsAtEnd(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) void reply.header('connection', 'close')
    done(null, payload)
  })
  // A response whose headers left before may have announced that the connection stays open.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isStopping) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}
