import { paymentMethods } from '@agremia/resources/definitions/payments.ts'
import type { PaymentMethod } from '@agremia/resources/definitions/payments.ts'
import { amountInWords } from '@agremia/resources/rules/amount-in-words.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { notFound } from '../errors.ts'
import { createPaper } from '../pdf/index.ts'
import type { DrawnDocument, Engine } from '../rest/modules.ts'
import { letterheadOf } from './letterhead-of.ts'

interface ReceiptRow {
  number: string
  date: string
  amount: number
  method: PaymentMethod
  reference: string | null
  status: string
  cancel_reason: string | null
  received_by: string
  name: string
  nif: string | null
  member_number: number
  lines: { description: string; amount: number; name: string; type: string | null }[]
}

/** The receipt of a payment: a plain acknowledgement, which is no invoice. */
export async function drawReceipt(engine: Engine, paymentId: string): Promise<DrawnDocument> {
  const row = await readReceipt(engine, paymentId)
  const { settings, letterhead } = await letterheadOf(engine)
  const name = `Recibo ${row.number}`
  const paper = createPaper({ title: name, letterhead })
  if (row.status === 'cancelled') paper.stamp('ANULADO')
  paper.heading(`Recibo n.º ${row.number}`)
  paper.facts([
    ['Data', formatDateLong(row.date)],
    ['Recebido de', row.name],
    ['Número', String(row.member_number)],
    ['NIF', row.nif],
    ['Meio de pagamento', `${paymentMethods[row.method]}, ${formatDate(row.date)}`],
    ['Referência', row.reference],
    ['Estado', row.status === 'cancelled' ? `ANULADO: ${row.cancel_reason ?? ''}` : null],
  ])
  const isFamily = new Set(row.lines.map((line) => line.name)).size > 1
  paper.table(
    [
      { label: 'Descrição', share: 0.75 },
      { label: 'Valor', share: 0.25, isNumber: true },
    ],
    row.lines.map((line) => [
      isFamily ? `${line.description} (${line.name})` : line.description,
      formatAmount(line.amount),
    ]),
    ['Total', formatAmount(row.amount)],
  )
  paper.paragraph(`São ${amountInWords(row.amount)}.`)
  if (row.lines.some(({ type }) => type === 'quota' || type === 'joia') && settings.vatExemptionText)
    paper.paragraph(settings.vatExemptionText, { isDimmed: true, size: 9 })
  paper.paragraph(`Recebido por ${row.received_by}. Processado por computador.`, { isDimmed: true, size: 9 })
  return { name, pdf: await paper.finish() }
}

async function readReceipt({ world }: Engine, paymentId: string): Promise<ReceiptRow> {
  const { rows } = await world.database.pool.query<ReceiptRow>({
    text: `SELECT p.receipt_number AS number, p.date, p.amount, p.method, p.reference, p.status, p.cancel_reason, p.received_by,
             w.name, w.nif, m.member_number, (SELECT json_agg(json_build_object('description', i.description, 'amount', i.amount,
               'name', o.name, 'type', c.type) ORDER BY c.due_date, i.id)
               FROM payment_items i JOIN members n ON n.id = i.member_id JOIN people o ON o.id = n.person_id
               LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE i.payment_id = p.id) AS lines
           FROM payments p JOIN members m ON m.id = p.member_id JOIN people w ON w.id = m.person_id WHERE p.id = $1`,
    values: [paymentId],
  })
  const [row] = rows
  if (!row) throw notFound()
  return row
}
