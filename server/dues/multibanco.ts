import { offlineReference } from '@agremia/resources/rules/multibanco.ts'
import type { Context } from '../context.ts'

/** What references made without a gateway may be worth, in cents: from 1 € to what gateways take. */
const least = 100
const most = 9_999_900

/** The organisation's account for references made by the program; undefined when there is none. */
export function multibancoAccount({
  multibancoEntity: entity,
  multibancoSubEntity: subEntity,
}: Context['settings']): { entity: string; subEntity: string; name: string } | undefined {
  return entity && subEntity ? { entity, subEntity, name: `${entity}/${subEntity}` } : undefined
}

/**
 * A reference of an amount (cents) with a document number that nobody else who has yet to pay holds. Others who want one
 * wait until the transaction ends. Undefined without an account, for amounts that cannot be, or when every number is taken.
 */
export async function referenceFor(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  amountCents: number,
): Promise<{ documentId: number; reference: string } | undefined> {
  const account = multibancoAccount(settings)
  if (!account || amountCents < least || amountCents > most) return undefined
  const { entity, subEntity, name } = account
  const { rows: counters } = await db.query({
    text: `INSERT INTO multibanco_counters AS known (account, last) VALUES ($1, 0)
           ON CONFLICT (account) DO UPDATE SET last = known.last RETURNING last`,
    values: [name],
  })
  const { last } = counters[0] as { last: number }
  // Of as many numbers in a row as are taken, and one more, one is free.
  const { rows } = await db.query({
    text: `SELECT ($2 + step) % $3 AS free FROM generate_series(1, least($3, (SELECT count(*) + 1 FROM payment_advices
             WHERE account = $1 AND NOT released AND document_id IS NOT NULL))::integer) AS step
           WHERE NOT EXISTS (SELECT FROM payment_advices WHERE account = $1 AND NOT released AND document_id = ($2 + step) % $3)
           ORDER BY step LIMIT 1`,
    values: [name, last, 10 ** (7 - subEntity.length)],
  })
  const found = rows[0] as { free: number } | undefined
  if (!found) return undefined
  await db.query({
    text: 'UPDATE multibanco_counters SET last = $2 WHERE account = $1',
    values: [name, found.free],
  })
  return {
    documentId: found.free,
    reference: offlineReference({ entity, subEntity, documentId: found.free, amountCents }),
  }
}
