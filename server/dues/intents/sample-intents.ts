import type { Querying } from '../../database/querying.ts'
import { execute, sql } from '../../database/sql.ts'
import { isOwed } from '../ledger/conditions.ts'

/**
 * Inserts what a gateway did: a payment that it registered, a valid reference, a payment that waits for confirmation, a request that
 * expired, and a payment of nobody known.
 */
export async function insertSampleIntents(db: Querying): Promise<void> {
  await execute(
    db,
    sql`
      WITH owed AS (
        SELECT c.id, c.member_id, c.open_amount AS amount, c.description, c.due_date, row_number() OVER (ORDER BY m.member_number) AS place
        FROM unsettled_payments c JOIN members m ON m.id = c.member_id
        WHERE ${isOwed} AND c.agreement_id IS NULL AND m.end_date IS NULL
          AND NOT EXISTS (SELECT FROM unsettled_payments o WHERE o.member_id = c.member_id AND o.id <> c.id AND o.status IN ('open', 'partial'))
        ORDER BY m.member_number LIMIT 3),
      paid AS (
        SELECT c.id, c.member_id, c.amount, c.description, c.due_date, 4 AS place, p.id AS payment_id, p.date
        FROM payments p JOIN payment_items i ON i.payment_id = p.id JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
        WHERE p.method = 'multibanco' AND p.amount = c.amount ORDER BY p.date DESC, p.id LIMIT 1),
      kinds (place, kind, status, reference, phone, hours) AS (VALUES
        (1, 'multibanco', 'pending', '000123401', NULL, -30), (2, 'multibanco', 'paid', '000123402', NULL, 3),
        (3, 'mbway', 'expired', NULL, '+351912000003', 26), (4, 'multibanco', 'paid', '000123404', NULL, 0)),
      asked AS (
        SELECT new_id() AS intent_id, o.*, k.kind, k.status, k.reference, k.phone, k.hours
        FROM (SELECT id, member_id, amount, description, due_date, place, NULL::uuid AS payment_id, NULL::date AS date FROM owed UNION ALL SELECT * FROM paid) o
        JOIN kinds k ON k.place = o.place),
      intents AS (
        INSERT INTO payment_intents (id, member_id, gateway, kind, amount, status, description, lines, entity, reference, phone, expires_at, paid_at,
          payment_id, order_id, external_id, charge_ids, charge_amounts, instalment_ids)
        SELECT intent_id, member_id, 'ifthenpay', kind, amount, status, description,
          jsonb_build_array(jsonb_build_object('description', description, 'amount', (amount / 100.0)::numeric(12, 2), 'dueDate', due_date)),
          CASE WHEN reference IS NULL THEN NULL ELSE '99999' END, reference, phone,
          now() + CASE kind WHEN 'mbway' THEN interval '-26 hours' ELSE interval '29 days' END,
          CASE status WHEN 'paid' THEN coalesce(date + time '10:00', now() - hours * interval '1 hour') END, payment_id,
          'amostra' || place, 'sim-amostra-' || place, ARRAY[id], ARRAY[amount], '{}'
        FROM asked),
      received AS (
        SELECT reference, intent_id, member_id, amount, payment_id, coalesce(date + time '10:00', now() - hours * interval '1 hour') AS paid_at,
          CASE WHEN payment_id IS NULL THEN 'toConfirm' ELSE 'settled' END AS state, NULL AS problem FROM asked WHERE status = 'paid'
        UNION ALL
        SELECT '000987654', NULL, NULL, 2400, NULL, now() - interval '2 days', 'toMatch', 'Não há nenhum pedido com esta referência.')
      INSERT INTO incoming_payments (id, gateway, key, kind, state, amount, fee, paid_at, entity, reference, external_id, member_id, payment_intent_id, payment_id, problem, raw)
      SELECT new_id(), 'ifthenpay', 'sim-' || reference, 'multibanco', state, amount, 70, paid_at, '99999', reference, 'sim-' || reference, member_id, intent_id,
        payment_id, problem, jsonb_build_object('ref', reference, 'val', to_char(amount / 100.0, 'FM999990.00'), 'pm', 'MB')
      FROM received`,
  )
}
