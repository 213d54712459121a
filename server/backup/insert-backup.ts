import { v7 as newId } from 'uuid'
import { maybeOne, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { idAndVersion } from '../rest/changes.ts'
import type { BackupKind } from '../files/backup-store.ts'
import { backupName } from '../files/backup-store.ts'
import type { World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'

interface NewBackup {
  kind: BackupKind
  withFiles: boolean
  createdByName: string | null
}

/** Inserts the row of a backup and the job that makes it, unless there is one of its name. */
export async function insertBackup(
  db: Tx,
  { clock, config, jobs }: Pick<World, 'clock' | 'config' | 'jobs'>,
  { kind, withFiles, createdByName }: NewBackup,
): Promise<Change[]> {
  const name = backupName(kind, clock(), config)
  const row = await maybeOne(
    db,
    sql`INSERT INTO backups (id, date, kind, file_name, with_files, is_encrypted, created_by_name)
        VALUES (${newId()}, ${clock()}, ${kind}, ${name}, ${withFiles}, ${name.endsWith('.age')}, ${createdByName}) ON CONFLICT (file_name) DO NOTHING RETURNING id, version`,
    idAndVersion,
  )
  if (!row) return []
  await jobs.add(db, 'backups', [{ data: { id: row.id } }])
  return [{ resource: 'backups', action: 'created', ...row }]
}
