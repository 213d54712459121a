import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketStore } from './bucket-store.ts'
import type { StoredPart } from './file-store.ts'
import { folderOf, isVariant, namesIn, pathOf } from './file-store.ts'
import { codeOf } from '../errors.ts'

export interface Moved {
  files: number
  bytes: number
  /** Paths in the folder of files that have another content in the bucket. They stay. */
  different: string[]
}

/** Files that are moved at the same time: most of the time of each is waiting for the server. */
const CONCURRENT = 8

/**
 * Moves all files of a folder store to a bucket, and deletes the folder when it is empty. A file leaves the folder after it was read
 * back from the bucket with the same hash, so that a repeated call continues after any interruption. Processes that already use the
 * bucket may run meanwhile. `moved` is updated after each file.
 */
export async function moveToBucket(folder: string, bucket: BucketStore, moved: Moved): Promise<void> {
  const files = filesIn(folder)
  const work = async () => {
    for await (const file of files) await moveFile(folder, bucket, { ...file, moved })
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  for (const name of await readdir(folder)) await removeIfEmpty(join(folder, name))
  await removeIfEmpty(folder)
}

async function* filesIn(folder: string): AsyncGenerator<StoredPart> {
  for await (const { id, name } of namesIn(folder)) {
    if (isVariant(name)) yield { id, variant: name }
    // The draft of a write that was interrupted.
    else if (name.endsWith('.new')) await rm(join(folder, folderOf(id), name), { force: true })
  }
}

async function moveFile(
  folder: string,
  bucket: BucketStore,
  { id, variant, moved }: StoredPart & { moved: Moved },
): Promise<void> {
  const path = join(folder, pathOf(id, variant))
  try {
    const added = await bucket.add(id, variant, createReadStream(path))
    const local = added ?? (await measure(createReadStream(path)))
    const stored = await bucket.read(id, variant)
    const isSame = stored !== undefined && (await measure(stored)).hash === local.hash
    if (!isSame && added) throw new Error(`${path} did not arrive whole`)
    if (!isSame) return void moved.different.push(path)
    await unlink(path)
    moved.files++
    moved.bytes += local.bytes
    await removeIfEmpty(join(path, '..'))
  } catch (error) {
    // The program deleted the file, and will delete it from the bucket again, or another call moved it.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

async function measure(parts: AsyncIterable<Uint8Array>): Promise<{ bytes: number; hash: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of parts) {
    hash.update(part)
    bytes += part.length
  }
  return { bytes, hash: hash.digest('hex') }
}

async function removeIfEmpty(path: string): Promise<void> {
  await rmdir(path).catch(() => {})
}
