import type { PaymentMethod } from '@agremia/resources/definitions/payments.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'

export interface ReceiptLine {
  description: string
  /** Cents. */
  amount: number
  /** Of whom it was owed. */
  name: string
  /** Null of credit, like the year. */
  type: ChargeType | null
  year: number | null
  period: string | null
}

export interface ReceiptRow {
  number: string
  date: string
  /** Cents. */
  amount: number
  method: PaymentMethod
  reference: string | null
  status: 'registered' | 'cancelled'
  cancel_reason: string | null
  received_by: string
  name: string
  nif: string | null
  member_number: number
  lines: ReceiptLine[]
}

/** What the receipt of a payment says. Throws 404. */
export async function readReceipt({ world }: Pick<Engine, 'world'>, paymentId: string): Promise<ReceiptRow> {
  const { rows } = await world.database.pool.query<ReceiptRow>({
    text: `SELECT p.receipt_number AS number, p.date, p.amount, p.method, p.reference, p.status, p.cancel_reason, p.received_by,
             w.name, w.nif, m.member_number, (SELECT json_agg(json_build_object('description', i.description, 'amount', i.amount,
               'name', o.name, 'type', c.type, 'year', c.year, 'period', c.period) ORDER BY c.due_date, i.id)
               FROM payment_items i JOIN members n ON n.id = i.member_id JOIN people o ON o.id = n.person_id
               LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE i.payment_id = p.id) AS lines
           FROM payments p JOIN members m ON m.id = p.member_id JOIN people w ON w.id = m.person_id WHERE p.id = $1`,
    values: [paymentId],
  })
  const [row] = rows
  if (!row) throw notFound()
  return row
}
