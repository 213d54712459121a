import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import { advisoryLocks } from './database/advisory-locks.ts'
import type { Querying } from './database/querying.ts'
import { setTextKeys, textKeyName } from './database/sealed-text.ts'
import { execute, join, many, maybeOne, sql } from './database/sql.ts'
import { inTransaction } from './database/transaction.ts'
import type { Tx } from './database/transaction.ts'
import { StartError } from './errors.ts'
import type { Database } from './database/database.ts'

/** Keys of HMAC-SHA-256, one for each purpose, and what becomes of signatures when their key is replaced. */
export const signingKeys = {
  /** Sessions and known devices. */
  tokens: 'end',
  /** Links to files, for two hours. */
  files: 'end',
  /** Links to documents, for two hours. */
  documents: 'end',
  /** Links in sent messages, by which people unsubscribe. */
  unsubscribe: 'stay',
  /** The code that the first page asks for. */
  setup: 'end',
  /** Codes on receipts that were printed before `payments.check_code`. */
  receipts: 'stay',
} as const

/** Keys of AES-256-GCM. `replaceKeys` encrypts their values again. */
export const encryptionKeys = [
  'settings',
  'authenticatorApps',
  'messages',
  'webhooks',
  'fiscalIdentities',
] as const

export type SigningKey = keyof typeof signingKeys
export type EncryptionKey = (typeof encryptionKeys)[number]

export interface Keys {
  /** The key that signs. */
  signing(name: SigningKey): Buffer
  /** The keys whose signatures are accepted. */
  verifying(name: SigningKey): readonly Buffer[]
  /** A function that encrypts texts which the transaction stores. Locks the key: it is not deleted before the transaction ends. */
  sealer(db: Tx, name: EncryptionKey): Promise<(text: string) => Buffer>
  /** Decrypts a text. Throws when its key is unknown or the data was changed. */
  unseal(name: EncryptionKey, sealed: Buffer): Promise<string>
  /** Reads the keys again, after another process replaced them. */
  reload(): Promise<void>
  /** Reads the keys again and creates missing ones, after all rows were replaced by those of a backup. */
  reopen(): Promise<void>
}

/** Notifies processes that keys were replaced. */
export const keysChannel = 'agremia_keys'

/** Keys of the environment, which encrypt the others. */
export type WrappingKeys = Partial<Pick<Config, 'secretsKey' | 'secretsPreviousKey'>>

type KnownKeys = Map<string, Map<number, Buffer>>

/**
 * Opens the keys, which all processes share through the database, and creates missing ones. Encrypts them with `secretsKey`, in one
 * transaction. Throws StartError when they are encrypted with another key; then nothing is changed.
 */
export async function openKeys(
  database: Pick<Database, 'pool' | 'cacheReads'>,
  wrapping: WrappingKeys,
): Promise<Keys> {
  let known: KnownKeys = new Map()
  const use = (keys: KnownKeys) => {
    known = keys
    setTextKeys(database.pool, versionsOf(textKeyName), reload)
  }

  const versionsOf = (name: string) => known.get(name) ?? new Map<number, Buffer>()
  const keyOf = async (name: EncryptionKey, version: number) => {
    if (!versionsOf(name).has(version)) await reload()
    const key = versionsOf(name).get(version)
    if (!key) throw new Error(`there is no key ${name}/${version}`)
    return key
  }
  async function reload() {
    const read = await readKeys(database.cacheReads, wrapping)
    // Cached values, or values read a moment ago, may be encrypted with a key that is deleted now.
    for (const name of encryptionKeys)
      read.set(name, new Map([...versionsOf(name), ...(read.get(name) ?? [])]))
    use(read)
  }
  use(await inTransaction(database, (db) => prepareKeys(db, wrapping)))

  return {
    signing: (name) => versionsOf(name).get(Math.max(...versionsOf(name).keys()))!,
    verifying: (name) => [...versionsOf(name).values()],
    async sealer(db, name) {
      const version = await lockNewest(db, name)
      const key = await keyOf(name, version)
      return (text) => Buffer.concat([versionBytes(version), encrypt(key, Buffer.from(text))])
    },
    async unseal(name, sealed) {
      const key = await keyOf(name, sealed.readInt32BE())
      return decrypt(key, sealed.subarray(4)).toString('utf8')
    },
    reload,
    async reopen() {
      use(await inTransaction(database, (db) => prepareKeys(db, wrapping)))
    },
  }
}

/** Throws StartError when the keys in the database are encrypted with others than those of the environment. */
export async function checkKeys(db: Querying, wrapping: WrappingKeys): Promise<void> {
  await readKeys(db, wrapping)
}

