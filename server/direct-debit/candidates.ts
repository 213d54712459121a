import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { DateText } from '@agremia/resources/rules/dates.ts'
import { eeaCountries } from '@agremia/resources/rules/iban.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Querying } from '../database/querying.ts'
import { textMark } from '../database/sealed-text.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { jsonOf, many, nullable, sql } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import { isOwed } from '../dues/index.ts'
import { isLapsedOn, lastIbanOf, lastUseOf } from './mandate-use.ts'

/** Why debts are not in a batch. */
export const leftOutReasons = {
  noMandate: 'Paga por débito direto, mas não tem autorização',
  pending: 'Autorização por assinar',
  suspended: 'Autorização suspensa',
  revoked: 'Autorização revogada',
  used: 'Autorização para um só débito, já usada',
  lapsed: 'Autorização caducada: 36 meses sem uso',
  iban: 'O IBAN da autorização não é válido',
  holder: 'O banco diz que a conta é de outra pessoa',
  holderName: 'O nome do titular não está em letras latinas',
  address: 'Conta fora do Espaço Económico Europeu: falta a localidade ou o país na ficha',
  inBatch: 'Já está noutra remessa',
  inRound: 'Está numa ronda de cobrança',
  agreement: 'Está num acordo de pagamento',
  credit: 'Tem crédito por usar',
  deceased: 'Faleceu',
  otherMethod: 'Não tem autorização de débito',
} as const
export type LeftOutReason = keyof typeof leftOutReasons

/** Why debts leave a batch that is not sent yet. */
export const leavingReasons = {
  ...leftOutReasons,
  paid: 'Foi paga',
  cancelled: 'Foi anulada',
  exempt: 'Foi isentada',
  postponed: 'Vence mais tarde',
} as const
export type LeavingReason = keyof typeof leavingReasons

/** Filter of the charges to collect. Empty lists: all. With `batchId`: only the charges of this batch. */
export interface Selection {
  dueUntil: DateText
  collectionDate: DateText
  categoryIds: readonly string[]
  memberIds: readonly string[]
  batchId?: string
}

/** SQL: the open charges of a selection; for a batch its charges, `ended` with the reason when they are no longer due. */
function wantedSql({ dueUntil, categoryIds, memberIds, batchId }: Selection): Sql {
  if (batchId !== undefined)
    return sql`
      SELECT c.id, c.member_id, c.open_amount, c.description, c.due_date, c.agreement_id IS NOT NULL AS is_agreed, false AS is_taken, false AS is_in_round,
        CASE WHEN NOT ${isOwed} THEN c.status WHEN c.due_date > ${dueUntil}::date THEN 'postponed' END AS ended
      FROM debit_collections u JOIN debit_charges d ON d.collection_id = u.id AND d.is_open JOIN unsettled_payments c ON c.id = d.unsettled_payment_id
      WHERE u.batch_id = ${batchId}::uuid AND u.state = 'pending'`
  return sql`
      SELECT c.id, c.member_id, c.open_amount, c.description, c.due_date, c.agreement_id IS NOT NULL AS is_agreed,
        EXISTS (SELECT FROM debit_charges d WHERE d.unsettled_payment_id = c.id AND d.is_open) AS is_taken,
        EXISTS (SELECT FROM round_charges r WHERE r.unsettled_payment_id = c.id AND r.is_open) AS is_in_round, NULL::text AS ended
      FROM unsettled_payments c JOIN members m ON m.id = c.member_id
      WHERE ${isOwed} AND c.due_date <= ${dueUntil}::date
        AND (cardinality(${categoryIds}::uuid[]) = 0 OR m.category_id = ANY(${categoryIds}::uuid[]))
        AND (cardinality(${memberIds}::uuid[]) = 0 OR m.id = ANY(${memberIds}::uuid[]))`
}

/**
 * SQL: whether an IBAN has the right check digits (ISO 13616). The form of each country is checked when it is entered, and of encrypted ones
 * also the digits.
 */
const isIban = (
  iban: Sql,
) => sql`coalesce(starts_with(${iban}, ${textMark}) OR ${iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' AND (
  SELECT string_agg(CASE WHEN letter ~ '[0-9]' THEN letter ELSE (ascii(letter) - 55)::text END, '' ORDER BY place)::numeric % 97
  FROM unnest(string_to_array(substr(${iban}, 5) || left(${iban}, 4), NULL)) WITH ORDINALITY AS l (letter, place)) = 1, false)`

/** SQL: whether a text has letters that files may have. */
const hasLatinLetters = (text: Sql) => sql`coalesce(fold_text(${text}) ~ '[a-z]', false)`

/**
 * SQL of the debts of a selection by member and by the reason that leaves them out, as `candidates (member_id, member_number, name, reason,
 * amount, charge_ids, amounts, descriptions)`; `reason` is null for those that are collected. `chosen` is the mandate of each member.
 */
