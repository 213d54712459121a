import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isId } from '@agremia/resources/coerce.ts'
import { codeOf } from '../errors.ts'

/** Storage of files: each has an id and variants, for instance the sizes of an image. */
export interface FileStore {
  /** Where the files are, for people who maintain the program. */
  readonly place: string
  /** Stores the data atomically, replacing previous content. */
  put(id: string, variant: string, data: Buffer): Promise<void>
  /** Stores a stream like `put`, with constant memory. Returns its length and hash. */
  write(id: string, variant: string, parts: AsyncIterable<Uint8Array>): Promise<WrittenFile>
  /** Returns the content; undefined when there is none. */
  read(id: string, variant: string): Promise<Readable | undefined>
  /** Deletes all variants; does nothing when there are none. Returns false when it must be repeated later. */
  remove(id: string): Promise<boolean>
  /** All contents, also of files without a row. */
  list(): AsyncIterable<StoredPart>
  /** Closes connections. */
  close(): void
}

/** A content: a variant of a file. */
export interface StoredPart {
  id: string
  variant: string
}

/** Length in bytes and SHA-256 in hexadecimal of a stored file. */
export interface WrittenFile {
  bytes: number
  hash: string
}

/** Stores files in a folder of this machine, created with the first file. */
export function createFolderStore(folder: string): FileStore {
  const fullPath = (id: string, variant: string) => join(folder, pathOf(id, variant))
  return {
    place: folder,

    async put(id, variant, data) {
      await writeAtomically(fullPath(id, variant), [data])
    },

    async write(id, variant, parts) {
      return writeAtomically(fullPath(id, variant), parts)
    },

    async read(id, variant) {
      try {
        const file = await open(fullPath(id, variant))
        return file.createReadStream()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(id) {
      await rm(join(folder, folderOf(id)), { recursive: true, force: true })
      return true
    },

    async *list() {
      for await (const { name, ...part } of namesIn(folder))
        if (isVariant(name)) yield { ...part, variant: name }
    },

    close() {},
  }
}

/** Every file in the folder of a store, also the drafts of interrupted writes. */
export async function* namesIn(folder: string): AsyncGenerator<{ id: string; name: string }> {
  // None when it is a file or has been deleted.
  const entriesOf = (path: string) => readdir(path).catch((): string[] => [])
  for (const group of await entriesOf(folder))
    for (const id of await entriesOf(join(folder, group)))
      for (const name of await entriesOf(join(folder, group, id))) if (isId(id)) yield { id, name }
}

/** Path of a file in its store, with slashes. Throws RangeError when it could name anything else. */
export function pathOf(id: string, variant: string): string {
  if (!isVariant(variant)) throw new RangeError(`not a variant of a file: ${variant.slice(0, 60)}`)
  return `${folderOf(id)}/${variant}`
}

/** UUIDv7 begin with the time and end with random digits: their end spreads files over 256 folders. */
export function folderOf(id: string): string {
  if (!isId(id)) throw new RangeError(`not the id of a file: ${String(id).slice(0, 60)}`)
  const lower = id.toLowerCase()
  return `${lower.slice(-2)}/${lower}`
}

/** Whether the text is a valid name of a variant. */
export function isVariant(text: string): boolean {
  return /^[a-z][a-zA-Z0-9]{0,30}$/.test(text)
}

/** Creates a folder and its parents, and fsyncs each parent. */
async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true })
  if (highest === undefined) return
  for (let made = path; made.length >= highest.length; made = dirname(made)) await syncFolder(dirname(made))
}

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Writes a draft beside the target and renames it when it is complete and fsynced. `mode` before the umask. */
export async function writeAtomically(path: string, parts: Parts, mode = 0o666): Promise<WrittenFile> {
  await makeFolder(dirname(path))
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    const written = await writeWhole(draft, parts, mode)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return written
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeWhole(path: string, parts: Parts, mode: number): Promise<WrittenFile> {
  const file = await open(path, 'wx', mode)
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
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')
}
