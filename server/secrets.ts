import { randomBytes } from 'node:crypto'
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
