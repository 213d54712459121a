import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { inline, many, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { discardFiles } from '../files/index.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { Change } from '../rest/change.ts'

/** Unused files outlive the deleted members that could be restored. */
const retentionDays = restorableDays + 1

/** Makes an uploaded file that of a member, for a change of state, a mandate or a consent. Returns false when it does not exist or belongs to another record. */
export async function useFile(
  { db, changes }: { db: Tx; changes: Change[] },
  id: string,
  memberId: string,
  kind: 'stateChange' | 'mandate' | 'consent' | 'dataRequest' = 'stateChange',
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`UPDATE record_files SET unused_since = NULL, member_id = ${memberId},
          kind = CASE WHEN unused_since IS NULL THEN kind ELSE ${kind} END, ${raiseVersion()}
        WHERE id = ${id} AND coalesce(member_id, ${memberId}) = ${memberId} RETURNING id, version`,
    idAndVersion,
  )
  if (row) changes.push(...changesOf('recordFiles', 'updated', [row]))
  return row !== undefined
}

/** Keeps an uploaded file for the emails of a batch. False when it was deleted. */
export async function keepAttachment(
  { db, changes }: { db: Tx; changes: Change[] },
  id: string,
): Promise<boolean> {
  const rows = await many(
    db,
    sql`UPDATE record_files SET unused_since = NULL,
          kind = CASE WHEN unused_since IS NULL THEN kind ELSE 'attachment' END, ${raiseVersion()}
        WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('recordFiles', 'updated', rows))
  return rows.length > 0
}

/** Daily work: deletes files that were uploaded for a form and that no record has used for `retentionDays`. Safe to repeat. */
export async function deleteUnusedFiles(db: Tx, today: string): Promise<void> {
  const rows = await many(
    db,
    sql`DELETE FROM record_files WHERE unused_since < ${today}::date - ${inline(retentionDays)} RETURNING id`,
    { id: 'uuid' },
  )
  await discardFiles(
    db,
    rows.map(({ id }) => id),
  )
}
