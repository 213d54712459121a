import { screenPaths } from '@agremia/resources/screen-paths.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { ReceiptFacts } from '@agremia/resources/receipt.ts'
import { receiptTitle } from '@agremia/resources/receipt.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import { jsonOf, many, nullable, sql, textOf, maybeOne } from '../../database/sql.ts'
import { notFound } from '../../errors.ts'
import { nameInReceipt } from '../../merged.ts'
import { lineDetail, receiptMentions } from '../payments/receipts.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { formatCardCode, readCardCode } from '@agremia/resources/rules/card-code.ts'
import { stringify } from 'uuid'
import type { World } from '../../rest/modules.ts'

interface LineRow extends Omit<ReceiptFacts['lines'][number], 'detail'> {
  /** Null for credit, like the type and the year. */
  chargeId: string | null
  type: ChargeType | null
  year: number | null
  period: string | null
}

/** Returns the receipt of a payment as it was issued. Throws 404. */
export async function readReceipt(world: World, paymentId: string): Promise<ReceiptFacts> {
  const [receipt] = await readReceipts(world, [paymentId])
  if (!receipt) throw notFound()
  return receipt
}

/** Returns the receipts of payments as they were issued, by date and number. */
export async function readReceipts(world: World, paymentIds: readonly string[]): Promise<ReceiptFacts[]> {
  const rows = await many(
    world.database.pool,
    sql`SELECT p.receipt_number AS number, p.check_code AS "checkCode", p.date, p.amount, p.method, p.reference, p.status, p.cancel_reason AS "cancelReason",
             (SELECT r.date FROM payment_returns r WHERE r.payment_id = p.id AND r.status = 'active') AS "returnedOn",
             p.received_by AS "receivedBy", p.member_id AS "memberId", p.receipt->>'title' AS title, p.receipt->'mentions' AS mentions,
             p.receipt->>'memberNumberLabel' AS "memberNumberLabel", p.receipt->'details' AS details,
             coalesce((p.receipt->>'memberNumber')::int, m.member_number) AS "memberNumber",
             coalesce(p.receipt->>'name', w.name) AS name, CASE WHEN p.receipt IS NULL THEN w.nif ELSE p.receipt->>'nif' END AS nif,
             (SELECT json_agg(json_build_object('description', i.description, 'amount', i.amount, 'memberId', i.member_id, 'chargeId', i.unsettled_payment_id, 'type', c.type, 'year', c.year, 'period', c.period, 'isPart', coalesce(jsonb_exists(p.receipt->'parts', c.id::text), i.amount < c.amount, false),
               'name', coalesce(${nameInReceipt(sql`p.receipt`, sql`i.member_id`)}, o.name)) ORDER BY c.due_date, i.id)
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
      returnedOn: 'day?',
      receivedBy: 'text',
      memberId: 'uuid',
      // Null for receipts issued before their texts were stored.
      title: 'text?',
      mentions: nullable(jsonOf<string[]>()),
      memberNumberLabel: 'text?',
      details: nullable(jsonOf<Record<string, string>>()),
      memberNumber: 'integer',
      name: 'text',
      nif: 'text?',
      lines: jsonOf<LineRow[]>(),
    },
  )
  const { organisation } = world
  const terminology = await organisation.terminology()
  const settings = await organisation.settings()
  return rows.map(({ details, ...row }) => ({
    ...row,
    memberNumberLabel: row.memberNumberLabel ?? memberNumberLabel(terminology),
    lines: row.lines.map((line) => ({
      ...line,
      detail: details?.[String(line.chargeId)] ?? lineDetail(line, terminology),
    })),
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

/** URL of the page that shows whether the receipt with this code is genuine and valid. */
export function receiptCheckUrl({ config }: Pick<World, 'config'>, code: string): string {
  return `${config.publicUrl}/${screenPaths.receiptCheck}/${formatCardCode(code)}`
}

/** Finds the payment of a receipt code, as printed or typed; undefined when there is none. */
export async function paymentOfCode(world: World, input: string): Promise<string | undefined> {
  const code = readCardCode(input)
  if (code === undefined) return paymentOfSignedCode(world, input)
  const payment = await maybeOne(
    world.database.pool,
    sql`SELECT id FROM payments WHERE check_code = ${code}`,
    {
      id: 'uuid',
    },
  )
  return payment?.id
}

const idBytes = 16
const signatureBytes = 12

/** Receipts printed before the short codes have the signed id of the payment instead. */
function paymentOfSignedCode({ keys }: Pick<World, 'keys'>, code: string): string | undefined {
  const bytes = Buffer.from(code, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== code) return undefined
  const id = bytes.subarray(0, idBytes)
  const isSigned = keys
    .verifying('receipts')
    .some((key) => timingSafeEqual(bytes.subarray(idBytes), sign(key, id)))
  return isSigned ? stringify(id) : undefined
}

function sign(secret: Buffer, id: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(id).digest().subarray(0, signatureBytes)
}
