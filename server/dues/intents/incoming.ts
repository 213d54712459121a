import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { gateways, type GatewayName } from '@agremia/resources/gateways.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../../database/querying.ts'
import {
  execute,
  jsonOf,
  many,
  maybeOne,
  raiseVersion,
  sql,
  textOf,
  type RowOf,
  type Sql,
} from '../../database/sql.ts'
import { ApiError, conflict, reasonOf } from '../../errors.ts'
import type { PaymentNotice } from '../../gateways/index.ts'
import { byProgram, recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import { planOf } from '../../rest/modules.ts'
import { confirmPayments } from '../payments/confirm-payments.ts'
import { returnPayment } from '../payments/return-payment.ts'
import { createContext } from '../../rest/write-request.ts'
import { saveRecord } from '../../rest/write.ts'
import { isOwed, isReceived } from '../ledger/conditions.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { Context, World } from '../../rest/modules.ts'

/** What a gateway learns of its notice: whether the program knows the payment, and whether its amount is right. */
export type Reception = 'accepted' | 'known' | 'unknown' | 'wrongAmount'

/**
 * Stores what a gateway says that was paid, once, with a job that registers it. Nothing else is done with it here: the gateway waits for the
 * answer, and sends the notice again when the process dies.
 */
export async function receiveNotice(world: World, notice: PaymentNotice): Promise<Reception> {
  const { gateway, key, isRefund, kind, amount, fee, paidAt, entity, reference, orderId, externalId, raw } =
    notice
  return writeInTransaction(world, async (db, changes) => {
    const id = newId()
    const inserted = await execute(
      db,
      sql`INSERT INTO incoming_payments (id, gateway, key, kind, amount, fee, paid_at, entity, reference, order_id, external_id, raw)
          VALUES (${id}, ${gateway}, ${key}, ${isRefund ? 'refund' : kind}, ${amount}, ${fee},
            coalesce(${paidAt}::timestamp AT TIME ZONE 'Europe/Lisbon', ${world.clock()}::timestamptz), ${entity}, ${reference}, ${orderId}, ${externalId}, ${raw}::jsonb)
          ON CONFLICT (gateway, key) DO NOTHING`,
    )
    if (inserted > 0) {
      await world.jobs.add(db, 'incomingPayments', [{ data: { id } }])
      changes.push({ resource: 'incomingPayments', action: 'created', id, version: 1 })
    }
    const intent = await findIntent(db, notice)
    if (!intent) return 'unknown'
    if (intent.amount !== amount) return 'wrongAmount'
    return inserted > 0 ? 'accepted' : 'known'
  })
}

type Intent = RowOf<typeof intentShape>
const intentShape = {
  id: 'uuid',
  memberId: 'uuid',
  amount: 'cents',
  status: 'text',
  chargeIds: 'uuid[]',
  paidAt: 'moment?',
} as const
const intentColumns = sql`i.id, i.member_id AS "memberId", i.amount, i.status, i.charge_ids AS "chargeIds", i.paid_at AS "paidAt"`

/** The intent that a notice is of: by the id of the gateway, by ours, or by the reference. */
async function findIntent(
  db: Querying,
  {
    gateway,
    orderId,
    externalId,
    entity,
    reference,
  }: Pick<PaymentNotice, 'gateway' | 'orderId' | 'externalId' | 'entity' | 'reference'>,
): Promise<Intent | undefined> {
  return maybeOne(
    db,
    sql`SELECT ${intentColumns} FROM payment_intents i WHERE i.gateway = ${gateway}
          AND (i.external_id = ${externalId} OR i.order_id = ${orderId} OR (i.entity = ${entity} AND i.reference = ${reference}))
        ORDER BY i.external_id = ${externalId} DESC NULLS LAST, i.order_id = ${orderId} DESC NULLS LAST, i.id DESC LIMIT 1`,
    intentShape,
  )
}

type Incoming = RowOf<typeof incomingShape>
const incomingShape = {
  id: 'uuid',
  gateway: textOf<GatewayName>(),
  kind: textOf<'multibanco' | 'mbway' | 'other' | 'refund'>(),
  amount: 'cents',
  fee: 'cents?',
  paidAt: 'moment',
  entity: 'text?',
  reference: 'text?',
  orderId: 'text?',
  externalId: 'text?',
  paymentId: 'uuid?',
  raw: jsonOf<Record<string, string>>(),
} as const

/** The incoming payment, with a row lock; undefined unless it is in one of these states. */
async function lockIncoming(
  db: Querying,
  id: string,
  states: readonly string[],
): Promise<Incoming | undefined> {
  return maybeOne(
    db,
    sql`SELECT id, gateway, kind, amount, fee, paid_at AS "paidAt", entity, reference, order_id AS "orderId", external_id AS "externalId", payment_id AS "paymentId", raw
        FROM incoming_payments WHERE id = ${id} AND state = ANY(${states}::text[]) FOR NO KEY UPDATE`,
    incomingShape,
  )
}

/**
 * Job: registers the incoming payment, or leaves it for a person. A rule that refuses the payment, such as closed accounts, rolls it back, and
 * says why in the queue.
 */
export async function workOnIncoming(world: World, id: string): Promise<void> {
  try {
    await inWriting(world, (writing) => settle(writing, id))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const reason = reasonOf(error)
    await inWriting(world, async (writing) => {
      const incoming = await lockIncoming(writing.db, id, ['received'])
      if (!incoming) return
      const intent = await findIntent(writing.db, incoming)
      if (intent && incoming.kind !== 'refund') await markPaid(writing, intent, incoming)
      await leave(writing, incoming, 'toMatch', { intent, problem: reason })
    })
  }
}

/** The program registers payments as an editor does. */
const editing = { address: byProgram.address, caller: { ...byProgram.caller, role: 'editor' } } as const

/** A write in the name of the program. */
function inWriting(world: World, work: (writing: Context) => Promise<void>): Promise<void> {
  return writeInTransaction(world, async (db, changes) =>
    work({ ...(await createContext(world, db, editing)), changes }),
  )
}

async function settle(writing: Context, id: string): Promise<void> {
  const { db, settings } = writing
  const incoming = await lockIncoming(db, id, ['received'])
  if (!incoming) return
  const found = await findIntent(db, incoming)
  if (!found) return leave(writing, incoming, 'toMatch', await guessFromAdvice(db, incoming))
  await lockLedger(db, [found.memberId])
  const intent = await maybeOne(
    db,
    sql`SELECT ${intentColumns} FROM payment_intents i WHERE i.id = ${found.id} FOR NO KEY UPDATE`,
    intentShape,
  )
  if (!intent) return leave(writing, incoming, 'toMatch', { problem: unknownReference })
  if (incoming.kind === 'refund') return settleRefund(writing, incoming, intent)
  if (intent.status === 'refunded' && intent.paidAt === null) return settleRefunded(writing, incoming, intent)
  if (['paid', 'refunded'].includes(intent.status)) return settleAgain(writing, incoming, intent)
  if (intent.amount !== incoming.amount)
    return leave(writing, incoming, 'toMatch', {
      intent,
      problem: `Pagou ${formatAmount(incoming.amount)} em vez de ${formatAmount(intent.amount)}.`,
    })
  if (settings.automatedMemberPayments === 'true')
    return registerIncoming(writing, incoming, { memberId: intent.memberId, intent })
  await markPaid(writing, intent, incoming)
  await leave(writing, incoming, 'toConfirm', { intent })
}

/**
 * The gateway gave the money back to the payer: the payment returns by itself, or when a person confirms it. Money that nobody has registered yet
 * needs no payment any more.
 */
async function settleRefund(writing: Context, incoming: Incoming, intent: Intent): Promise<void> {
  if (incoming.amount === intent.amount) await changeIntent(writing, intent.id, sql`status = 'refunded'`)
  const payment = await maybeOne(
    writing.db,
    sql`SELECT p.id FROM payment_intents i JOIN payments p ON p.id = i.payment_id
        WHERE i.id = ${intent.id} AND p.amount = ${incoming.amount} AND ${isReceived}`,
    { id: 'uuid' },
  )
  if (!payment) {
    const wasWithdrawn = await withdrawWaiting(writing, incoming, intent)
    return leave(writing, incoming, 'toMatch', {
      intent,
      problem: wasWithdrawn
        ? 'O serviço devolveu este dinheiro a quem pagou antes de ele ser registado: não há nada a registar.'
        : 'O serviço devolveu este dinheiro a quem pagou, e não há um pagamento registado com este valor.',
    })
  }
  const known = { intent, paymentId: payment.id }
  if (writing.settings.automatedMemberPayments !== 'true') return leave(writing, incoming, 'toConfirm', known)
  await returnRefunded(writing, incoming, payment.id)
  return leave(writing, incoming, 'settled', known)
}

/** Withdraws the payment that waits for a person, of which this is the refund. Returns whether there was one. */
async function withdrawWaiting(
  writing: Context,
  { id, amount, paidAt }: Incoming,
  intent: Intent,
): Promise<boolean> {
  const waiting = await maybeOne(
    writing.db,
    sql`SELECT id FROM incoming_payments WHERE payment_intent_id = ${intent.id} AND id <> ${id} AND kind <> 'refund' AND amount = ${amount}
          AND state IN ('toConfirm', 'toMatch') ORDER BY paid_at LIMIT 1 FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  if (!waiting) return false
  const day = formatDate(todayIn('Europe/Lisbon', paidAt))
  await leave(writing, waiting, 'dismissed', {
    intent,
    problem: `O serviço devolveu este dinheiro a quem pagou, em ${day}: não se regista.`,
  })
  return true
}

/** A payment whose refund came first: it is registered and returned, or waits for a person. */
async function settleRefunded(writing: Context, incoming: Incoming, intent: Intent): Promise<void> {
  const { db, settings } = writing
  const known = await maybeOne(
    db,
    sql`SELECT id FROM incoming_payments WHERE payment_intent_id = ${intent.id} AND kind = 'refund' AND state = 'toMatch'
          AND amount = ${incoming.amount} ORDER BY paid_at LIMIT 1`,
    { id: 'uuid' },
  )
  const refund = known && (await lockIncoming(db, known.id, ['toMatch']))
  if (!refund || settings.automatedMemberPayments !== 'true')
    return leave(writing, incoming, 'toMatch', {
      intent,
      problem: 'O serviço já tinha devolvido este dinheiro a quem pagou.',
    })
  await registerIncoming(writing, incoming, { memberId: intent.memberId, intent })
  await settleRefund(writing, refund, intent)
}

function returnRefunded(writing: Context, { gateway, paidAt }: Incoming, paymentId: string) {
  const date = todayIn('Europe/Lisbon', paidAt)
  const notes = `Devolvido pelo serviço de pagamentos (${gateways[gateway]})`
  return returnPayment(writing, { paymentId, date, reason: 'MD06', notes })
}

/** Returns the payment of a refund that waits for a person. */
export async function returnWaiting(writing: Context, id: string): Promise<void> {
  const incoming = await lockIncoming(writing.db, id, ['toConfirm'])
  const intent = incoming && (await findIntent(writing.db, incoming))
  if (!intent || incoming.paymentId === null) return
  await returnRefunded(writing, incoming, incoming.paymentId)
  await leave(writing, incoming, 'settled', { intent, paymentId: incoming.paymentId })
  await recordAudit(writing, [{ resource: 'incomingPayments', id, action: 'return', changes: [] }])
}

/** SQL: whether the gateway told when the incoming payment `w` was paid; else `paid_at` is when we heard of it. */
const isTimed = (w: Sql) => sql`(${w}.raw ?| ARRAY['dt', 'date'])`

/**
 * A payment of an order that is paid already: the same one, told by other means or under another number of the gateway, or another one. The same
 * has the same amount and time; where a time is missing, the same number.
 */
async function settleAgain(writing: Context, incoming: Incoming, intent: Intent): Promise<void> {
  const { db } = writing
  const same = await maybeOne(
    db,
    sql`SELECT o.id FROM incoming_payments o JOIN incoming_payments w ON w.id = ${incoming.id}
        WHERE o.payment_intent_id = ${intent.id} AND o.id <> w.id AND o.kind <> 'refund' AND o.state <> 'duplicate' AND o.amount = w.amount
          AND CASE WHEN ${isTimed(sql`o`)} AND ${isTimed(sql`w`)} THEN o.paid_at = w.paid_at ELSE o.external_id = w.external_id END
        ORDER BY o.paid_at LIMIT 1`,
    { id: 'uuid' },
  )
  if (!same)
    return leave(writing, incoming, 'toMatch', {
      intent,
      problem: 'A referência já tinha sido paga: parece um segundo pagamento.',
    })
  // From now on its time tells it from another payment.
  await execute(
    db,
    sql`UPDATE incoming_payments o SET raw = w.raw || o.raw, paid_at = w.paid_at FROM incoming_payments w
        WHERE o.id = ${same.id} AND w.id = ${incoming.id} AND NOT ${isTimed(sql`o`)}`,
  )
  return leave(writing, incoming, 'duplicate', { intent })
}

const unknownReference = 'Não há nenhum pedido com esta referência.'

/** The member of a reference that the program made without a gateway. */
async function guessFromAdvice(
  db: Querying,
  { entity, reference, amount }: Incoming,
): Promise<{ memberId?: string; problem: string }> {
  const advice = await maybeOne(
    db,
    sql`SELECT member_id AS "memberId" FROM payment_advices
        WHERE reference = ${reference} AND account LIKE ${`${entity ?? '-'}/%`} AND amount = ${amount} ORDER BY created_at DESC LIMIT 1`,
    { memberId: 'uuid' },
  )
  return advice
    ? { ...advice, problem: 'A referência é de um aviso de pagamento: confirme de quem é.' }
    : { problem: unknownReference }
}

async function markPaid(writing: Context, intent: Intent, { paidAt }: Incoming): Promise<void> {
  await changeIntent(
    writing,
    intent.id,
    sql`status = 'paid', paid_at = ${paidAt}::timestamptz, problem = NULL, next_query_at = NULL`,
  )
}

async function changeIntent({ db, changes }: Context, id: string, assignments: Sql): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE payment_intents SET ${assignments}, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('paymentIntents', 'updated', rows))
}

interface Left {
  intent?: Intent | undefined
  memberId?: string
  paymentId?: string
  problem?: string
}

/** Sets the state of an incoming payment, with its intent, member, payment and problem as far as they are known. */
async function leave(
  { db, changes }: Context,
  { id }: Pick<Incoming, 'id'>,
  state: 'toConfirm' | 'toMatch' | 'settled' | 'duplicate' | 'dismissed',
  { intent, memberId = intent?.memberId, paymentId, problem }: Left,
): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE incoming_payments SET state = ${state}, payment_intent_id = coalesce(${intent?.id ?? null}, payment_intent_id),
          member_id = coalesce(${memberId ?? null}, member_id), payment_id = ${paymentId ?? null}, problem = ${problem?.slice(0, 300) ?? null}, ${raiseVersion()}
        WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('incomingPayments', 'updated', rows))
}

/**
 * Registers a payment with its receipt for an incoming payment, through `saveRecord`: it settles the open charges of the intent, or else the
 * member's oldest ones. Requires a row lock on the incoming payment.
 */
async function registerIncoming(
  writing: Context,
  incoming: Incoming,
  { memberId, intent }: { memberId: string; intent?: Intent | undefined },
): Promise<void> {
  const { db, world } = writing
  await lockLedger(db, [memberId])
  // Paid before the charges change, which would end it.
  if (intent) await markPaid(writing, intent, incoming)
  const { amount, fee, gateway, kind, paidAt, entity, reference, externalId } = incoming
  const method = kind === 'mbway' ? 'mbway' : 'multibanco'
  const items = intent?.memberId === memberId ? await itemsOf(db, intent.chargeIds, amount) : []
  const name =
    reference === null ? externalId : `${entity} ${multibancoReference.format?.(reference) ?? reference}`
  const given = {
    receivedBy: gateways[gateway],
    fee: fee !== null && fee > 0 ? fee : null,
    bankAccountId: await accountOf(db, method),
  }
  const payment = await saveRecord(writing, planOf(world, 'payments'), {
    id: null,
    mode: 'create',
    input: {
      memberId,
      date: todayIn('Europe/Lisbon', paidAt),
      amount: toEuros(amount),
      method,
      reference: name,
      ...(items.length > 0 && { items }),
    },
    given: { values: given },
  })
  await confirmPayments(writing, sql`p.id = ${payment._id}::uuid`, 'gateway')
  if (intent) await changeIntent(writing, intent.id, sql`payment_id = coalesce(payment_id, ${payment._id})`)
  await leave(writing, incoming, 'settled', { intent, memberId, paymentId: payment._id })
}

async function itemsOf(db: Querying, chargeIds: readonly string[], amount: Cents) {
  const charges = await many(
    db,
    sql`SELECT c.id, c.open_amount AS open FROM unsettled_payments c WHERE c.id = ANY(${chargeIds}::uuid[]) AND ${isOwed}
        ORDER BY c.due_date, c.type <> 'joia', c.id`,
    { id: 'uuid', open: 'cents' },
  )
  let rest = amount
  return charges.flatMap(({ id, open }) => {
    const part = Math.min(open, rest)
    rest -= part
    return part > 0 ? [{ unsettledPaymentId: id, amount: toEuros(part) }] : []
  })
}

/** The account that receives this method; null without one, as when the payment is registered by hand. */
async function accountOf(db: Querying, method: string): Promise<string | null> {
  const account = await maybeOne(
    db,
    sql`SELECT id FROM treasury_accounts WHERE active AND ${method} = ANY(methods) ORDER BY "order", id LIMIT 1`,
    { id: 'uuid' },
  )
  return account?.id ?? null
}

/** Registers a payment that waits for a person: of the intent's member, or of the one that the person chose. */
export async function registerWaiting(
  writing: Context & { action: string },
  id: string,
  chosenMemberId?: string,
): Promise<void> {
  const { db } = writing
  const incoming = await lockIncoming(db, id, ['toConfirm', 'toMatch'])
  if (!incoming) return
  const intent = await findIntent(db, incoming)
  const memberId = chosenMemberId ?? intent?.memberId
  if (memberId === undefined) throw new Error('an incoming payment to confirm has an intent')
  await registerIncoming(writing, incoming, { memberId, intent }).catch((error: unknown) => {
    // Of fields that the action does not have.
    throw error instanceof ApiError && error.errors ? conflict(reasonOf(error)) : error
  })
  await recordAudit(writing, [{ resource: 'incomingPayments', id, action: writing.action, changes: [] }])
}
