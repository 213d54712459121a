import type { Querying } from '../database/querying.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { isSameCharge } from '../dues/index.ts'
import type { Subjects } from './subjects.ts'

/** A charge of the merged member for which the one who stays has a charge too: the same entry fee, or quotas that share a month. */
export interface RepeatedCharge {
  description: string
  dueDate: string
  /** The one of the two that the merge cancels; null when both are paid, at least in part. */
  endedId: string | null
}

/** Of two charges for the same, the merge cancels one of which nothing is paid, that of the merged member if possible. */
export async function repeatedCharges(db: Querying, { kept, lost }: Subjects): Promise<RepeatedCharge[]> {
  if (kept.memberId === null || lost.memberId === null) return []
  return many(
    db,
    sql`SELECT o.description, o.due_date AS "dueDate", CASE WHEN o.paid_amount = 0 THEN o.id WHEN c.paid_amount = 0 THEN c.id END AS "endedId"
        FROM unsettled_payments c JOIN unsettled_payments o ON o.member_id = ${lost.memberId} AND ${isSameCharge('c', 'o')}
        WHERE c.member_id = ${kept.memberId} ORDER BY o.due_date, o.id`,
    { description: 'text', dueDate: 'day', endedId: 'uuid?' },
  )
}

/** Cancels the charges of which the other member has one too. */
export async function endRepeatedCharges(db: Tx, repeated: readonly RepeatedCharge[]): Promise<void> {
  const ids = repeated.flatMap(({ endedId }) => endedId ?? [])
  if (ids.length === 0) return
  await execute(
    db,
    sql`UPDATE unsettled_payments SET status = 'cancelled', cancelled_by = 'person', cancel_reason = 'Repetida: estava nas duas fichas que foram fundidas.', ${raiseVersion()}
        WHERE id = ANY(${ids}::uuid[])`,
  )
}
