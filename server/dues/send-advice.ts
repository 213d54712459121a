import { staff } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { maybeOne, one, sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import { announce, refuseSilenced } from '../messages/index.ts'
import type { Engine } from '../rest/modules.ts'
import { bodyOf, write } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import type { Writing } from '../rest/write.ts'
import type { Asked } from './advice.ts'
import { adviceFor } from './advice.ts'
import { adviceFrames, adviceValues } from './advice-values.ts'
import { chosenCharges } from './chosen-charges.ts'
import { keepNotice } from './keep-notice.ts'

/** Sends one member what certain charges come to and how they are paid, because somebody asked for it now. */
export function sendAdviceRoute(app: FastifyInstance, engine: Engine): void {
  app.post('/payment_advice/send', (request, reply) => {
    constraintOf(staff(request.caller), request.caller)
    const { memberId, chargeIds } = bodyOf(request)
    const asked = chosenCharges({ memberId, chargeIds })
    return write(engine, request, reply, async (writing) => ({
      status: 200,
      data: await sendAdvice(writing, asked),
    }))
  })
}

async function sendAdvice(writing: Writing, asked: Asked) {
  const { db, world } = writing
  const personId = await personOf(writing, asked.memberId)
  await refuseSilenced(db, personId)
  const advice = await adviceFor(writing, asked)
  if (advice.total === 0) throw conflict('Não há nada por pagar.')
  const id = await announce(writing, {
    event: 'paymentAdvice',
    to: { personId },
    values: adviceValues(advice, world),
    about: { resource: 'members', id: asked.memberId },
    frames: adviceFrames(advice, world),
  })
  if (id === undefined)
    throw conflict(
      'Não há mensagem a enviar: a pessoa faleceu, ou o «Aviso de pagamento» está desligado na configuração das mensagens.',
    )
  const charges = (asked.chargeIds ?? []).map((chargeId) => ({ id: chargeId, step: 1 }))
  await keepNotice(writing, id, charges)
  return one(
    db,
    sql`SELECT id, channel, state, recipient, last_error AS problem FROM messages WHERE id = ${id}`,
    { id: 'uuid', channel: 'text', state: 'text', recipient: 'text?', problem: 'text?' },
  )
}

async function personOf({ db }: Pick<Writing, 'db'>, memberId: string): Promise<string> {
  const found = await maybeOne(db, sql`SELECT person_id FROM members WHERE id = ${memberId}`, {
    person_id: 'uuid',
  })
  if (!found) throw notFound()
  return found.person_id
}
