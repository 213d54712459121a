import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { liftDeadline } from '../deadlines.ts'
import { spool } from '../files/spool.ts'
import { wholeAnswerLimits } from '../limits.ts'
import type { Holder, Turns } from '../turns.ts'
import { createTurns } from '../turns.ts'
import type { World } from './modules.ts'
import type { WholeAnswerKind } from '../limits.ts'

export function createWholeAnswerTurns(): Turns<WholeAnswerKind> {
  return createTurns(
    wholeAnswerLimits,
    'Há outras exportações ou listas completas a ser preparadas. Tente de novo dentro de momentos.',
  )
}

/** An answer that reads a whole query. */
export interface WholeAnswer {
  holder: Holder<WholeAnswerKind>
  /** Creates the content; called while the turn is held. */
  open: () => Promise<Readable>
  /** Called once at the end, also after errors. */
  end?: () => void
}

/** Sends an answer while holding one of the limited turns. Throws 429 when there is none. */
export async function sendWhole(
  { turns }: World,
  reply: FastifyReply,
  { holder, open, end }: WholeAnswer,
): Promise<FastifyReply> {
  const release = turns.wholeAnswers.take(holder)
  liftDeadline(reply.request)
  let stream: Readable
  try {
    stream = await open()
  } catch (error) {
    release()
    end?.()
    throw error
  }
  stream.once('close', release)
  if (end) stream.once('close', end)
  return reply.send(stream)
}

/** Buffers the parts in a temporary file: a slow client does not hold a database connection. */
export function spoolAnswer(
  { config }: World,
  begin: () => Promise<AsyncIterable<string | Uint8Array>>,
): Promise<Readable> {
  return spool(join(config.dataDir, 'temporary'), begin)
}
