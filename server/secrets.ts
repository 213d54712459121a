import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Querying } from './database/querying.ts'
import { execute, one, sql } from './database/sql.ts'

/** Returns a cache of keys by purpose, created once and shared by all processes through the database. */
export function createSecrets(db: Querying): (name: string) => Promise<Buffer> {
  const known = new Map<string, Promise<Buffer>>()
  return (name) => {
    let secret = known.get(name)
    if (!secret) {
      secret = readOrMake(db, name)
      secret.catch(() => known.delete(name))
      known.set(name, secret)
    }
    return secret
  }
}

async function readOrMake(db: Querying, name: string): Promise<Buffer> {
  await execute(
    db,
    sql`INSERT INTO secrets (name, value) VALUES (${name}, ${randomBytes(32)}) ON CONFLICT DO NOTHING`,
  )
  const { value } = await one(db, sql`SELECT value FROM secrets WHERE name = ${name}`, { value: 'bytes' })
  return value
}

/** Encrypts a text with AES-256-GCM, so that the database does not show it. */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed text. Throws when the key is wrong or the data was changed. */
export function unseal(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
