import { addDays } from '@agremia/resources/rules/dates.ts'
import { v7 as newId } from 'uuid'
import type { Tx } from '../database/transaction.ts'
import { execute, many, one, sql } from '../database/sql.ts'
import { isOwed, refreshMembers } from '../dues/index.ts'
import { nextNumber } from '../treasury/index.ts'
import { insertVisitsSql } from './candidates.ts'
import { countMarksSql } from './visits.ts'

/** Hundredths. */
const rate = 750
/** Days since the first round was settled and since the second one left. */
const settledDays = 40
const outDays = 3

/**
 * Inserts a collector with two rounds: one that was settled, with its payments, and one that is out and partly marked. Before the treasury,
 * which posts the payments. Returns the collector's id. The same in every demonstration.
 */
export async function insertSampleRounds(
  tx: Tx,
  { today, collector, receivedBy }: { today: string; collector: string; receivedBy: string },
): Promise<string> {
  const id = newId()
  await execute(
    tx,
    sql`INSERT INTO collectors (id, name, phone, email, commission_rate, amount_per_receipt)
        VALUES (${id}, ${collector}, '+351912340077', 'socio@exemplo.pt', ${rate}, 0)`,
  )
  // Debtors who live near each other.
  await execute(
    tx,
    sql`UPDATE members SET collector_id = ${id}, payment_method = 'collector' WHERE id IN (
          SELECT m.id FROM members m JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
          WHERE NOT s.marks_end AND p.address IS NOT NULL AND p.kind = 'natural' AND m.payment_method IS DISTINCT FROM 'directDebit'
            AND EXISTS (SELECT FROM unsettled_payments c WHERE c.member_id = m.id AND ${isOwed} AND c.agreement_id IS NULL AND c.due_date < ${today}::date - 60)
          ORDER BY p.postal_code, m.member_number LIMIT 24)`,
  )
  await insertSettled(tx, { collectorId: id, collector, date: addDays(today, -settledDays), receivedBy })
  await insertOut(tx, { collectorId: id, collector, today, receivedBy })
  const members = await many(tx, sql`SELECT id FROM members WHERE collector_id = ${id}`, { id: 'uuid' })
  await refreshMembers(
    tx,
    today,
    members.map((member) => member.id),
  )
  return id
}

interface Sample {
  collectorId: string
  /** The collector's name. */
  collector: string
  /** Who makes the rounds and receives the money. */
  receivedBy: string
}

interface Round {
  collectorId: string
  dueUntil: string
  outOn: string
  createdBy: string
}

async function insertRound(tx: Tx, { collectorId, dueUntil, outOn, createdBy }: Round): Promise<string> {
  const id = newId()
  const number = await nextNumber(tx, 'rounds', outOn.slice(0, 4))
  await execute(
    tx,
    sql`INSERT INTO rounds (id, created_at, number, collector_id, due_until, state, out_on, created_by_name, commission_rate)
        VALUES (${id}, least(now(), ${outOn}::date + time '09:30'), ${number}, ${collectorId}, ${dueUntil}, 'out', ${outOn}, ${createdBy}, ${rate})`,
  )
  const { visits, charges, amount } = await one(tx, insertVisitsSql(id, { collectorId, dueUntil }), {
    visits: 'integer',
    charges: 'integer',
    amount: 'cents',
  })
  await execute(
    tx,
    sql`UPDATE rounds SET visits = ${visits}, charges = ${charges}, expected_amount = ${amount} WHERE id = ${id}`,
  )
  return id
}

