import { maybeOne, prepared, sql, exists, one } from '../../database/sql.ts'
import { refuseSilenced, announce } from '../../messages/index.ts'
import { conflict, invalid } from '../../errors.ts'
import { isDeceased } from '../../deceased.ts'
import { recordAudit } from '../../rest/audit.ts'
import type { ActionCall, Context, World } from '../../rest/modules.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { RowOf } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Job } from '../../jobs/index.ts'
import type { Announcement } from '../../messages/index.ts'
import { isReceived } from '../ledger/conditions.ts'
import type { payments } from '@agremia/resources/definitions/payments.ts'

/** Sends a receipt by email on request, to the payer or to the address in `email`. Throws 409 when the payment is cancelled or returned. */
export async function sendReceipt(call: ActionCall<typeof payments, 'sendReceipt'>): Promise<unknown> {
  const { db, record, input, changes } = call
  const requestedEmail = input.email
  const email = requestedEmail ?? (await emailOf(call))
  if (email === null)
    throw invalid({ email: ['Não há email na ficha, ou a pessoa faleceu: indique para onde enviar.'] })
  if (requestedEmail == null) await refuseSilenced(db, record.personId)
  const id = await writeReceiptMessage(call, record._id, { channel: 'email', email })
  if (id === undefined)
    throw conflict('A mensagem «Pagamento recebido» está desligada na configuração das mensagens.')
  changes.push({ resource: 'messages', action: 'created', id, version: 1 })
  await recordAudit(call, [
    {
      resource: 'payments',
      id: record._id,
      action: 'sendReceipt',
      changes: [{ field: 'email', from: null, to: email }],
    },
  ])
  return maybeOne(db, sql`SELECT id AS _id, state, recipient FROM messages WHERE id = ${id}`, {
    _id: 'uuid',
    state: 'text',
    recipient: 'text?',
  })
}

async function emailOf({ db, record }: ActionCall<typeof payments>): Promise<string | null> {
  const person = await maybeOne(
    db,
    sql`SELECT p.email FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${record.memberId} AND NOT ${isDeceased}`,
    { email: 'text?' },
  )
  return person?.email ?? null
}

/**
 * Job: sends the receipt of a new payment once, unless it was cancelled meanwhile. A job, and not part of the payment's
 * transaction, because that holds the lock of the receipt counter.
 */
export async function sendReceiptOfPayment(world: World, job: Job): Promise<void> {
  const paymentId = job.data['id'] ?? ''
  await inTransaction(world.database, async (db) => {
    const isRegistered = await exists(
      db,
      prepared(sql`SELECT FROM payments p WHERE id = ${paymentId} AND ${isReceived} FOR NO KEY UPDATE`),
    )
    const isWritten = await exists(
      db,
      prepared(
        sql`SELECT FROM messages WHERE about_id = ${paymentId} AND about_resource = 'payments' LIMIT 1`,
      ),
    )
    if (isRegistered && !isWritten) await writeReceiptMessage({ db, world }, paymentId, { isOptional: true })
  })
}

type PaymentFacts = RowOf<typeof paymentFactsShape>
const paymentFactsShape = {
  personId: 'uuid',
  amount: 'cents',
  date: 'day',
  receiptNumber: 'text',
  descriptions: 'text[]',
} as const

/**
 * Writes the message `paymentReceived`, with the receipt attached when it goes by email. Returns its id; undefined when there is
 * no message to write.
 */
export async function writeReceiptMessage(
  writing: Pick<Context, 'db' | 'world'>,
  paymentId: string,
  options: Pick<Announcement, 'channel' | 'isOptional'> & { email?: string | null },
): Promise<string | undefined> {
  const { email = null, ...announcement } = options
  const facts = await factsOf(writing, paymentId)
  return announce(writing, {
    ...announcement,
    event: 'paymentReceived',
    to: { personId: facts.personId, email },
    values: {
      descricao: joinList(facts.descriptions),
      valor: formatAmount(facts.amount),
      data: formatDateLong(facts.date),
      recibo: facts.receiptNumber,
    },
    about: { resource: 'payments', id: paymentId },
    attachments: [{ document: 'receipt', id: paymentId }],
  })
}

async function factsOf({ db }: Pick<Context, 'db'>, paymentId: string): Promise<PaymentFacts> {
  return one(
    db,
    prepared(sql`SELECT m.person_id AS "personId", p.amount, p.date, p.receipt_number AS "receiptNumber",
             (SELECT array_agg(i.description ORDER BY c.due_date, i.id) FROM payment_items i
              LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE i.payment_id = p.id) AS descriptions
           FROM payments p JOIN members m ON m.id = p.member_id WHERE p.id = ${paymentId}`),
    paymentFactsShape,
  )
}
