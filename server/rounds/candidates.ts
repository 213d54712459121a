import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import { isOwed } from '../dues/index.ts'

export interface RoundSelection {
  collectorId: string
  /** Charges due until this day, inclusive. */
  dueUntil: string
}

/**
 * SQL of common table expressions: `charges`, those owed by the members of the collector until the day, and `candidates`, their members,
 * with the `reason` why they are left out (null: they are not).
 */
export function candidatesSql({ collectorId, dueUntil }: RoundSelection): Sql {
  return sql`charges AS MATERIALIZED (
      SELECT m.id AS member_id, m.member_number, p.name, p.address, p.postal_code, c.id AS charge_id, c.open_amount AS amount,
        CASE WHEN p.is_protected THEN 'protected' WHEN ${isDeceased} THEN 'deceased' WHEN s.marks_end THEN 'ended' WHEN m.payment_method = 'directDebit' THEN 'directDebit'
          WHEN c.agreement_id IS NOT NULL THEN 'agreement' WHEN p.address IS NULL THEN 'noAddress'
          WHEN EXISTS (SELECT FROM round_charges r WHERE r.unsettled_payment_id = c.id AND r.is_open) THEN 'otherRound'
          WHEN EXISTS (SELECT FROM debit_charges d WHERE d.unsettled_payment_id = c.id AND d.is_open) THEN 'debitBatch' END AS reason
      FROM members m JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
      JOIN unsettled_payments c ON c.member_id = m.id
      WHERE m.collector_id = ${collectorId}::uuid AND ${isOwed} AND c.due_date <= ${dueUntil}::date),
    candidates AS MATERIALIZED (SELECT DISTINCT member_id, member_number, name, reason FROM charges)`
}

/** SQL of the order of a route: postal code, street, number of the door (after a comma: streets have figures in their names too). */
const routeOrder = sql`postal_code NULLS LAST, fold_text(split_part(address, ',', 1)),
  substring(address FROM ',\\D{0,8}(\\d{1,6})')::integer NULLS LAST, fold_text(address), member_number`

/** SQL that inserts the visits and charges of a round. Answers the counts of both, and the sum of the charges. */
export function insertVisitsSql(roundId: string, selection: RoundSelection): Sql {
  return sql`WITH ${candidatesSql(selection)},
    chosen AS (SELECT * FROM charges WHERE reason IS NULL),
    visits AS (
      INSERT INTO round_visits (id, round_id, place, member_id, amount)
      SELECT new_id(), ${roundId}::uuid, row_number() OVER (ORDER BY ${routeOrder}), member_id, sum(amount) FROM chosen
      GROUP BY member_id, member_number, address, postal_code RETURNING id, member_id),
    lines AS (
      INSERT INTO round_charges (round_visit_id, unsettled_payment_id, amount)
      SELECT v.id, c.charge_id, c.amount FROM chosen c JOIN visits v USING (member_id) RETURNING amount)
    SELECT (SELECT count(*)::integer FROM visits) AS visits, count(*)::integer AS charges, coalesce(sum(amount), 0)::bigint AS amount FROM lines`
}
