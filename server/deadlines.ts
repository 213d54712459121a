import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/**
 * Answers 503 to a GET without a response after `getMs`, just before clients time out: a page must not wait for a hanging database. The
 * handler is not stopped; its result is dropped.
 */
export function answerInTime(app: FastifyInstance, { getMs }: { getMs: number }): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET') {
      const timer = setTimeout(() => {
        if (!reply.sent)
          void reply.send(
            new ApiError(503, 'O servidor não respondeu a tempo. Tente de novo dentro de momentos.'),
          )
      }, getMs)
      timers.set(request, timer.unref())
    }
    done()
  })
  app.addHook('onSend', async (request) => liftDeadline(request))
  app.addHook('onRequestAbort', async (request) => liftDeadline(request))
}

/** Removes the deadline of a request, for responses that are prepared completely before the first byte. */
export function liftDeadline(request: FastifyRequest): void {
  clearTimeout(timers.get(request))
}
