import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, exists, many, one, raiseVersion, raw, sql } from '../../database/sql.ts'
import { conflict, invalid } from '../../errors.ts'
import { noteHeld } from '../../held-messages.ts'
import { normalizeTexts, obstacleOf } from '../../messages/index.ts'
import type { FieldChange } from '../../rest/audit.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import { selectionErrors } from '../../rest/chosen-records.ts'
import type { ActionCall, Context, HookContext, Hooks } from '../../rest/modules.ts'
import { audienceIn, countAudience, storeAudience } from './audience.ts'
import type { FieldMessages } from '../../errors.ts'
import type { paymentMessage } from '@agremia/resources/definitions/payment-messages.ts'

/** Later times are probably typing errors in the year. */
const maxDaysAhead = 366

export const noRecipients = 'Escolha a quem se escreve.'

/** Drafts are plain records; scheduled and sent messages cannot be changed. */
export const paymentMessageHooks: Hooks<typeof paymentMessage> = {
  validate: async (context) => ({
    errors: {
      ...(await unknownIdErrors(context)),
      ...normalizeTexts(context, paymentMessageTexts),
      ...debtsProblems(context),
    },
  }),
  async beforeSave({ before, set, caller }) {
    if (before && before.status !== 'draft') throw conflict(notDraftReason(before.status))
    if (!before) set({ createdByName: caller.name })
  },
  async beforeDelete({ record }) {
    if (record.status !== 'draft') throw conflict('Só se eliminam rascunhos.')
  },
}

function notDraftReason(status: unknown): string {
  return status === 'scheduled' || status === 'failed'
    ? 'Volte a pôr a mensagem em rascunho para a alterar.'
    : 'A mensagem já foi enviada: não se altera.'
}

/** Errors of the search of charges, by field; runs no query. */
export function debtsProblems({
  world,
  merged,
  caller,
  today,
}: Pick<HookContext<typeof paymentMessage>, 'world' | 'merged' | 'caller' | 'today'>): FieldMessages {
  const { debts } = merged
  if (debts === null || debts === undefined) return {}
  if (Object.hasOwn(debts, 'ids'))
    return { debts: ['As que são escolhidas uma a uma vão em unsettledPaymentIds.'] }
  return selectionErrors(world, 'unsettledPayments', debts, { caller, today, field: 'debts' })
}

/** Errors when members or charges that were chosen one by one do not exist. */
async function unknownIdErrors({ db, values }: HookContext<typeof paymentMessage>): Promise<FieldMessages> {
  const errors: FieldMessages = {}
  for (const [field, table] of [
    ['memberIds', 'members'],
    ['unsettledPaymentIds', 'unsettled_payments'],
  ] as const) {
    const ids = values[field]
    if (!ids?.length) continue
    const { count } = await one(
      db,
      sql`SELECT count(*)::integer AS count FROM ${raw(table)} WHERE id = ANY(${ids}::uuid[])`,
      { count: 'integer' },
    )
    const isKnown = count === new Set(ids.map((id) => id.toLowerCase())).size
    if (!isKnown) errors[field] = ['Há escolhidos que não existem.']
  }
  return errors
}

/**
 * Sends the message now. One that failed half-way continues; one of which nothing was written starts anew. Throws 409 when it is
 * scheduled or was sent.
 */
export async function sendPaymentMessage(
  call: ActionCall<typeof paymentMessage, 'send'>,
): Promise<undefined> {
  const { db, record, world, settings } = call
  const { status } = record
  const isInterrupted = status === 'failed' && (await isComposing(db, record.batchId))
  if (!isInterrupted && (await hasMessages(db, record.batchId))) throw conflict(cancelledHalfway)
  if (isInterrupted) await setStatus(call, sql`status = 'sending', problem = NULL`)
  else if (!(await startBatch(call, { ...record, id: record._id })))
    throw invalid({ memberIds: [noRecipients] })
  await world.jobs.add(db, 'paymentMessages', [{ data: { id: record._id } }])
  const channel = record.channel === 'preferred' ? 'email' : record.channel
  const obstacle = obstacleOf(world, settings, { channel, isUrgent: false })
  if (obstacle) noteHeld(db, obstacle, 2)
  await recordStatus(call, 'send', 'sending')
  return undefined
}

const cancelledHalfway =
  'O envio foi cancelado a meio, depois de escrever a algumas pessoas: escreva uma mensagem nova.'

async function isComposing(db: Querying, batchId: unknown): Promise<boolean> {
  return exists(db, sql`SELECT FROM message_batches WHERE id = ${batchId ?? null} AND state = 'composing'`)
}

type StartContext = Pick<Context, 'db' | 'world' | 'today' | 'changes'>

/**
 * Creates the message batch with its recipients as of now. Returns whether there is any recipient; otherwise nothing is written.
 */
