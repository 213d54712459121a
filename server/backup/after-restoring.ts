import { sql } from '../database/sql.ts'
import type { Sql } from '../database/sql.ts'
import { discardSealed, endSessionRows } from '../replace-keys.ts'
import type { Manifest } from './format.ts'

/**
 * Statements after the rows of a backup were copied: sessions of that time end, since some may have been ended afterwards; messages
 * that were waiting are held, since they may have been sent afterwards; values whose keys are not in the backup are removed.
 */
export function afterRestoring({ hasKeys }: Pick<Manifest, 'hasKeys'>): Sql[] {
  return [
    endSessionRows,
    sql`DELETE FROM idempotency_keys`,
    // Of the files where the backup was made; those that are here get rows when the program starts.
    sql`DELETE FROM backups`,
    sql`DELETE FROM jobs WHERE queue = 'backups'`,
    sql`WITH held AS (
          UPDATE messages SET state = 'held', reason = 'paused', next_attempt_at = NULL, updated_at = now(), version = version + 1
          WHERE state = 'queued' RETURNING id)
        INSERT INTO settings (id, name, value) SELECT new_id(), 'SendMessages', 'false' WHERE EXISTS (SELECT FROM held)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1, updated_at = now()`,
    ...(hasKeys ? [] : discardSealed),
  ]
}
