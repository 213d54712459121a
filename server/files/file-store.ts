import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isId } from '@agremia/resources/coerce.ts'

/** Storage of files: each has an id and variants, for instance the sizes of an image. */
export interface FileStore {
  /** Stores the data atomically, replacing previous content. */
  put(id: string, variant: string, data: Buffer): Promise<void>
  /** Stores a stream like `put`, with constant memory. Returns its length and hash. */
  write(id: string, variant: string, parts: AsyncIterable<Uint8Array>): Promise<WrittenFile>
  /** Returns the content; undefined when there is none. */
  read(id: string, variant: string): Promise<Readable | undefined>
  /** Deletes all variants; does nothing when there are none. */
  remove(id: string): Promise<void>
}

/** Length in bytes and SHA-256 in hexadecimal of a stored file. */
export interface WrittenFile {
  bytes: number
  hash: string
}

/** Stores files in a folder of this machine, created with the first file. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (id: string, variant: string) => join(folderOf(folder, id), checkedVariant(variant))
  return {
    async put(id, variant, data) {
      await writeAtomically(pathOf(id, variant), [data])
    },

    async write(id, variant, parts) {
      return writeAtomically(pathOf(id, variant), parts)
    },

    async read(id, variant) {
      try {
        const file = await open(pathOf(id, variant))
        return file.createReadStream()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(id) {
      await rm(folderOf(folder, id), { recursive: true, force: true })
    },
  }
}

/** UUIDv7 begin with the time and end with random digits: their end spreads files over 256 folders. */
function folderOf(folder: string, id: string): string {
  if (!isId(id)) throw new RangeError(`not the id of a file: ${id.slice(0, 60)}`)
  const lower = id.toLowerCase()
  return join(folder, lower.slice(-2), lower)
}

/** Whether the text is a valid name of a variant. */
export function isVariant(text: string): boolean {
  return /^[a-z][a-zA-Z0-9]{0,30}$/.test(text)
}

function checkedVariant(variant: string): string {
  if (!isVariant(variant)) throw new RangeError(`not a variant of a file: ${variant.slice(0, 60)}`)
  return variant
}

/** Creates a folder and its parents, and fsyncs each parent. */
async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true })
  if (highest === undefined) return
  for (let made = path; made.length >= highest.length; made = dirname(made)) await syncFolder(dirname(made))
}

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Writes a draft beside the target and renames it when it is complete and fsynced. */
async function writeAtomically(path: string, parts: Parts): Promise<WrittenFile> {
  await makeFolder(dirname(path))
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    const written = await writeWhole(draft, parts)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return written
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeWhole(path: string, parts: Parts): Promise<WrittenFile> {
  const file = await open(path, 'wx')
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const part of parts) {
      hash.update(part)
      bytes += part.length
      await file.writeFile(part)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, hash: hash.digest('hex') }
}

/** Fsyncs a folder: otherwise a power cut may lose a new name in it. */
async function syncFolder(path: string): Promise<void> {
  // Windows has no fsync for folders and does not need it.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}
