import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { offlineReference } from '@agremia/resources/rules/multibanco.ts'
import { execute, exists, maybeOne, one, sql } from '../../database/sql.ts'
import { isOwed } from '../ledger/conditions.ts'
import type { Context } from '../../rest/modules.ts'

/** Range of the amount of references made without a gateway, in cents (1 € to 99 999 €). */
const minAmount = 100
const maxAmount = 9_999_900

/** The organisation's Multibanco account; undefined without entity or sub-entity. */
export function multibancoAccount({
  multibancoEntity: entity,
  multibancoSubEntity: subEntity,
}: Context['settings']): { entity: string; subEntity: string; name: string } | undefined {
  return entity && subEntity ? { entity, subEntity, name: `${entity}/${subEntity}` } : undefined
}

type Account = NonNullable<ReturnType<typeof multibancoAccount>>

/**
 * A reference for an amount (cents), with a document number that no unpaid advice has. The row of the counter serialises
 * transactions. Undefined without an account, when the amount is out of range, or when every number is taken.
 */
export async function referenceFor(
  { db }: Pick<Context, 'db'>,
  account: Account | undefined,
  amountCents: Cents,
): Promise<{ documentId: number; reference: string } | undefined> {
  if (!account || !isPossible(amountCents)) return undefined
  const { entity, subEntity, name } = account
  const { last } = await one(
    db,
    sql`INSERT INTO multibanco_counters AS known (account, last) VALUES (${name}, 0)
           ON CONFLICT (account) DO UPDATE SET last = known.last RETURNING last`,
    { last: 'integer' },
  )
  let documentId = await nextFree(db, account, last)
  if (documentId === undefined && (await releaseSettled(db, account)))
    documentId = await nextFree(db, account, last)
  if (documentId === undefined) return undefined
  await execute(db, sql`UPDATE multibanco_counters SET last = ${documentId} WHERE account = ${name}`)
  return { documentId, reference: offlineReference({ entity, subEntity, documentId, amountCents }) }
}

/** Why an amount (cents) has no reference although there is an account, and what to do, for the staff; in Portuguese. */
export function noReferenceReason({ subEntity }: Account, amountCents: Cents): string {
  if (!isPossible(amountCents))
    return `Sem Multibanco: as referências feitas pelo programa vão de ${formatAmount(minAmount)} a ${formatAmount(maxAmount)}.`
  return (
    `Sem Multibanco: os números da subentidade ${subEntity} estão todos reservados por avisos que ainda não foram pagos. ` +
    'Peça outra subentidade a quem presta o serviço (com menos algarismos tem mais números) e indique-a nas ' +
    'configurações, em «Meios de pagamento»; ou cancele as dívidas que já não se esperam receber.'
  )
}

function isPossible(amountCents: Cents): boolean {
  return amountCents >= minAmount && amountCents <= maxAmount
}

/** Pigeonhole: among count + 1 consecutive numbers at least one is free, unless all numbers are taken. */
async function nextFree(
  db: Context['db'],
  { name, subEntity }: Account,
  last: number,
): Promise<number | undefined> {
  const numbers = 10 ** (7 - subEntity.length)
  const number = sql`(${last}::integer + step) % ${numbers}::integer`
  const row = await maybeOne(
    db,
    sql`SELECT ${number} AS free FROM generate_series(1, least(${numbers}::integer, (SELECT count(*) + 1 FROM payment_advices
             WHERE account = ${name} AND NOT released AND document_id IS NOT NULL))::integer) AS step
           WHERE NOT EXISTS (SELECT FROM payment_advices WHERE account = ${name} AND NOT released AND document_id = ${number})
           ORDER BY step LIMIT 1`,
    { free: 'integer' },
  )
  return row?.free
}

/**
 * Releases the numbers of the account whose charges are settled; returns whether there were any. SKIP LOCKED: the writer of an
 * advice may wait for the counter of this account, so waiting for its row would deadlock.
 */
async function releaseSettled(db: Context['db'], { name }: Account): Promise<boolean> {
  return exists(
    db,
    sql`UPDATE payment_advices SET released = true WHERE id IN (
             SELECT a.id FROM payment_advices a WHERE a.account = ${name} AND NOT a.released AND a.document_id IS NOT NULL
               AND NOT EXISTS (SELECT FROM unsettled_payments c WHERE c.id = ANY(a.charge_ids) AND ${isOwed})
             FOR NO KEY UPDATE OF a SKIP LOCKED)`,
  )
}
