import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { offlineReference } from '@agremia/resources/rules/multibanco.ts'
import type { Context } from '../../context.ts'
import { execute, exists, maybeOne, one, sql } from '../../database/sql.ts'
import { isOwed } from '../ledger/conditions.ts'

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

type Account = NonNullable<ReturnType<typeof multibancoAccount>>

/**
 * A reference of an amount (cents) with a document number that nobody else who has yet to pay holds. Others who want one
 * wait until the transaction ends. Undefined without an account, for amounts that cannot be, or when every number is taken.
 */
export async function referenceFor(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  amountCents: number,
): Promise<{ documentId: number; reference: string } | undefined> {
  const account = multibancoAccount(settings)
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

/** Why an amount (cents) has no reference although there is an account, and what can be done: for the staff. */
export function sayNoReference({ subEntity }: Account, amountCents: number): string {
  if (!isPossible(amountCents))
    return `Sem Multibanco: as referências feitas pelo programa vão de ${formatAmount(least)} a ${formatAmount(most)}.`
  return (
    `Sem Multibanco: os números da subentidade ${subEntity} estão todos reservados por avisos que ainda não foram pagos. ` +
    'Peça outra subentidade a quem presta o serviço (com menos algarismos tem mais números) e indique-a nas ' +
    'configurações, em «Meios de pagamento»; ou cancele as dívidas que já não se esperam receber.'
  )
}

function isPossible(amountCents: number): boolean {
  return amountCents >= least && amountCents <= most
}

/** Of as many numbers in a row as are taken, and one more, one is free, unless all are taken. */
async function nextFree(
  db: Context['db'],
  { name, subEntity }: Account,
  last: number,
): Promise<number | undefined> {
  const numbers = 10 ** (7 - subEntity.length)
  const number = sql`(${last}::integer + step) % ${numbers}::integer`
  const found = await maybeOne(
    db,
    sql`SELECT ${number} AS free FROM generate_series(1, least(${numbers}::integer, (SELECT count(*) + 1 FROM payment_advices
             WHERE account = ${name} AND NOT released AND document_id IS NOT NULL))::integer) AS step
           WHERE NOT EXISTS (SELECT FROM payment_advices WHERE account = ${name} AND NOT released AND document_id = ${number})
           ORDER BY step LIMIT 1`,
    { free: 'integer' },
  )
  return found?.free
}

/**
 * Gives back the numbers of the account of which nothing is open any more. Answers whether there were any. Advices that
 * somebody is writing are passed over: their writers may be waiting for this account.
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
