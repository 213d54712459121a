import type { Caller } from '@agremia/resources/access.ts'
import type { Querying } from './database/querying.ts'
import { exists, maybeOne, sql } from './database/sql.ts'
import { conflict } from './errors.ts'

/** SQL: whether the person `p` asked that the data be kept but not used. */
export const isRestricted = sql`EXISTS (SELECT FROM members r WHERE r.person_id = p.id AND r.processing_restricted)`

/** Throws 409 when the data of the person were erased: nothing is added to the record. */
export async function refuseErased(db: Querying, personId: unknown): Promise<void> {
  if ((await closureOf(db, personId)).isErased)
    throw conflict('Os dados desta pessoa foram eliminados: já não se lhe junta nada.')
}

/** Throws 409 when the data of the person were erased, or must not be used: the record does not change. */
export async function refuseClosed(db: Querying, personId: unknown): Promise<void> {
  const closure = await closureOf(db, personId)
  if (closure.isErased) throw conflict('Os dados desta pessoa foram eliminados: já não se lhe junta nada.')
  if (closure.isRestricted)
    throw conflict('O tratamento dos dados desta pessoa está limitado: levante primeiro a limitação.')
}

/**
 * Throws 409 when a payment is of somebody whose data must not be used, except for administrators. New payments and charges go on: the
 * organisation keeps its claims, and the law its receipts (article 18, paragraph 2, of the RGPD).
 */
export async function refuseRestrictedPayment(
  db: Querying,
  { memberId, caller }: { memberId: unknown; caller: Pick<Caller, 'role'> },
): Promise<void> {
  if (caller.role === 'admin') return
  const isClosed = await exists(
    db,
    sql`SELECT FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${memberId} AND ${isRestricted}`,
  )
  if (isClosed)
    throw conflict(
      'O tratamento dos dados desta pessoa está limitado: só quem administra altera os seus pagamentos.',
    )
}

/** Waits for an erasure that is under way. */
async function closureOf(
  db: Querying,
  personId: unknown,
): Promise<{ isErased: boolean; isRestricted: boolean }> {
  const row = await maybeOne(
    db,
    sql`SELECT p.anonymised_at IS NOT NULL AS "isErased", ${isRestricted} AS "isRestricted" FROM people p WHERE p.id = ${personId} FOR KEY SHARE OF p`,
    { isErased: 'boolean', isRestricted: 'boolean' },
  )
  return row ?? { isErased: false, isRestricted: false }
}
