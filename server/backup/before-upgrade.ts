import type { Config } from '../config.ts'
import { backupName, openBackupStore } from '../files/backup-store.ts'
import { createBackup } from './write-backup.ts'
import type { Database } from '../database/database.ts'

/**
 * Backs the rows up before migrations change them. Files stay where they are: no migration changes them. Older ones of this kind are
 * deleted with the other backups. Returns the place and the name.
 */
export async function backUpBeforeUpgrade(
  { listenUrl }: Pick<Database, 'listenUrl'>,
  config: Pick<Config, 'backupPlace' | 'backupPassphrase'>,
  clock = () => new Date(),
): Promise<string> {
  const store = await openBackupStore(config)
  try {
    const name = backupName('upgrade', clock(), config)
    const { content } = await createBackup(
      { listenUrl, files: null },
      { passphrase: config.backupPassphrase, clock },
    )
    await store.write(name, content)
    return `${name} (${store.place})`
  } finally {
    store.close()
  }
}
