import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { RetentionName } from '@agremia/resources/retention.ts'
import { retentionOf, retentionRules } from '@agremia/resources/retention.ts'
import { addMonths } from '@agremia/resources/rules/dates.ts'
import { eraseResultsAbout } from '../bulk-actions/index.ts'
import type { Sql } from '../database/sql.ts'
import { execute, exists, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { logErasure } from '../erasures.ts'
import type { Change } from '../rest/change.ts'

/** The day before which the data of a rule of months or years are due. */
export function dueBefore(rule: RetentionName, today: string, settings: Settings): string {
  const count = retentionOf(rule, settings)
  return addMonths(today, retentionRules[rule].unit === 'years' ? -12 * count : -count)
}

/** Empties audit events `e`; who did what, and when, stays. */
const emptied = (where: Sql) => sql`UPDATE audit_events e SET changes = '[]', rows = NULL, address = NULL
  WHERE (e.changes <> '[]' OR e.rows IS NOT NULL OR e.address IS NOT NULL) AND ${where}`

/** Deletions `d` that were made before a day and not undone. */
const deletedBefore = (day: string) => sql`d.action = 'deleted' AND d.at < ${day}::date AND NOT EXISTS (
  SELECT FROM audit_events l WHERE l.resource = d.resource AND l.record_id = d.record_id AND l.at > d.at AND l.action = 'restored')`

const deletions = (day: string): Partial<Record<RetentionName, Sql>> => ({
  signIns: sql`DELETE FROM audit_events WHERE at < ${day}::date AND (resource = 'sessions' OR action IN ('signInRefused', 'refused'))`,
  auditTrail: emptied(sql`e.at < ${day}::date`),
  deletedRecords: emptied(
    sql`(e.resource, e.record_id) IN (SELECT d.resource, d.record_id FROM audit_events d WHERE ${deletedBefore(day)})`,
  ),
  consents: sql`DELETE FROM consents c USING (
      SELECT id, lead(at) OVER (PARTITION BY person_id, purpose, channel ORDER BY at, id) AS replaced_at FROM consents) n
    WHERE n.id = c.id AND coalesce(n.replaced_at, CASE WHEN c.status <> 'given' THEN c.at END) < ${day}::date`,
  cardChecks: sql`UPDATE membership_cards SET last_verified_at = NULL WHERE last_verified_at < ${day}::date`,
})

/** Daily work: deletes what the privacy notice says is deleted, once a day. The areas delete their own. */
export async function deleteDue(db: Tx, today: string, settings: Settings): Promise<Change[]> {
  const isFirst = await exists(db, sql`UPDATE retention_days SET day = ${today} WHERE day < ${today}::date`)
  if (!isFirst) return []
  await eraseResultsAbout(
    db,
    sql`SELECT d.record_id FROM audit_events d WHERE ${deletedBefore(dueBefore('deletedRecords', today, settings))}`,
  )
  for (const rule of Object.keys(deletions(today)) as RetentionName[]) {
    const statement = deletions(dueBefore(rule, today, settings))[rule]
    if (statement) await logErasure(db, { rule, count: await execute(db, statement), day: today })
  }
  return [{ resource: 'erasures', action: 'created', id: '', version: 1 }]
}
