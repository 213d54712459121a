import type { Sql } from '../database/sql.ts'
import { execute, maybeOne, one, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Subject } from './places.ts'
import type { Context } from '../rest/modules.ts'

/** Years after the civil year of a document in which it must be kept with the identity (article 52 of the CIVA). */
export const fiscalYears = 10

/** SQL: the last day on which the law requires the identity of the person, as `keptUntil`; null without documents. */
export function fiscalUntil({ memberIds }: Subject): Sql {
  const members = sql`${memberIds}::uuid[]`
  return sql`SELECT make_date((extract(year FROM max(date)))::integer + ${fiscalYears}, 12, 31) AS "keptUntil" FROM (
      SELECT date FROM payments WHERE member_id = ANY(${members})
      UNION ALL SELECT p.date FROM payments p JOIN payment_items i ON i.payment_id = p.id WHERE i.member_id = ANY(${members})
      UNION ALL SELECT date FROM donations_in_kind WHERE member_id = ANY(${members})
      UNION ALL SELECT date FROM credit_refunds WHERE member_id = ANY(${members})
      UNION ALL SELECT date FROM transactions WHERE member_id = ANY(${members})
      UNION ALL SELECT date FROM treasury_docs WHERE member_id = ANY(${members})) documents`
}

/** The identity that documents had. */
export interface FiscalIdentity {
  name: string
  nif: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  /** Signed permissions of collections, which a bank may ask for. */
  mandates: { reference: string; debtorName: string; iban: string; signedOn: string | null }[]
}

/** Stores the identity encrypted while the law requires it, before it is erased everywhere else. */
export async function storeFiscalIdentity(
  { db, world, today }: Pick<Context, 'db' | 'world' | 'today'>,
  subject: Subject,
): Promise<void> {
  const { keptUntil } = await one(db, fiscalUntil(subject), { keptUntil: 'day?' })
  if (keptUntil === null || keptUntil < today) return
  const { identity } = await one(
    db,
    sql`SELECT json_build_object('name', p.name, 'nif', p.nif, 'address', p.address, 'postalCode', p.postal_code, 'city', p.city, 'country', p.country,
          'mandates', (SELECT coalesce(json_agg(json_build_object('reference', d.reference, 'debtorName', d.debtor_name, 'iban', d.iban, 'signedOn', d.signed_on)
            ORDER BY d.reference), '[]') FROM mandates d WHERE d.member_id = ANY(${subject.memberIds}::uuid[])
            AND EXISTS (SELECT FROM debit_collections c WHERE c.mandate_id = d.id)))::text AS identity
        FROM people p WHERE p.id = ${subject.personId}`,
    { identity: 'text' },
  )
  const seal = await world.keys.sealer(db, 'fiscalIdentities')
  await execute(
    db,
    sql`INSERT INTO fiscal_identities (person_id, sealed, kept_until) VALUES (${subject.personId}, ${seal(identity)}, ${keptUntil})`,
  )
}

/** Reads the identity that was kept; undefined when there is none, or none any more. */
export async function readFiscalIdentity(
  { db, world }: Pick<Context, 'db' | 'world'>,
  personId: string,
): Promise<(FiscalIdentity & { keptUntil: string }) | undefined> {
  const row = await maybeOne(
    db,
    sql`SELECT sealed, kept_until AS "keptUntil" FROM fiscal_identities WHERE person_id = ${personId}`,
    { sealed: 'bytes', keptUntil: 'day' },
  )
  if (!row) return undefined
  const identity = JSON.parse(await world.keys.unseal('fiscalIdentities', row.sealed)) as FiscalIdentity
  return { ...identity, keptUntil: row.keptUntil }
}

/** Daily work: deletes the identities that the law no longer requires. */
export async function deleteFiscalIdentities(db: Tx, today: string): Promise<void> {
  await execute(db, sql`DELETE FROM fiscal_identities WHERE kept_until < ${today}::date`)
}
