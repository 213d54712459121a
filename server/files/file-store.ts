import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isId } from '@agremia/resources/coerce.ts'

/** Where files are kept: each has an id and some variants, for instance an image in several sizes. */
export interface FileStore {
  /** Keeps the data, whole or not at all, in the place of what was there. */
  put(id: string, variant: string, data: Buffer): Promise<void>
  /** The content; undefined when there is none. */
  read(id: string, variant: string): Promise<Readable | undefined>
  /** Removes every variant. A file that does not exist is removed already. */
  remove(id: string): Promise<void>
}

/** Keeps files in a folder of this machine, made when the first one comes. */
export function createFolderStore(folder: string): FileStore {
  const placeOf = (id: string, variant: string) => join(folderOf(folder, id), checkedVariant(variant))
  return {
    async put(id, variant, data) {
      const place = placeOf(id, variant)
      await makeFolder(dirname(place))
      const draft = `${place}.${randomBytes(6).toString('hex')}.new`
      try {
        await writeWhole(draft, data)
        await rename(draft, place)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await keepFolder(dirname(place))
    },

    async read(id, variant) {
      try {
        const file = await open(placeOf(id, variant))
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

/** Ids begin with the time and end with chance: their end spreads the files over 256 folders. */
function folderOf(folder: string, id: string): string {
  if (!isId(id)) throw new RangeError(`not the id of a file: ${id.slice(0, 60)}`)
  const lower = id.toLowerCase()
  return join(folder, lower.slice(-2), lower)
}

/** Whether a text may name a variant. */
export function isVariant(text: string): boolean {
  return /^[a-z][a-zA-Z0-9]{0,30}$/.test(text)
}

function checkedVariant(variant: string): string {
  if (!isVariant(variant)) throw new RangeError(`not a variant of a file: ${variant.slice(0, 60)}`)
  return variant
}

/** Makes the folder and those above it, each kept on the disk by the one that holds it. */
async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true })
  if (highest === undefined) return
  for (let made = path; made.length >= highest.length; made = dirname(made)) await keepFolder(dirname(made))
}

async function writeWhole(path: string, data: Buffer): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name in a folder survives a power cut only once the folder itself is on the disk. */
async function keepFolder(path: string): Promise<void> {
  // Windows has no such call for folders, and does it by itself.
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
