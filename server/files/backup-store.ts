import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { openBucket } from './bucket-store.ts'
import { writeAtomically } from './file-store.ts'
import { namesOf } from '@agremia/resources/names.ts'

/** Mode of a backup's file: it has the data of everybody. */
export const backupMode = 0o600

/** Backups by their file names, in a folder or a bucket. People find them there without the program. */
export interface BackupStore {
  /** For people who maintain the program. */
  readonly place: string
  /** Stores a stream atomically. Returns its length in bytes. */
  write(name: string, parts: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>
  read(name: string): Promise<Readable | undefined>
  /** Does nothing when there is none. */
  remove(name: string): Promise<void>
  list(): Promise<StoredBackup[]>
  /** Free bytes; undefined when unknown. */
  free(): Promise<number | undefined>
  close(): void
}

/** A stored backup. */
export interface StoredBackup {
  name: string
  bytes: number
}

/** Kinds of files that the program makes, by the beginning of their names. */
export const backupPrefixes = {
  scheduled: 'copia-',
  requested: 'copia-pedida-',
  upgrade: 'antes-de-atualizar-',
  export: 'exportacao-',
} as const
export type BackupKind = keyof typeof backupPrefixes

/** Name of a new file: `copia-2026-11-27-03-00-00-4f2a.zip`, in UTC and with random digits; `.age` when it is encrypted. */
export function backupName(
  kind: BackupKind,
  at: Date,
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')
  // People read an export without the program.
  const isEncrypted = kind !== 'export' && backupPassphrase !== undefined
  return `${backupPrefixes[kind]}${moment}-${randomBytes(2).toString('hex')}.${isEncrypted ? 'age' : 'zip'}`
}

const namePattern =
  /^(copia-|copia-pedida-|antes-de-atualizar-|exportacao-)(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-[\da-f]{4}\.(zip|age)$/

/** What a name says; undefined for files that the program did not make. */
export function readBackupName(
  name: string,
): { kind: BackupKind; at: Date; isEncrypted: boolean } | undefined {
  const [, prefix, day, hours, minutes, seconds, ending] = namePattern.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  const kind = namesOf(backupPrefixes).find((one) => backupPrefixes[one] === prefix)
  return kind && !Number.isNaN(at.getTime()) ? { kind, at, isEncrypted: ending === 'age' } : undefined
}

/** The store of the configuration. */
export async function openBackupStore({ backupPlace }: Pick<Config, 'backupPlace'>): Promise<BackupStore> {
  return typeof backupPlace === 'string' ? createFolder(backupPlace) : createBucket(backupPlace)
}

function createFolder(folder: string): BackupStore {
  return {
    place: folder,
    async write(name, parts) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return writeAtomically(join(folder, name), parts, backupMode)
    },
    async read(name) {
      const path = join(folder, name)
      return (await sizeOf(path)) === undefined ? undefined : createReadStream(path)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async list() {
      const names = await readdir(folder).catch((): string[] => [])
      const known = names.filter((name) => readBackupName(name))
      const found = await Promise.all(
        known.map(async (name) => ({ name, bytes: await sizeOf(join(folder, name)) })),
      )
      return found.flatMap(({ name, bytes }) => (bytes === undefined ? [] : [{ name, bytes }]))
    },
    async free() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    close() {},
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
}

async function createBucket(place: Exclude<Config['backupPlace'], string>): Promise<BackupStore> {
  const bucket = await openBucket(place)
  return {
    place: bucket.place,
    write: bucket.write,
    read: bucket.read,
    remove: bucket.remove,
    async list() {
      const found: StoredBackup[] = []
      for await (const { key, bytes } of bucket.list(''))
        if (readBackupName(key)) found.push({ name: key, bytes })
      return found
    },
    free: async () => undefined,
    close: bucket.close,
  }
}
