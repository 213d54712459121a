import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { Context, World } from '../context.ts'
import type { RowOf } from '../database/sql.ts'
import { exists, one, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job } from '../jobs/index.ts'
import type { Announcement } from '../messages/index.ts'
import { announce } from '../messages/index.ts'
import { isReceived } from './conditions.ts'

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