export function candidatesSql(selection: Selection): Sql {
  const { collectionDate } = selection
  return sql`wanted AS MATERIALIZED (${wantedSql(selection)}),
    chosen AS MATERIALIZED (
      SELECT DISTINCT ON (a.member_id) a.*, ${isLapsedOn(sql`a`, sql`${collectionDate}::date`)} AS is_lapsed FROM mandates a
      WHERE a.member_id IN (SELECT member_id FROM wanted)
      ORDER BY a.member_id, a.state = 'active' DESC, a.state = 'suspended' DESC, a.state = 'pending' DESC, a.signed_on DESC NULLS LAST, a.id DESC),
    assessed AS (
      SELECT w.*, CASE
          WHEN w.ended IS NOT NULL THEN w.ended
          WHEN ${isDeceased} THEN 'deceased'
          WHEN a.id IS NULL THEN CASE WHEN m.payment_method = 'directDebit' THEN 'noMandate' ELSE 'otherMethod' END
          WHEN a.state <> 'active' THEN a.state
          WHEN a.is_lapsed THEN 'lapsed'
          WHEN NOT ${isIban(sql`a.iban`)} THEN 'iban'
          WHEN a.holder_check = 'refused' THEN 'holder'
          WHEN NOT ${hasLatinLetters(sql`a.debtor_name`)} THEN 'holderName'
          WHEN ${needsAddress} AND (NOT ${hasLatinLetters(sql`p.city`)} OR p.country IS NULL) THEN 'address'
          WHEN w.is_taken THEN 'inBatch'
          WHEN w.is_in_round THEN 'inRound'
          WHEN w.is_agreed THEN 'agreement'
          WHEN b.credit > 0 THEN 'credit' END AS reason
      FROM wanted w JOIN members m ON m.id = w.member_id JOIN people p ON p.id = m.person_id
      JOIN member_balances b ON b.id = m.id LEFT JOIN chosen a ON a.member_id = m.id),
    candidates AS MATERIALIZED (
      SELECT g.*, m.member_number, m.label AS name FROM (
        SELECT member_id, reason, sum(open_amount)::bigint AS amount, array_agg(id ORDER BY due_date, id) AS charge_ids,
          array_agg(open_amount ORDER BY due_date, id) AS amounts, array_agg(description ORDER BY due_date, id) AS descriptions
        FROM assessed GROUP BY member_id, reason) g JOIN members m ON m.id = g.member_id)`
}

/** SQL: whether the file needs the debtor address for the account of mandate `a`: SEPA countries outside the European Economic Area. */
const needsAddress = sql`coalesce(a.iban_country <> ALL(${eeaCountries}::text[]), false)`

/** Address of a debtor in the file. */
export interface DebtorAddress {
  street: string | null
  postalCode: string | null
  town: string
  country: string
}

/**
 * The debts of a member that one debit collects. `isFirst`: the mandate has no debit yet. `originalIban` is that of the last debit, if it was another
 * one.
 */
export type Included = RowOf<typeof includedShape>
const includedShape = {
  memberId: 'uuid',
  memberNumber: 'integer',
  name: 'text',
  amount: 'cents',
  chargeIds: 'uuid[]',
  amounts: 'cents[]',
  descriptions: 'text[]',
  mandateId: 'uuid',
  reference: 'text',
  debtorName: 'text',
  iban: 'text',
  signedOn: 'day',
  kind: 'text',
  isFirst: 'boolean',
  hasLeft: 'boolean',
  originalIban: 'text?',
  address: nullable(jsonOf<DebtorAddress>()),
} as const

/** What a batch would collect, by member number. */
export async function findIncluded(db: Querying, selection: Selection): Promise<Included[]> {
  const rows = await many(
    db,
    sql`WITH ${candidatesSql(selection)}
      SELECT c.member_id AS "memberId", c.member_number AS "memberNumber", c.name, c.amount, c.charge_ids AS "chargeIds", c.amounts, c.descriptions,
        a.id AS "mandateId", a.reference, a.debtor_name AS "debtorName", a.iban, a.signed_on AS "signedOn", a.kind, ${lastUseOf(sql`a`)} IS NULL AS "isFirst", s.marks_end AS "hasLeft", ${lastIbanOf(sql`a`)} AS "originalIban",
        CASE WHEN ${needsAddress} THEN jsonb_build_object('street', p.address, 'postalCode', p.postal_code, 'town', p.city, 'country', p.country) END AS address
      FROM candidates c JOIN chosen a ON a.member_id = c.member_id JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id
      JOIN member_state_names s ON s.id = m.current_state_id WHERE c.reason IS NULL ORDER BY c.member_number`,
    includedShape,
  )
  // Compared as decrypted: each may be encrypted with another key.
  return rows.map((row) => ({
    ...row,
    originalIban: row.originalIban === row.iban ? null : row.originalIban,
  }))
}

/** Sentence about former members whose open charges are debited; empty without any. */
export function leaverWarnings(count: number): string[] {
  return count === 0
    ? []
    : [
        `${counted(count, 'pessoa já saiu', 'pessoas já saíram')}: cobra-se o que ainda devem. Revogue a autorização de quem não se deve cobrar.`,
      ]
}

/** The number and sum of debits, in cents. */
export function totalOf(included: readonly Included[]): { collections: number; amount: Cents } {
  return {
    collections: included.length,
    amount: included.reduce((sum, { amount }) => sum + amount, 0),
  }
}
