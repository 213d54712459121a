import { email } from '@agremia/resources/rules/email.ts'
import { phone, phoneKind } from '@agremia/resources/rules/phone.ts'
import { v7 as newId } from 'uuid'
import type { RowOf } from '../database/sql.ts'
import { execute, one, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall } from '../rest/modules.ts'
import { noteHeld } from '../held-messages.ts'
import { addSendingJobs } from './compose.ts'
import { obstacleOf } from './obstacle.ts'
import { findRecipient } from './recipients.ts'
import { cancelMessages, refuseWhilePaused, requeue } from './release.ts'
import { refuseSilenced } from './silence.ts'
import type { Channel } from './channels.ts'
import { addressOf } from './channels.ts'
import type { messages } from '@agremia/resources/definitions/messages.ts'

/**
 * Sends a message again: a copy when it was sent, otherwise the same message. Throws 409 while it is being sent, when it was
 * withdrawn or its single-use link is gone, and 422 when the recipient has no address.
 */
export async function resend(call: ActionCall<typeof messages, 'resend'>): Promise<unknown> {
  const { db, record } = call
  const restrictions = await findRestrictions(call)
  if (restrictions.isWithdrawn)
    throw conflict('O que esta mensagem diz deixou de valer: já não pode ser enviada.')
  if (restrictions.hadSecret && !restrictions.isSealed)
    throw conflict('Esta mensagem tinha uma ligação de uso único, que já não existe: peça uma nova.')
  if (restrictions.hadSecret && call.input.recipient)
    throw invalid({
      recipient: ['Esta mensagem tem uma ligação pessoal: só pode ir para o destino original.'],
    })
  if (!restrictions.isUrgent) refuseWhilePaused(call)
  if (!restrictions.isUrgent && typeof record.personId === 'string') await refuseSilenced(db, record.personId)
  const address = await destination(call, record.channel)
  await recordAudit(call, [{ resource: 'messages', id: record._id, action: 'resend', changes: [] }])
  if (record.state === 'sent') return copyMessage(call, address)
  await execute(db, sql`UPDATE messages SET recipient = ${address} WHERE id = ${record._id}`)
  await requeue(call, sql`id = ${record._id}`)
  return undefined
}

/** Cancels a message that was not sent yet. */
export async function cancel(call: ActionCall<typeof messages, 'cancel'>): Promise<undefined> {
  await cancelMessages(call, sql`id = ${call.record._id}`)
  await recordAudit(call, [{ resource: 'messages', id: call.record._id, action: 'cancel', changes: [] }])
  return undefined
}

type Restrictions = RowOf<typeof restrictionsShape>
const restrictionsShape = {
  isSealed: 'boolean',
  hadSecret: 'boolean',
  isUrgent: 'boolean',
  isWithdrawn: 'boolean',
} as const

async function findRestrictions({ db, record }: ActionCall<typeof messages>): Promise<Restrictions> {
  return one(
    db,
    sql`SELECT sealed IS NOT NULL AS "isSealed", had_secret AS "hadSecret", is_urgent AS "isUrgent",
             withdrawn AS "isWithdrawn" FROM messages WHERE id = ${record._id}`,
    restrictionsShape,
  )
}

/** The address of the request, that of the message, or the person's current one. */
async function destination(
  { db, record, input }: ActionCall<typeof messages>,
  channel: Channel,
): Promise<string> {
  const requested = input.recipient
  if (typeof requested === 'string') return checkedDestination(channel, requested, 'recipient')
  if (typeof record.recipient === 'string') return record.recipient
  const person = typeof record.personId === 'string' && (await findRecipient(db, record.personId))
  const current = person ? addressOf(channel, person) : null
  if (current === null) throw invalid({ recipient: ['Indique para onde enviar: a pessoa não tem contacto.'] })
  return current
}

/** The normalised address. Throws 422 on `field` when it is not valid for the channel. */
export function checkedDestination(channel: Channel, address: string, field: string): string {
  const rule = channel === 'email' ? email : phone
  const normalized = rule.normalize(address)
  const problem = rule.problem(normalized)
  if (problem) throw invalid({ [field]: [problem] })
  if (channel === 'sms' && phoneKind(normalized) === 'fixed')
    throw invalid({ [field]: ['Indique um telemóvel: os SMS não chegam a telefones fixos.'] })
  return normalized
}

/** Queues a copy of a sent message for the address, with what it was about. Returns the id and state of the copy. */
async function copyMessage(
  { db, world, record, changes, settings }: ActionCall<typeof messages>,
  address: string,
): Promise<{ _id: string; state: string }> {
  const id = newId()
  await execute(
    db,
    sql`INSERT INTO messages (id, cause, kind, channel, recipient, recipient_name, person_id, subject, body_text, body_html,
             sms_parts, about_resource, about_id, attachments, composition, is_urgent, search_text)
           SELECT ${id}, cause, kind, channel, ${address}, recipient_name, person_id, subject, body_text, body_html,
             sms_parts, about_resource, about_id, attachments, composition, is_urgent, search_text FROM messages WHERE id = ${record._id}`,
  )
  await addSendingJobs({ db, world }, [{ id, isUrgent: false, isBulk: false }])
  const obstacle = obstacleOf(world, settings, { channel: record.channel, isUrgent: false })
  if (obstacle) noteHeld(db, obstacle)
  changes.push({ resource: 'messages', action: 'created', id, version: 1 })
  return { _id: id, state: 'queued' }
}
