import type { Querying } from '../database/querying.ts'
import { alikeSql } from '../people/index.ts'
import type { WireRecord } from '../rest/store.ts'

/** Somebody known who may be the applicant, and why. */
export interface Alike {
  id: string
  reason: 'nif' | 'nameBirth' | 'email'
}

/** People who may be the applicant: same NIF, same name and birth date, or same email; each once, the surest first. */
export async function findPeopleAlike(db: Querying, record: WireRecord): Promise<Alike[]> {
  return findAlike(db, 'people', record)
}

export async function findAlike(
  db: Querying,
  table: 'people' | 'member_applications',
  record: WireRecord,
): Promise<Alike[]> {
  const values: unknown[] = [record._id]
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '')
  const parts = alikeSql(
    table,
    { nif: text('nif'), name: text('name'), birthDate: text('birthDate'), email: text('email') },
    (value) => `$${values.push(value)}`,
  )
  if (parts.length === 0) return []
  const { rows } = await db.query({
    text: `SELECT id, reason FROM (SELECT DISTINCT ON (id) id, reason, rank FROM (${parts.join(' UNION ALL ')}) every (id, reason, rank)
             WHERE id <> $1::uuid ORDER BY id, rank) found ORDER BY rank, id LIMIT 20`,
    values,
  })
  return rows as Alike[]
}
