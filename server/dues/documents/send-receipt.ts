import { maybeOne, sql, exists, one } from '../../database/sql.ts'
import { refuseSilenced, announce } from '../../messages/index.ts'
import { conflict, invalid } from '../../errors.ts'
import { isDeceased } from '../../deceased.ts'
import { recordAudit } from '../../rest/audit.ts'
import type { ActionCall } from '../../rest/modules.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { Context, World } from '../../context.ts'
import type { RowOf } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Job } from '../../jobs/index.ts'
import type { Announcement } from '../../messages/index.ts'
import { isReceived } from '../ledger/conditions.ts'

/** Sends a receipt by email because somebody asked for it now: to the payer, or to the address that is given. */
export async function sendReceipt(call: ActionCall): Promise<unknown> {
  const { db, record, input, changes } = call
  if (record['status'] === 'cancelled') throw conflict('Este pagamento está anulado: o recibo já não vale.')
  const given = input['email'] as string | null | undefined
  const email = given ?? (await emailOf(call))
  if (email === null)
    throw invalid({ email: ['Não há email na ficha, ou a pessoa faleceu: indique para onde enviar.'] })
  if (given == null) await refuseSilenced(db, String(record['personId']))
  const id = await tellPayer(call, record._id, { channel: 'email', email })
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

async function emailOf({ db, record }: ActionCall): Promise<string | null> {
  const person = await maybeOne(
    db,
    sql`SELECT p.email FROM members m JOIN people p ON p.id = m.person_id
           JOIN member_state_names s ON s.id = m.current_state_id WHERE m.id = ${record['memberId']} AND NOT ${isDeceased}`,
    { email: 'text?' },
  )
  return person?.email ?? null
}

/**
 * Tells of a payment that was registered, at most once, and only while it stands. Apart from the registering, in which
 * everybody waits for the next receipt.
 */
export async function tellOfPayment(world: World, job: Job): Promise<void> {
  const paymentId = job.data['id'] ?? ''
  await inTransaction(world.database, async (db) => {
    const isRegistered = await exists(
      db,
      sql`SELECT FROM payments p WHERE id = ${paymentId} AND ${isReceived} FOR NO KEY UPDATE`,
    )
    const isTold = await exists(
      db,
      sql`SELECT FROM messages WHERE about_id = ${paymentId} AND about_resource = 'payments' LIMIT 1`,
    )
    if (isRegistered && !isTold) await tellPayer({ db, world }, paymentId, { isOptional: true })
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
 * Writes the message that a payment was received, with its receipt where it goes by email. Answers its id, or undefined
 * when there is none to write.
 */
export async function tellPayer(
  writing: Pick<Context, 'db' | 'world'>,
  paymentId: string,
  how: Pick<Announcement, 'channel' | 'isOptional'> & { email?: string | null },
): Promise<string | undefined> {
  const { email = null, ...options } = how
  const facts = await factsOf(writing, paymentId)
  return announce(writing, {
    ...options,
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
    sql`SELECT m.person_id AS "personId", p.amount, p.date, p.receipt_number AS "receiptNumber",
             (SELECT array_agg(i.description ORDER BY c.due_date, i.id) FROM payment_items i
              LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE i.payment_id = p.id) AS descriptions
           FROM payments p JOIN members m ON m.id = p.member_id WHERE p.id = ${paymentId}`,
    paymentFactsShape,
  )
}
