import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/**
 * Answers 503 to a GET that has answered nothing after `getMs`: the client gives up a moment later, and a page must not
 * wait for a database that hangs. What the handler still does is not stopped; its answer is dropped.
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

/** Lets a request take its time: what it answers with is read whole before its first byte. */
export function liftDeadline(request: FastifyRequest): void {
  clearTimeout(timers.get(request))
}