/** The version in front of an encrypted text, like `int4send` of PostgreSQL. */
function versionBytes(version: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(version)
  return bytes
}

async function lockNewest(db: Tx, name: EncryptionKey): Promise<number> {
  for (;;) {
    const newest = await maybeOne(
      db,
      sql`SELECT version FROM secrets WHERE name = ${name} ORDER BY version DESC LIMIT 1 FOR KEY SHARE`,
      { version: 'integer' },
    )
    // None when the key was replaced and deleted while this statement waited.
    if (newest) return newest.version
  }
}

/** Adds new versions of keys. The caller has the lock `keys`. */
export async function addKeys(
  db: Tx,
  { secretsKey }: WrappingKeys,
  added: readonly { name: string; version: number }[],
): Promise<void> {
  if (added.length === 0) return
  const rows = added.map((key) => {
    const value = randomBytes(32)
    const stored = secretsKey ? encrypt(secretsKey, value, labelOf(key)) : value
    return sql`(${key.name}::text, ${key.version}::integer, ${stored}::bytea, ${secretsKey !== undefined}::boolean)`
  })
  await execute(db, sql`INSERT INTO secrets (name, version, value, wrapped) VALUES ${join(rows, ', ')}`)
}

async function prepareKeys(db: Tx, wrapping: WrappingKeys): Promise<KnownKeys> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.keys})`)
  const rows = await storedKeys(db)
  const { secretsKey } = wrapping
  for (const row of rows) {
    const { value, isCurrent } = unwrap(row, wrapping)
    if (isCurrent || !secretsKey) continue
    await execute(
      db,
      sql`UPDATE secrets SET value = ${encrypt(secretsKey, value, labelOf(row))}, wrapped = true
          WHERE name = ${row.name} AND version = ${row.version}`,
    )
  }
  const names = new Set(rows.map(({ name }) => name))
  const missing = [...Object.keys(signingKeys), ...encryptionKeys, textKeyName].filter(
    (name) => !names.has(name),
  )
  await addKeys(
    db,
    wrapping,
    missing.map((name) => ({ name, version: 1 })),
  )
  return readKeys(db, wrapping)
}

const keyShape = { name: 'text', version: 'integer', value: 'bytes', wrapped: 'boolean' } as const
type KeyRow = Awaited<ReturnType<typeof storedKeys>>[number]

function storedKeys(db: Querying) {
  return many(db, sql`SELECT name, version, value, wrapped FROM secrets ORDER BY name, version`, keyShape)
}

async function readKeys(db: Querying, wrapping: WrappingKeys): Promise<KnownKeys> {
  const known: KnownKeys = new Map()
  for (const row of await storedKeys(db)) {
    const versions = known.get(row.name) ?? new Map<number, Buffer>()
    known.set(row.name, versions.set(row.version, unwrap(row, wrapping).value))
  }
  return known
}

/** The key of a row, and whether `secretsKey` encrypts it. Throws StartError when neither key of the environment decrypts it. */
function unwrap(row: KeyRow, { secretsKey, secretsPreviousKey }: WrappingKeys) {
  if (!row.wrapped) return { value: row.value, isCurrent: false }
  if (!secretsKey)
    throw new StartError(
      'As chaves desta base de dados estão cifradas: defina SECRETS_KEY com a chave que as cifrou. Nada se perdeu.',
    )
  for (const key of [secretsKey, secretsPreviousKey]) {
    const value = key && decryptOrNone(key, row)
    if (value) return { value, isCurrent: key === secretsKey }
  }
  throw new StartError(
    'SECRETS_KEY não é a chave que cifrou as chaves desta base de dados: reponha-a ou, se a mudou, defina também SECRETS_PREVIOUS_KEY com a anterior. Nada se perdeu.',
  )
}

function decryptOrNone(key: Buffer, row: KeyRow): Buffer | undefined {
  try {
    return decrypt(key, row.value, labelOf(row))
  } catch {
    return undefined
  }
}

/** Authenticated with the encrypted key, so that rows cannot be exchanged. */
function labelOf({ name, version }: { name: string; version: number }): string {
  return `${name}/${version}`
}

/** AES-256-GCM: nonce, tag and the encrypted content. */
function encrypt(key: Buffer, content: Buffer, label = ''): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Throws when the key or the label is wrong, or the data was changed. */
function decrypt(key: Buffer, encrypted: Buffer, label = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12)).setAAD(Buffer.from(label))
  decipher.setAuthTag(encrypted.subarray(12, 28))
  return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()])
}
