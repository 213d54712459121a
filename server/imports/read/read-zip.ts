import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import type { ApiError } from '../../errors.ts'
import { importLimits } from '../../limits.ts'
import { refusals } from './table.ts'

/** An open ZIP, of which nothing is trusted: what is read is counted while it is unpacked. */
export interface OpenZip {
  entries: ReadonlyMap<string, Entry>
  /** The content of an entry. Fails with 413 when the ZIP unpacks to more than the limit. */
  stream(name: string): Promise<Readable>
  /** An entry as a whole; fails with `tooLarge` when it is longer. */
  content(name: string, maxBytes: number, tooLarge: () => ApiError): Promise<Buffer>
  /** A short entry as text; undefined when it is missing. */
  text(name: string): Promise<string | undefined>
  close(): void
}

/** Entries that are read as a whole. */
const maxTextBytes = 8 * 1024 * 1024
const maxEntries = 20_000

/** Throws 413 or 422 when it is damaged, encrypted, or says itself that it unpacks to too much. */
export async function openZip(path: string): Promise<OpenZip> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false })
    .catch((cause: unknown) => {
      throw refusals.damaged(cause)
    })
  try {
    return await readEntries(zip)
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readEntries(zip: ZipFile): Promise<OpenZip> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= maxEntries) throw refusals.unpacked()
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw (error as { status?: number }).status ? error : refusals.damaged(error)
  }
  const all = [...entries.values()]
  if (all.some(({ generalPurposeBitFlag }) => generalPurposeBitFlag & 1)) throw refusals.encrypted()
  const limit = importLimits.unpackedMegabytes * 1024 * 1024
  if (all.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > limit) throw refusals.unpacked()
  let unpacked = 0
  const open = async (name: string, maxBytes: number, tooLarge = refusals.unpacked): Promise<Readable> => {
    const entry = entries.get(name)
    if (!entry) throw refusals.damaged()
    const packed = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
      throw refusals.damaged(cause)
    })
    let bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        unpacked += chunk.length
        if (unpacked > limit) done(refusals.unpacked())
        else if (bytes > maxBytes) done(tooLarge())
        else done(null, chunk)
      },
    })
    // A refusal may come before the consumer listens, and would end the process; the consumer is still given it when it reads.
    counted.on('error', () => undefined)
    packed.once('error', (error) => counted.destroy(refusals.damaged(error)))
    counted.once('close', () => packed.destroy())
    return packed.pipe(counted)
  }
  return {
    entries,
    stream: (name) => open(name, limit),
    content: async (name, maxBytes, tooLarge) => buffer(await open(name, maxBytes, tooLarge)),
    text: async (name) => (entries.has(name) ? text(await open(name, maxTextBytes)) : undefined),
    close: () => zip.close(),
  }
}