/** A round of a third of the members, all of whose charges are paid since, and whose commission waits. */
async function insertSettled(
  tx: Tx,
  { collectorId, collector, date, receivedBy }: Sample & { date: string },
): Promise<void> {
  const id = await insertRound(tx, {
    collectorId,
    dueUntil: addDays(date, -10),
    outOn: addDays(date, -6),
    createdBy: receivedBy,
  })
  await execute(
    tx,
    sql`UPDATE round_visits SET outcome = CASE place % 3 WHEN 1 THEN 'paid' WHEN 2 THEN 'absent' ELSE 'refused' END,
          collected_amount = CASE place % 3 WHEN 1 THEN amount ELSE 0 END, note = CASE place % 3 WHEN 0 THEN 'Diz que já não quer ser sócio' END,
          marked_at = ${date}::date + time '18:00', marked_by_name = ${collector} WHERE round_id = ${id}`,
  )
  await execute(
    tx,
    sql`WITH numbered AS MATERIALIZED (
          SELECT v.id, new_id() AS payment_id, v.member_id, v.collected_amount AS amount, row_number() OVER (ORDER BY v.place) AS place,
            'Q/' || extract(year FROM ${date}::date) AS series FROM round_visits v WHERE v.round_id = ${id} AND v.outcome = 'paid'),
        counters AS (
          INSERT INTO receipt_counters AS known (series, last) SELECT series, max(place) FROM numbered GROUP BY series
          ON CONFLICT (series) DO UPDATE SET last = known.last + excluded.last RETURNING series, last),
        named AS (
          SELECT n.*, n.series || '/' || lpad((k.last - max(n.place) OVER () + n.place)::text, 6, '0') AS number FROM numbered n JOIN counters k USING (series)),
        payments AS (
          INSERT INTO payments (id, created_at, member_id, date, amount, method, received_by, reference, receipt_series, receipt_number, search_text)
          SELECT payment_id, ${date}::date + time '18:30', member_id, ${date}::date, amount, 'cash', ${collector}, 'Ronda ' || r.number, series, n.number, ''
          FROM named n CROSS JOIN (SELECT number FROM rounds WHERE id = ${id}) r),
        visits AS (UPDATE round_visits v SET payment_id = n.payment_id FROM numbered n WHERE n.id = v.id),
        settled AS (
          UPDATE unsettled_payments c SET paid_amount = c.amount, status = 'paid', last_paid_on = ${date}::date FROM numbered n JOIN round_charges r ON r.round_visit_id = n.id
          WHERE c.id = r.unsettled_payment_id RETURNING c.id, n.payment_id, c.member_id, c.description, r.amount)
        INSERT INTO payment_items (id, payment_id, member_id, unsettled_payment_id, description, amount)
        SELECT new_id(), payment_id, member_id, id, description, amount FROM settled`,
  )
  await execute(
    tx,
    sql`UPDATE round_charges SET is_open = false WHERE round_visit_id IN (SELECT id FROM round_visits WHERE round_id = ${id})`,
  )
  await execute(tx, countMarksSql(id))
  await execute(
    tx,
    sql`UPDATE rounds SET state = 'done', settled_on = ${date}, settled_by_name = ${receivedBy}, delivered_amount = collected_amount, difference = 0,
          receipts = paid, commission = round(collected_amount * ${rate} / 10000.0), commission_status = 'due' WHERE id = ${id}`,
  )
}

async function insertOut(
  tx: Tx,
  { collectorId, collector, today, receivedBy }: Sample & { today: string },
): Promise<void> {
  const outOn = addDays(today, -outDays)
  const id = await insertRound(tx, { collectorId, dueUntil: outOn, outOn, createdBy: receivedBy })
  await execute(
    tx,
    sql`UPDATE round_visits SET outcome = CASE place WHEN 3 THEN 'absent' WHEN 5 THEN 'moved' ELSE 'paid' END,
          collected_amount = CASE WHEN place IN (3, 5) THEN 0 ELSE amount END, note = CASE place WHEN 5 THEN 'Foi para casa da filha, em Gaia' END,
          marked_at = now(), marked_by_name = ${collector} WHERE round_id = ${id} AND place <= 6`,
  )
  await execute(tx, countMarksSql(id))
}
