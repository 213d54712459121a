import { initials } from '@agremia/resources/rules/names.ts'
import type { FastifyInstance } from 'fastify'
import { limitAttempts } from '../auth/index.ts'
import { notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { readReceipt } from './read-receipt.ts'
import { paymentOfCode } from './receipt-code.ts'

/** Whether a receipt that somebody was shown is one of ours and still holds, for whoever has the link that it carries. */
export function receiptCheckRoute(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { code: string } }>(
    '/receipt_information/:code',
    { config: { open: true } },
    async (request) => {
      const { world } = engine
      await limitAttempts(world, [['paymentInformation', request.ip]])
      return { data: await answerReceipt(engine, request.params.code) }
    },
  )
}

async function answerReceipt(engine: Engine, code: string) {
  const id = await paymentOfCode(engine.world, code)
  if (id === undefined) throw notFound()
  const { title, number, date, amount, status, name } = await readReceipt(engine, id)
  return {
    title,
    number,
    date,
    amount: amount / 100,
    member: initials(name),
    status,
  }
}
