import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runFor, type WaitingCaller } from './database/waiting-caller.ts'
import { ApiError } from './errors.ts'

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/**
 * Answers 503 to a request without a response after `answerMs`, just before clients time out: nobody waits for a hanging database. The
 * handler is not stopped: what it reads is dropped, and what it writes is not committed. Once a commit is under way the answer waits for
 * it. Uploads have no deadline: their time is that of the connection, and of what they bring.
 */
export function answerInTime(app: FastifyInstance, { answerMs }: { answerMs: number }): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (reads(request)) begin(request, reply, answerMs)
    done()
  })
  // The body has been received.
  app.addHook('preHandler', (request, reply, done) => {
    if (reads(request) || request.headers['content-type']?.startsWith('multipart/')) return done()
    return runFor(begin(request, reply, answerMs), done)
  })
  app.addHook('onSend', async (request) => liftDeadline(request))
  app.addHook('onRequestAbort', async (request) => liftDeadline(request))
}

const reads = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

function begin(request: FastifyRequest, reply: FastifyReply, answerMs: number): WaitingCaller {
  const caller = { wasRefused: false, isCommitting: false }
  const timer = setTimeout(() => {
    if (reply.sent || caller.isCommitting) return
    caller.wasRefused = true
    void reply.send(
      new ApiError(
        503,
        'O servidor não respondeu a tempo, e nada foi feito. Tente de novo dentro de momentos.',
      ),
    )
    dropLateAnswer(reply)
  }, answerMs)
  timers.set(request, timer.unref())
  return caller
}

/** Closes what the handler sends too late: a file that stays open ends the process when its memory is collected. */
function dropLateAnswer(reply: FastifyReply): void {
  reply.send = (content) => {
    if (content instanceof Readable) content.destroy()
    return reply
  }
}

/** Removes the deadline of a request, for responses that are prepared completely before the first byte. */
export function liftDeadline(request: FastifyRequest): void {
  clearTimeout(timers.get(request))
}
