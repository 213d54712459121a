import { many, one, sql } from '../../database/sql.ts'
import type { Querying } from '../../database/querying.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import type {
  BatchComposer,
  Composed,
  Composition,
  LeftOutReason,
  PersonalContent,
  WaitingMessage,
} from '../../messages/index.ts'
import { isWaiting } from '../../messages/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import { adviceFor } from '../advice/advice.ts'
import type { AdviceContext } from '../advice/advice-request.ts'
import { adviceFrames, adviceValues } from '../advice/advice-values.ts'
import { ensureReference } from '../intents/request-intent.ts'
import { isOwed } from '../ledger/conditions.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { World } from '../../rest/modules.ts'

/** SQL: whether the message to the batch recipient `b` is about the charge `c`. */
export const isInBatch = sql`(b.charge_ids IS NULL OR c.id = ANY(b.charge_ids))`
/** SQL: the open charges of the batch recipient `b` that the message is about. */
const openChargesOf = sql`unsettled_payments c WHERE c.member_id = b.member_id AND ${isOwed} AND ${isInBatch}`

interface MessageOptions {
  attachesAdvice: boolean
  /** Author's name, for the audit events of the charges. */
  createdByName: string
}

/** Composer of payment messages: each member's open charges at that moment and how to pay them. They do not count as reminders. */
export function paymentMessageComposer({ attachesAdvice, createdByName }: MessageOptions): BatchComposer {
  return {
    chunk: 50,
    async beforehand(world, batchId, memberIds, signal) {
      for (const memberId of memberIds) {
        if (signal.aborted) return
        const { chargeIds } = await chargesOf(world.database.pool, batchId, memberId)
        await ensureReference(world, { memberId, type: null, year: null, chargeIds })
      }
    },
    async leaveOut({ db }, batchId, memberIds) {
      // Locks all ledgers in one statement (ordered by id), to avoid deadlocks.
      await lockLedger(db, memberIds)
      return findWithoutDebt(db, batchId, memberIds)
    },
    async tell(context, batchId, { memberId }) {
      const { db } = context
      const { chargeIds, open } = await chargesOf(db, batchId, memberId)
      const composition: MessageComposition = {
        composer: 'paymentMessage',
        batchId,
        chargeIds,
        attachesAdvice,
      }
      await recordAudit(
        { db, address: null, caller: { id: null, name: createdByName, role: 'editor', personId: null } },
        open.map((id) => ({ resource: 'unsettledPayments', id, action: 'tell', changes: [] })),
      )
      const { content } = await contentOf(context, memberId, composition)
      return { ...content, about: { resource: 'members', id: memberId }, composition }
    },
  }
}

/** What a payment message is composed from. */
interface MessageComposition extends Composition {
  composer: 'paymentMessage'
  batchId: string
  /** Null: all charges of the member. */
  chargeIds: string[] | null
  attachesAdvice: boolean
}

const isPaymentMessage = (
  message: WaitingMessage,
): message is WaitingMessage & { composition: MessageComposition } =>
  message.composition.composer === 'paymentMessage'

/** What a payment message says to a member, for its writing, sending and printing, and the amount in euros. */
async function contentOf(
  context: AdviceContext,
  memberId: string,
  { chargeIds, attachesAdvice }: MessageComposition,
): Promise<{ total: Euros; content: PersonalContent }> {
  const advice = await adviceFor(context, { memberId, type: null, year: null, chargeIds })
  return {
    total: advice.total,
    content: {
      values: adviceValues(advice, context.world),
      frames: adviceFrames(advice, context.world),
      attachments:
        attachesAdvice && advice.publicId ? [{ document: 'advice', id: advice.publicId }] : undefined,
    },
  }
}

/** Asks the gateway for the references that payment messages need. */
export async function preparePaymentMessages(
  world: World,
  messages: readonly WaitingMessage[],
): Promise<void> {
  for (const { aboutId, composition } of messages.filter(isPaymentMessage))
    await ensureReference(world, {
      memberId: aboutId,
      type: null,
      year: null,
      chargeIds: composition.chargeIds,
    })
}

/** What payment messages say now. Members who owe nothing of it get none. */
export async function composePaymentMessages(
  context: AdviceContext,
  messages: readonly WaitingMessage[],
): Promise<Map<string, Composed>> {
  const { db } = context
  const chosen = messages.filter(isPaymentMessage)
  await lockLedger(
    db,
    chosen.map(({ aboutId }) => aboutId),
  )
  const waiting = await many(
    db,
    sql`SELECT m.id FROM messages m WHERE m.id = ANY(${chosen.map(({ id }) => id)}::uuid[]) AND ${isWaiting('m')}
        ORDER BY m.id FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  const ids = new Set(waiting.map(({ id }) => id))
  const composed = new Map<string, Composed>()
  for (const { id, aboutId, composition } of chosen.filter((message) => ids.has(message.id))) {
    const { total, content } = await contentOf(context, aboutId, composition)
    const { batchId } = composition
    composed.set(id, total === 0 ? { withdrawn: 'settled' } : { textOf: { batchId }, ...content })
  }
  return composed
}

async function findWithoutDebt(
  db: Querying,
  batchId: string,
  memberIds: readonly string[],
): Promise<Map<string, LeftOutReason>> {
  const rows = await many(
    db,
    sql`SELECT b.member_id AS id FROM message_batch_people b
           WHERE b.batch_id = ${batchId} AND b.member_id = ANY(${memberIds}::uuid[]) AND NOT EXISTS (SELECT FROM ${openChargesOf})`,
    { id: 'uuid' },
  )
  return new Map(rows.map(({ id }) => [id, 'noDebt']))
}

/** The chosen charges of a recipient (null: all), and the open ones among them. */
async function chargesOf(
  db: Querying,
  batchId: string,
  memberId: string,
): Promise<{ chargeIds: string[] | null; open: string[] }> {
  return one(
    db,
    sql`SELECT b.charge_ids AS "chargeIds", ARRAY(SELECT c.id FROM ${openChargesOf}) AS open FROM message_batch_people b
           WHERE b.batch_id = ${batchId} AND b.member_id = ${memberId}`,
    { chargeIds: 'uuid[]?', open: 'uuid[]' },
  )
}
