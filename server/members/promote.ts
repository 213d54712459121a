import { many, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Change } from '../rest/changes.ts'
import { recordAudit } from '../rest/audit.ts'

/** The caller in audit events of daily work. */
const program = {
  caller: { id: null, name: 'Programa', role: 'visitor', personId: null },
  address: null,
} as const

/**
 * Moves members over the maximum age of their category to the category that follows it, such as Juvenil to Efetivo at 18. Does not
 * move former members. Safe to repeat. Returns the changes.
 */
export async function promoteByAge(db: Tx, today: string): Promise<Change[]> {
  const promoted = await many(
    db,
    sql`
      UPDATE members m SET category_id = c.auto_promote_to_id, ${raiseVersion('m')}
      FROM member_categories c, member_categories next, people p
      WHERE c.id = m.category_id AND next.id = c.auto_promote_to_id AND p.id = m.person_id AND m.end_date IS NULL
        AND p.birth_date <= (${today}::date - (c.max_age + 1) * interval '1 year')::date
      RETURNING m.id, m.version, c.name AS "from", next.name AS "to"`,
    { id: 'uuid', version: 'integer', from: 'text', to: 'text' },
  )
  for (const { id, from, to } of promoted) {
    const changes = [{ field: 'categoryId', from, to }]
    await recordAudit({ db, ...program }, [{ resource: 'members', id, action: 'updated', changes }])
  }
  return promoted.map(({ id, version }) => ({ resource: 'members', action: 'updated', id, version }))
}
