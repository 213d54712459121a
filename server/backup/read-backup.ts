import { lazy } from '@agremia/resources/rules/once.ts'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import type { ZodType } from 'zod'
import { rare } from '../rare.ts'
import { StartError } from '../errors.ts'
import type { StoredPart } from '../files/file-store.ts'
import { pathOf } from '../files/file-store.ts'
import type { Manifest } from './format.ts'
import { filesPrefix, formatVersion, manifestPath, tablePath } from './format.ts'

/** An open backup. */
export interface OpenBackup {
  manifest: Manifest
  /** The CSV of a table. Fails when it was damaged. */
  table(name: string): Promise<Readable>
  /** The files, each with its content, in the order in which they lie in the backup; read each before the next. */
  files(): AsyncIterable<StoredPart & { content: Readable }>
  /** Closes the file, and deletes its decrypted copy. */
  close(): Promise<void>
}

/** The backup is encrypted, and the passphrase is missing or another. */
export class PassphraseError extends StartError {
  override name = 'PassphraseError'
}

const damaged = (cause?: unknown) =>
  new StartError('A cópia está incompleta ou estragada: use outra.', { cause })

/** Opens a backup. Throws StartError when it is none, is damaged, or is encrypted with another passphrase. Nothing of a ZIP is trusted. */
export async function openBackup(path: string, passphrase: string | undefined): Promise<OpenBackup> {
  const kind = await kindOf(path)
  if (kind === 'zip') return openZip(path, async () => {})
  if (passphrase === undefined)
    throw new PassphraseError(
      'A cópia está cifrada: defina BACKUP_PASSPHRASE com a palavra-passe com que foi feita.',
    )
  const folder = await mkdtemp(join(tmpdir(), 'agremia-restore-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const plain = join(folder, 'backup.zip')
    await decryptTo(path, plain, passphrase)
    return await openZip(plain, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function kindOf(path: string): Promise<'zip' | 'age'> {
  const file = await open(path).catch((cause: unknown) => {
    throw new StartError(`Não se consegue ler ${path}: confirme o nome e as permissões.`, { cause })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0)
    const beginning = buffer.subarray(0, bytesRead).toString('latin1')
    if (beginning.startsWith('PK')) return 'zip'
    if (beginning.startsWith('age-encryption.org/v1')) return 'age'
    throw new StartError(`${path} não é uma cópia de segurança da Agremia.`)
  } finally {
    await file.close()
  }
}

async function decryptTo(path: string, plain: string, passphrase: string): Promise<void> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const sealed = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  const opened = await decrypter.decrypt(sealed).catch((cause: unknown) => {
    throw new PassphraseError('A palavra-passe não é a desta cópia.', { cause })
  })
  try {
    const content = Readable.fromWeb(opened as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(content, createWriteStream(plain, { mode: 0o600 }))
  } catch (cause) {
    throw damaged(cause)
  }
}

const manifestSchema = lazy((): ZodType<Manifest> => {
  const { z } = rare.zod()
  return z.object({
    format: z.literal('agremia-backup'),
    formatVersion: z.int().positive(),
    madeAt: z.iso.datetime(),
    organisation: z.string(),
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
    hasKeys: z.boolean(),
    tables: z.array(
      z.object({
        name: z.string(),
        columns: z.array(z.string()).min(1),
        rows: z.int().nonnegative(),
        sums: z.record(z.string(), z.string()),
        sha256: z.string(),
      }),
    ),
    sequences: z.record(z.string(), z.string().nullable()),
    files: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative() }).nullable(),
  })
})

/** Longer manifests are no manifests. */
const maxManifestBytes = 10_000_000

async function openZip(path: string, close: OpenBackup['close']): Promise<OpenBackup> {
  const zip = await readDirectory(path)
  const entries = new Map<string, Entry>()
  // Files are many: they are read from the directory again.
  for await (const entry of entriesOf(zip))
    if (!entry.fileName.startsWith(filesPrefix)) entries.set(entry.fileName, entry)
  const contentOf = async (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw damaged()
    return readEntry(zip, entry)
  }
  const entry = entries.get(manifestPath)
  if (!entry || entry.uncompressedSize > maxManifestBytes) {
    zip.close()
    throw new StartError(`${path} não é uma cópia de segurança da Agremia.`)
  }
  const manifest = readManifest(await text(await contentOf(manifestPath)))
  return {
    manifest,
    table: (name) => contentOf(tablePath(name)),
    async *files() {
      const again = await readDirectory(path)
      try {
        for await (const found of entriesOf(again)) {
          if (!found.fileName.startsWith(filesPrefix)) continue
          const [, id = '', variant = ''] = found.fileName.slice(filesPrefix.length).split('/')
          if (found.fileName !== filesPrefix + nameOf(id, variant)) throw damaged()
          yield { id, variant, content: await readEntry(again, found) }
        }
      } finally {
        again.close()
      }
    },
    async close() {
      zip.close()
      await close()
    },
  }
}

function nameOf(id: string, variant: string): string {
  try {
    return pathOf(id, variant)
  } catch (cause) {
    throw damaged(cause)
  }
}

function readManifest(json: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw damaged(cause)
  }
  const version = (value as Partial<Manifest> | null)?.formatVersion
  if (typeof version === 'number' && version > formatVersion)
    throw new StartError('A cópia foi feita por uma versão mais recente da Agremia: atualize o programa.')
  const read = manifestSchema().safeParse(value)
  if (!read.success) throw damaged(read.error)
  return read.data
}

async function readDirectory(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (cause) {
    throw damaged(cause)
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry()
  } catch (cause) {
    throw damaged(cause)
  }
}

/** The content of an entry. Fails when its checksum is another. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const content = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw damaged(cause)
  })
  let checksum = 0
  const checking = new Transform({
    transform(part: Buffer, _encoding, done) {
      checksum = crc32(part, checksum)
      done(null, part)
    },
    flush(done) {
      done(checksum === entry.crc32 ? null : damaged())
    },
  })
  content.once('error', (cause: unknown) => checking.destroy(damaged(cause)))
  return content.pipe(checking)
}
