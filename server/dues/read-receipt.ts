import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { ReceiptFacts } from '@agremia/resources/receipt.ts'
import { receiptTitle } from '@agremia/resources/receipt-title.ts'
import { periodWords } from '@agremia/resources/rules/quota-periods.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise, fillTerms, memberNumberLabel } from '@agremia/resources/terminology.ts'
import { jsonOf, many, nullable, sql, textOf } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { receiptCheckUrl } from './receipt-code.ts'
import { receiptMentions } from './receipt-mentions.ts'

interface LineRow extends Omit<ReceiptFacts['lines'][number], 'detail'> {
  /** Null of credit, like the year. */
  type: ChargeType | null
  year: number | null
  period: string | null
}

/** The receipt of a payment, as it was issued. Throws 404. */
export async function readReceipt(engine: Pick<Engine, 'world'>, paymentId: string): Promise<ReceiptFacts> {
  const [receipt] = await readReceipts(engine, [paymentId])
  if (!receipt) throw notFound()
  return receipt
}

/** The receipts of payments, as they were issued, in the order of their numbers. */
export async function readReceipts(
  { world }: Pick<Engine, 'world'>,
  paymentIds: readonly string[],
): Promise<ReceiptFacts[]> {
  const rows = await many(
    world.database.pool,
    sql`SELECT p.receipt_number AS number, p.check_code AS "checkCode", p.date, p.amount, p.method, p.reference, p.status, p.cancel_reason AS "cancelReason",
             p.received_by AS "receivedBy", p.member_id AS "memberId", p.receipt->>'title' AS title, p.receipt->'mentions' AS mentions,
             coalesce((p.receipt->>'memberNumber')::int, m.member_number) AS "memberNumber",
             coalesce(p.receipt->>'name', w.name) AS name, CASE WHEN p.receipt IS NULL THEN w.nif ELSE p.receipt->>'nif' END AS nif,
             (SELECT json_agg(json_build_object('description', i.description, 'amount', i.amount, 'memberId', i.member_id, 'type', c.type, 'year', c.year, 'period', c.period,
               'name', coalesce(p.receipt->'names'->>i.member_id::text, o.name)) ORDER BY c.due_date, i.id)
               FROM payment_items i JOIN members n ON n.id = i.member_id JOIN people o ON o.id = n.person_id
               LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE i.payment_id = p.id) AS lines
           FROM payments p JOIN members m ON m.id = p.member_id JOIN people w ON w.id = m.person_id
           WHERE p.id = ANY(${paymentIds}::uuid[]) ORDER BY p.date, p.receipt_number`,
    {
      number: 'text',
      checkCode: 'text',
      date: 'day',
      amount: 'cents',
      method: textOf<ReceiptFacts['method']>(),
      reference: 'text?',
      status: textOf<ReceiptFacts['status']>(),
      cancelReason: 'text?',
      receivedBy: 'text',
      memberId: 'uuid',
      // Null of receipts that were issued before they were kept.
      title: 'text?',
      mentions: nullable(jsonOf<string[]>()),
      memberNumber: 'integer',
      name: 'text',
      nif: 'text?',
      lines: jsonOf<LineRow[]>(),
    },
  )
  const { organisation } = world
  const terminology = await organisation.terminology()
  const settings = await organisation.settings()
  return rows.map((row) => ({
    ...row,
    memberNumberLabel: memberNumberLabel(terminology),
    lines: row.lines.map((line) => ({ ...line, detail: detailOf(line, terminology) })),
    title:
      row.title ??
      receiptTitle(
        row.lines.map(({ type }) => type),
        terminology,
      ),
    mentions: row.mentions ?? receiptMentions(row.lines, settings, terminology),
    checkUrl: receiptCheckUrl(world, row.checkCode),
  }))
}

/** The type and the period of a line, where its description does not say them. */
function detailOf({ description, type, year, period }: LineRow, terminology: Terminology): string {
  if (type !== 'quota' && type !== 'joia') return ''
  const said = description.toLowerCase()
  const words = period === null ? '' : (periodWords[period] ?? period)
  const when = [words, year].filter(Boolean).join(' de ')
  const isWhenSaid = [words.toLowerCase(), String(year ?? '')].every((part) => said.includes(part))
  const label = capitalise(fillTerms(chargeTypes[type], terminology))
  return [said.includes(label.toLowerCase()) ? '' : label, isWhenSaid ? '' : when].filter(Boolean).join(', ')
}
