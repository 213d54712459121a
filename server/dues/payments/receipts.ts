import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { one, prepared, raw, sql } from '../../database/sql.ts'
import { euros } from '../../rest/euros.ts'
import { toJson } from '../../rest/codec.ts'
import type { ComputedColumn } from '../../rest/plan.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { receiptTitle } from '@agremia/resources/receipt.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { periodWords } from '@agremia/resources/rules/quota-periods.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms, memberNumberLabel } from '@agremia/resources/terminology.ts'
import type { Context } from '../../rest/modules.ts'

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
  shape: [
    {
      unsettledPaymentId: 'uuid?',
      memberId: 'uuid',
      memberLabel: 'text',
      type: 'text?',
      year: 'integer?',
      period: 'text?',
      description: 'text',
      amount: 'euros',
    },
  ],
}

/** The first transaction of the posting of a payment. */
export const treasuryTransactionColumn: ComputedColumn = {
  sql: (alias) =>
    sql`(SELECT x.id FROM transactions x WHERE x.payment_id = ${raw(alias)}.id AND x.return_id IS NULL ORDER BY x.id LIMIT 1)`,
  toJson: toJson.uuid,
  shape: 'uuid',
}

/**
 * The next number of a series of documents, from 1. The row lock of the counter lasts until the transaction ends, so that a rollback leaves
 * no gap. Sent last, since others wait for it.
 */
export async function nextInSeries(db: Querying, series: string): Promise<number> {
  const { last } = await one(
    db,
    prepared(sql`INSERT INTO receipt_counters AS known (series, last) VALUES (${series}, 1)
       ON CONFLICT (series) DO UPDATE SET last = known.last + 1 RETURNING last`),
    { last: 'integer' },
  )
  return last
}

/** Returns the next receipt number in the series of the payment's year: `Q/2026/000123`. */
export async function nextReceipt(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  date: string,
): Promise<{ receiptSeries: string; receiptNumber: string }> {
  const receiptSeries = `${settings.receiptSeries}/${date.slice(0, 4)}`
  const last = await nextInSeries(db, receiptSeries)
  return { receiptSeries, receiptNumber: `${receiptSeries}/${String(last).padStart(6, '0')}` }
}

/** A line of a receipt; amount in cents. Credit has no type. */
interface ReceiptLine {
  chargeId: string | null
  type: ChargeType | null
  year: number | null
  period: string | null
  description: string
  memberId: string
  amount: Cents
}

/**
 * SQL of what a payment stores of its receipt, because it may change later: names, NIF, title, legal texts, words of the
 * terminology, and which charges it settles in part. Needs the members' ledgers locked.
 */
export async function receiptSql(
  { world, settings }: Pick<Context, 'world' | 'settings'>,
  payerId: string,
  lines: readonly ReceiptLine[],
): Promise<Sql> {
  const terminology = await world.organisation.terminology()
  const title = receiptTitle(
    lines.map(({ type }) => type),
    terminology,
  )
  const mentions = JSON.stringify(receiptMentions(lines, settings, terminology))
  const memberIds = [...new Set(lines.map(({ memberId }) => memberId))]
  const details = JSON.stringify(
    Object.fromEntries(lines.map((line) => [line.chargeId, lineDetail(line, terminology)])),
  )
  const paid = JSON.stringify(lines.map(({ chargeId, amount }) => ({ id: chargeId, amount })))
  const parts = sql`(SELECT coalesce(jsonb_agg(c.id), '[]') FROM jsonb_to_recordset(${paid}::jsonb) AS l (id uuid, amount bigint)
      JOIN unsettled_payments c ON c.id = l.id WHERE c.amount > l.amount)`
  return sql`(SELECT jsonb_build_object('title', ${title}::text, 'mentions', ${mentions}::jsonb, 'name', w.name, 'nif', w.nif,
      'memberNumber', m.member_number, 'memberNumberLabel', ${memberNumberLabel(terminology)}::text, 'details', ${details}::jsonb, 'parts', ${parts}, 'names', (SELECT jsonb_object_agg(n.id, n.label) FROM members n WHERE n.id = ANY(${memberIds}::uuid[])))
    FROM members m JOIN people w ON w.id = m.person_id WHERE m.id = ${payerId}::uuid)`
}

/** The type and the period of a line, unless its description has them. */
export function lineDetail(
  { description, type, year, period }: Omit<ReceiptLine, 'chargeId' | 'memberId' | 'amount'>,
  terminology: Terminology,
): string {
  if (type !== 'quota' && type !== 'joia') return ''
  const text = description.toLowerCase()
  const words = period === null ? '' : (periodWords[period] ?? period)
  const when = [words, year].filter(Boolean).join(' de ')
  const isWhenWritten = [words.toLowerCase(), String(year ?? '')].every((part) => text.includes(part))
  const label = capitalise(fillTerms(chargeTypes[type], terminology))
  return [text.includes(label.toLowerCase()) ? '' : label, isWhenWritten ? '' : when]
    .filter(Boolean)
    .join(', ')
}

type Texts = Pick<Settings, 'vatExemptionText' | 'donationLegalQuality' | 'donationLegalBasis'>

/** Legal texts for the lines of a receipt; each names its lines when there are others. */
export function receiptMentions(
  lines: readonly Pick<ReceiptLine, 'type' | 'amount'>[],
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
export function donationText({ donationLegalQuality, donationLegalBasis }: Texts): string {
  if (donationLegalBasis === '') return 'Donativo sem relevância fiscal, concedido sem contrapartidas.'
  const facts = [donationLegalQuality, donationLegalBasis].filter(Boolean).join(' · ')
  return `Donativo concedido sem contrapartidas. ${facts}`
}
