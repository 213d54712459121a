import { email } from '@agremia/resources/rules/email.ts'
import { phone, phoneKind } from '@agremia/resources/rules/phone.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, one, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import type { ActionCall } from '../rest/modules.ts'
import { recordAudit } from '../rest/audit.ts'
import type { Channel } from './compose.ts'
import { addressOf } from './compose.ts'
import { copyMessage } from './copy-message.ts'
import { findRecipient } from './recipient-values.ts'
import { refuseSilenced } from './silence.ts'
import { cancelMessages, queueAgain, refuseWhilePaused } from './release.ts'

/**
 * Sends a message again: the same one when it did not arrive, a copy when it did. Throws 409 while it is being sent, or
 * when what it said was only for once, and 422 when there is nowhere to send it.
 */
export async function resend(call: ActionCall): Promise<unknown> {
  const { db, record } = call
  if (record['state'] === 'sending') throw conflict('A mensagem está a ser enviada neste momento.')
  const kept = await findKept(call)
  if (kept.isWithdrawn) throw conflict('O que esta mensagem diz deixou de valer: já não pode ser enviada.')
  if (kept.hadSecret && !kept.isSealed)
    throw conflict('Esta mensagem tinha uma ligação de uso único, que já não existe: peça uma nova.')
  if (kept.hadSecret && call.input['recipient'])
    throw invalid({
      recipient: ['Esta mensagem tem uma ligação pessoal: só pode ir para o destino original.'],
    })
  if (record['channel'] === 'letter') throw conflict('As cartas imprimem-se; não são enviadas pelo programa.')
  if (!kept.isUrgent) refuseWhilePaused(call)
  if (!kept.isUrgent && typeof record['personId'] === 'string') await refuseSilenced(db, record['personId'])
  const recipient = await destination(call, record['channel'] as Channel)
  await recordAudit(call, [{ resource: 'messages', id: record._id, action: 'resend', changes: [] }])
  if (record['state'] === 'sent') return copyMessage(call, recipient)
  await execute(db, sql`UPDATE messages SET recipient = ${recipient} WHERE id = ${record._id}`)
  await queueAgain(call, sql`id = ${record._id}`)
  return undefined
}

/** Stops a message that has not left. */
export async function cancel(call: ActionCall): Promise<undefined> {
  const stopped = await cancelMessages(call, sql`id = ${call.record._id}`)
  if (stopped.length === 0) throw conflict('Só se cancela uma mensagem em fila ou retida.')
  await recordAudit(call, [{ resource: 'messages', id: call.record._id, action: 'cancel', changes: [] }])
  return undefined
}

type Kept = RowOf<typeof keptShape>
const keptShape = {
  isSealed: 'boolean',
  hadSecret: 'boolean',
  isUrgent: 'boolean',
  isWithdrawn: 'boolean',
} as const

async function findKept({ db, record }: ActionCall): Promise<Kept> {
  return one(
    db,
    sql`SELECT sealed IS NOT NULL AS "isSealed", had_secret AS "hadSecret", is_urgent AS "isUrgent",
             withdrawn AS "isWithdrawn" FROM messages WHERE id = ${record._id}`,
    keptShape,
  )
}

/** Where it goes now: where it is told to, where the person is reached today, or where it went. */
async function destination({ db, record, input }: ActionCall, channel: Channel): Promise<string> {
  const given = input['recipient']
  if (typeof given === 'string') return checkedDestination(channel, given, 'recipient')
  if (typeof record['recipient'] === 'string') return record['recipient']
  const person = typeof record['personId'] === 'string' && (await findRecipient(db, record['personId']))
  const current = person ? addressOf(channel, person) : null
  if (current === null) throw invalid({ recipient: ['Indique para onde enviar: a pessoa não tem contacto.'] })
  return current
}

/** Throws 422 on `field` when the destination is not one of the channel. */
export function checkedDestination(channel: Channel, given: string, field: string): string {
  const rule = channel === 'email' ? email : phone
  const normal = rule.normalize(given)
  const problem = rule.problem(normal)
  if (problem) throw invalid({ [field]: [problem] })
  if (channel === 'sms' && phoneKind(normal) === 'fixed')
    throw invalid({ [field]: ['Indique um telemóvel: os SMS não chegam a telefones fixos.'] })
  return normal
}