export async function startBatch(
  writing: StartContext & { caller?: Context['caller'] },
  record: Record<string, unknown> & { id: string },
): Promise<boolean> {
  const { db, today, changes, world } = writing
  const audience = audienceIn(record)
  const context = { caller: writing.caller ?? { role: 'editor' as const }, today }
  const batchId = newId()
  const rows = await many(
    db,
    sql`INSERT INTO message_batches (id, search_text, subject, body, sms_text, channel, cause, audience, created_by_name)
           SELECT ${batchId}, search_text, subject, body, sms_text, channel, 'paymentMessage', '{}', created_by_name
           FROM payment_message WHERE id = ${record.id} RETURNING id, version`,
    idAndVersion,
  )
  const total = await storeAudience(writing, audience, { ...context, batchId })
  if (total === 0) {
    await execute(db, sql`DELETE FROM message_batches WHERE id = ${batchId}`)
    return false
  }
  await execute(db, sql`UPDATE message_batches SET total = ${total} WHERE id = ${batchId}`)
  changes.push(...changesOf('messageBatches', 'created', rows))
  await setStatus(
    { db, changes, record: { _id: record.id } },
    sql`status = 'sending', problem = NULL, batch_id = ${batchId}, sent_at = ${world.clock()}`,
  )
  return true
}

/** Schedules the message; its recipients are determined when it is sent. Throws 409 when it is not a draft. */
export async function schedulePaymentMessage(
  call: ActionCall<typeof paymentMessage, 'schedule'>,
): Promise<undefined> {
  const { db, world, record, input, caller, today } = call
  const at = new Date(input.scheduledAt)
  const wait = at.getTime() - world.clock().getTime()
  if (wait <= 0) throw invalid({ scheduledAt: ['Indique um momento que ainda não passou.'] })
  if (wait > maxDaysAhead * 86_400_000)
    throw invalid({ scheduledAt: ['Indique um momento dentro de um ano.'] })
  if ((await countAudience({ world, db }, audienceIn(record), { caller, today })) === 0)
    throw invalid({ memberIds: [noRecipients] })
  await setStatus(call, sql`status = 'scheduled', scheduled_at = ${at}`)
  await addScheduledJob({ db, world }, { id: record._id, at })
  await recordStatus(call, 'schedule', 'scheduled', [
    { field: 'scheduledAt', from: record.scheduledAt ?? null, to: at.toISOString() },
  ])
  return undefined
}

/** Adds the job of a scheduled message, due at its time. */
export async function addScheduledJob(
  { db, world }: Pick<Context, 'db' | 'world'>,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  const after = Math.max(0, (at.getTime() - world.clock().getTime()) / 1000)
  await world.jobs.add(db, 'paymentMessages', [{ data: { id, at: at.toISOString() }, after }])
}

/** Makes a scheduled message, or a failed one without any written message, a draft again. Throws 409 for others. */
export async function unschedulePaymentMessage(
  call: ActionCall<typeof paymentMessage, 'unschedule'>,
): Promise<undefined> {
  const { db, record } = call
  const { status } = record
  if (status === 'failed' && (await hasMessages(db, record.batchId)))
    throw conflict('Já há mensagens escritas: não volta a rascunho.')
  await cancelComposingBatch(call)
  await setStatus(
    call,
    sql`status = 'draft', scheduled_at = NULL, sent_at = NULL, problem = NULL, batch_id = NULL`,
  )
  await recordStatus(call, 'unschedule', 'draft')
  return undefined
}

async function cancelComposingBatch({
  db,
  record,
  changes,
}: ActionCall<typeof paymentMessage>): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE message_batches SET state = 'cancelled', ${raiseVersion()}
           WHERE id = ${record.batchId ?? null} AND state = 'composing' RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('messageBatches', 'updated', rows))
}

async function hasMessages(db: Querying, batchId: unknown): Promise<boolean> {
  return exists(db, sql`SELECT FROM messages WHERE batch_id = ${batchId ?? null} LIMIT 1`)
}

/** Records an action that changed the status, with further changes. */
async function recordStatus(
  call: ActionCall<typeof paymentMessage>,
  action: string,
  to: string,
  further: readonly FieldChange[] = [],
): Promise<void> {
  const { record } = call
  const changes = [{ field: 'status', from: record.status, to }, ...further]
  await recordAudit(call, [{ resource: 'paymentMessage', id: record._id, action, changes }])
}

async function setStatus(
  {
    db,
    changes,
    record,
  }: Pick<ActionCall<typeof paymentMessage>, 'db' | 'changes'> & { record: { _id: string } },
  columns: Sql,
): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE payment_message SET ${columns}, ${raiseVersion()} WHERE id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('paymentMessage', 'updated', rows))
}
