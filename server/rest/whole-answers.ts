import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Engine } from './modules.ts'

/** Files hold a connection of the pool for as long as their reader takes. */
const mostAtOnce = 4
/** A reader that takes nothing for this long has gone. */
const longestPause = 60_000

const turns = new WeakMap<Engine, number>()

/** One of the few files that may be under way at once; the answer gives the turn back. Throws 429. */
export function takeTurn(engine: Engine): () => void {
  const running = turns.get(engine) ?? 0
  if (running >= mostAtOnce) {
    throw new ApiError(429, 'Há outras exportações em curso. Tente daqui a pouco.', {
      headers: { 'retry-after': '10' },
    })
  }
  turns.set(engine, running + 1)
  return () => void turns.set(engine, (turns.get(engine) ?? 1) - 1)
}

/** Sends an answer that reads a whole query. Whatever becomes of it, `end` is called, which gives back what it held. */
export function sendWhole(reply: FastifyReply, stream: Readable, end?: () => void): FastifyReply {
  if (end) stream.once('close', end)
  reply.raw.setTimeout(longestPause, () => reply.raw.destroy())
  return reply.send(stream)
}
