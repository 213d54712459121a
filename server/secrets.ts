import { randomBytes } from 'node:crypto'
import type { Querying } from './database/querying.ts'

/** Keys by purpose, made once and shared by all processes through the database. */
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
  await db.query({
    text: 'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [name, randomBytes(32)],
  })
  const { rows } = await db.query({ text: 'SELECT value FROM secrets WHERE name = $1', values: [name] })
  return (rows[0] as { value: Buffer }).value
}
