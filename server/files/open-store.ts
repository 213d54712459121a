import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../database/log.ts'
import { createBucketStore } from './bucket-store.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore, pathOf } from './file-store.ts'

/** The folder of the files, of an installation without a bucket. */
export function filesFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'files')
}

/**
 * The store of the configuration. Throws StartError when the bucket's server rejects the configuration; starts while it does not answer,
 * since little of the program needs files.
 */
export async function openFileStore(
  config: Pick<Config, 'dataDir' | 'bucket'>,
  log: Log,
): Promise<FileStore> {
  const folder = createFolderStore(filesFolder(config))
  if (!config.bucket) return folder
  const bucket = await createBucketStore(config.bucket)
  if (!(await bucket.check())) log.warn({ bucket: bucket.place }, 'the bucket does not answer')
  return withFolder(bucket, folder)
}

/** A bucket, and the files that still wait in the folder to be moved to it (`move-files.ts`). */
function withFolder(bucket: FileStore, folder: FileStore): FileStore {
  return {
    ...bucket,
    async read(id, variant) {
      const found = await bucket.read(id, variant)
      if (found || !existsSync(folder.place)) return found
      // A file that is in neither may have been moved between the two.
      return (await folder.read(id, variant)) ?? bucket.read(id, variant)
    },
    async *list() {
      // A file that is moved meanwhile is found in both.
      const known = new Set<string>()
      for await (const part of folder.list()) {
        known.add(pathOf(part.id, part.variant))
        yield part
      }
      for await (const part of bucket.list()) if (!known.has(pathOf(part.id, part.variant))) yield part
    },
    async remove(id) {
      await folder.remove(id)
      await bucket.remove(id)
      // A file that is being moved at this moment arrives in the bucket afterwards.
      return !existsSync(folder.place)
    },
  }
}
