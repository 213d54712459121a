import type { Cents } from '@agremia/resources/rules/amount.ts'
import { one, prepared, raw, sql } from '../../database/sql.ts'
import { euros } from '../../rest/euros.ts'
import type { ComputedColumn } from '../../rest/plan.ts'
import type { Context } from '../../context.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { receiptTitle } from '@agremia/resources/receipt.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise } from '@agremia/resources/terminology.ts'

/** The parts of a payment with the charges they settled; amounts in euros. */
export const itemsColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(SELECT json_agg(json_build_object('unsettledPaymentId', i.unsettled_payment_id, 'memberId', i.member_id,
    'memberLabel', w.name, 'type', c.type, 'year', c.year, 'period', c.period, 'description', i.description,
    'amount', ${euros('i.amount')}) ORDER BY c.due_date, i.id)
    FROM payment_items i JOIN members o ON o.id = i.member_id JOIN people w ON w.id = o.person_id
    LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE i.payment_id = ${raw(alias)}.id)`,
  toJson: (json) => json,
}

/**
 * Returns the next receipt number in the series of the payment's year: `Q/2026/000123`. The row lock of the counter lasts until the
 * transaction ends, so that a rollback leaves no gap. Called last, since concurrent payments wait for it.
 */
export async function nextReceipt(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  date: string,
): Promise<{ receiptSeries: string; receiptNumber: string }> {
  const receiptSeries = `${settings.receiptSeries}/${date.slice(0, 4)}`
  const { last } = await one(
    db,
    prepared(sql`INSERT INTO receipt_counters AS known (series, last) VALUES (${receiptSeries}, 1)
       ON CONFLICT (series) DO UPDATE SET last = known.last + 1 RETURNING last`),
    { last: 'integer' },
  )
  return { receiptSeries, receiptNumber: `${receiptSeries}/${String(last).padStart(6, '0')}` }
}

/** Stores with the payment the texts of its receipt that may change later: names, NIF, title and legal texts. */
export async function storeReceipt(
  { db, world, settings }: Pick<Context, 'db' | 'world' | 'settings'>,
  paymentId: string,
  lines: readonly { type: ChargeType | null; amount: Cents }[],
): Promise<void> {
  const terminology = await world.organisation.terminology()
  const title = receiptTitle(
    lines.map(({ type }) => type),
    terminology,
  )
  await db.send(
    prepared(sql`UPDATE payments p SET receipt = jsonb_build_object('title', ${title}::text, 'mentions', ${JSON.stringify(receiptMentions(lines, settings, terminology))}::jsonb, 'name', w.name, 'nif', w.nif,
         'memberNumber', m.member_number, 'names', (SELECT jsonb_object_agg(i.member_id, o.name) FROM payment_items i
           JOIN members n ON n.id = i.member_id JOIN people o ON o.id = n.person_id WHERE i.payment_id = p.id))
       FROM members m JOIN people w ON w.id = m.person_id WHERE p.id = ${paymentId} AND m.id = p.member_id`),
  )
}

type Texts = Pick<Settings, 'vatExemptionText' | 'donationLegalQuality' | 'donationLegalBasis'>

/** Legal texts for the lines of a receipt; each names its lines when there are others. */
export function receiptMentions(
  lines: readonly { type: ChargeType | null; amount: Cents }[],
  texts: Texts,
  { membershipPayments }: Pick<Terminology, 'membershipPayments'>,
): string[] {
  const mention = (types: readonly ChargeType[], label: string, text: string): string[] => {
    const affected = lines.filter(({ type }) => type !== null && types.includes(type))
    if (affected.length === 0 || text === '') return []
    const sum = affected.reduce((total, { amount }) => total + amount, 0)
    const sentence = text.endsWith('.') ? text : `${text}.`
    return [affected.length === lines.length ? sentence : `${label} (${formatAmount(sum)}): ${sentence}`]
  }
  return [
    ...mention(['quota', 'joia'], `${capitalise(membershipPayments)} e joias`, texts.vatExemptionText),
    ...mention(['donation'], 'Donativos', donationText(texts)),
  ]
}

/** Legal text of donations: receiving body and law, or that they have no tax relevance. */
function donationText({ donationLegalQuality, donationLegalBasis }: Texts): string {
  if (donationLegalBasis === '') return 'Donativo sem relevância fiscal, concedido sem contrapartidas.'
  const facts = [donationLegalQuality, donationLegalBasis].filter(Boolean).join(' · ')
  return `Donativo concedido sem contrapartidas. ${facts}`
}
