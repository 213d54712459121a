import type { Querying } from '../database/querying.ts'
import { many, prepared, raiseVersion, sql } from '../database/sql.ts'
import type { Change } from '../rest/changes.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'

/**
 * What was paid of these members' agreements that nobody ended counts for their oldest instalments, and what was forgiven for the
 * latest; they are fulfilled when nothing is left, and broken when an instalment is unpaid for more than `graceDays`. One
 * that was fulfilled goes on again when something of it is owed again. Needs the ledger locked. Answers what changed.
 */
export async function refreshAgreements(
  db: Querying,
  { today, graceDays, memberIds }: { today: string; graceDays: number; memberIds: readonly string[] },
): Promise<Change[]> {
  const rows = await many(
    db,
    prepared(sql`
      WITH going AS (
        SELECT a.id, a.amount, c.open, greatest(0, least(a.amount - c.open, c.paid - a.paid_before)) AS paid
        FROM payment_agreements a CROSS JOIN LATERAL (SELECT coalesce(sum(c.open_amount), 0) AS open, coalesce(sum(c.paid_amount), 0) AS paid
          FROM unsettled_payments c WHERE c.agreement_id = a.id) c
        WHERE a.state <> 'cancelled' AND a.member_id = ANY(${memberIds}::uuid[])),
      parts AS (
        SELECT i.id, i.agreement_id, i.due_date, i.amount,
          greatest(0, least(i.amount, g.paid - (sum(i.amount) OVER earliest - i.amount))) AS paid,
          greatest(0, least(i.amount, g.amount - g.open - g.paid - (sum(i.amount) OVER latest - i.amount))) AS waived
        FROM agreement_instalments i JOIN going g ON g.id = i.agreement_id
        WINDOW earliest AS (PARTITION BY i.agreement_id ORDER BY i.number), latest AS (PARTITION BY i.agreement_id ORDER BY i.number DESC)),
      written AS (
        UPDATE agreement_instalments i SET paid_amount = p.paid, waived_amount = p.waived, ${raiseVersion('i')}
        FROM parts p WHERE i.id = p.id AND (i.paid_amount, i.waived_amount) IS DISTINCT FROM (p.paid, p.waived) RETURNING i.id),
      judged AS (
        SELECT g.id, g.open, CASE WHEN g.open = 0 THEN 'fulfilled'
          WHEN EXISTS (SELECT FROM parts p WHERE p.agreement_id = g.id AND p.paid + p.waived < p.amount AND p.due_date + ${graceDays}::integer < ${today}::date)
          THEN 'broken' ELSE 'active' END AS state FROM going g)
      UPDATE payment_agreements a SET state = j.state, open_amount = j.open, ${raiseVersion('a')}
      FROM judged j WHERE a.id = j.id AND (a.state, a.open_amount) IS DISTINCT FROM (j.state, j.open)
      RETURNING a.id, a.version`),
    idAndVersion,
  )
  const instalments: Change = { resource: 'agreementInstalments', action: 'updated', id: '', version: 0 }
  return rows.length === 0 ? [] : [...changesOf('paymentAgreements', 'updated', rows), instalments]
}
