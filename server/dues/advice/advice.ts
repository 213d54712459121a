import type { Cents, Euros } from '@agremia/resources/rules/amount.ts'
import { randomBytes } from 'node:crypto'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import type { GatewayRequests, RequestedAmounts } from '@agremia/resources/advice.ts'
import { deadlineText } from '@agremia/resources/advice.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { RowOf } from '../../database/sql.ts'
import { execute, maybeOne, one, prepared, sql, textOf, nullable } from '../../database/sql.ts'
import { isOwed } from '../ledger/conditions.ts'
import type { DebtWords } from '../charges/debt-words.ts'
import { describeCharge } from '../charges/debt-words.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { AdviceContent, Owed } from './advice-content.ts'
import type { AdviceContext, AdviceRequest } from './advice-request.ts'
import { findContent } from './advice-request.ts'
import { findReference, isInRange, requestsFor } from '../intents/intents.ts'
import { gatewayAbilities } from '../../gateways/index.ts'
import { multibancoAccount, referenceFor, noReferenceReason } from './multibanco.ts'
import { inTransaction } from '../../database/transaction.ts'
import { notFound } from '../../errors.ts'
import type { World } from '../../rest/modules.ts'

/** What to pay and how. Amounts in euros, as in the API. */
export interface Advice extends RequestedAmounts {
  member: { id: string; number: number; name: string; email: string | null; phone: string | null }
  /** Null when the request names charges. */
  type: ChargeType | null
  year: number | null
  /** The lines as one phrase of a sentence. */
  words: DebtWords
  multibanco: { entity: string; reference: string; amount: Euros; expiresAt: string | null } | null
  requests: GatewayRequests
  /** Why there is no reference although there is an account, and what to do; for the staff only. */
  multibancoProblem: string | null
  mbway: { available: boolean; phone: string | null }
  /** `nipc`: a transfer may be made to it instead of the IBAN (SPIN). */
  transfer: { iban: string; nipc: string | null; holder: string; description: string } | null
  /** The first of the deadlines. */
  deadline: string | null
  publicId: string | null
  text: string
}

/**
 * The advice for the open amounts of the chosen charges, with its stored reference and link or new ones. Needs a transaction;
 * idempotent.
 */
export async function adviceFor(context: AdviceContext, request: AdviceRequest): Promise<Advice> {
  const { db, settings, today, world } = context
  await lockLedger(db, [request.memberId])
  const terminology = await world.organisation.terminology()
  const { owed, content } = await findContent(context, request)
  const { lines, words, total, deadlines, later } = content
  const cents = toCents(total)
  const member = await memberOf(context, request.memberId)
  const abilities = cents > 0 ? gatewayAbilities(settings) : undefined
  const known = abilities?.canMakeReferences ? await findReference(db, request.memberId, content) : undefined
  // References of the program itself are for organisations without a gateway, and for when it does not answer.
  const account =
    abilities?.canMakeReferences && known?.status !== 'failed' ? undefined : multibancoAccount(settings)
  const stored = cents > 0 ? await storeAdvice(context, request, { content, account }) : undefined
  const multibanco =
    multibancoOf(known, total) ?? multibancoOf({ ...account, ...stored, expiresAt: null }, total)
  const multibancoProblem = stored && account && !multibanco ? noReferenceReason(account, cents) : null
  const title = titleOf(request, { owed, content }, { today, terminology })
  const { transferIban, transferHolder, transferNipc, organisationNif, name } = settings
  const transfer =
    transferIban && total > 0
      ? {
          iban: transferIban,
          nipc: transferNipc === 'true' ? organisationNif : null,
          holder: transferHolder || name,
          description: `${title}, ${terminology.memberSingular} n.º ${member.number}`,
        }
      : null
  return {
    member,
    type: request.type,
    year: request.year,
    lines,
    words,
    total,
    deadlines,
    later,
    multibanco,
    requests: await requestsFor(context, request.memberId, content, known),
    multibancoProblem,
    mbway: {
      available: abilities?.canRequestMbway === true && isInRange('mbway', cents),
      phone: member.phone,
    },
    transfer,
    deadline: deadlines[0]?.date ?? null,
    publicId: stored?.publicId ?? null,
    text: adviceText({ title, total, multibanco, transfer, deadlines, later }),
  }
}

function multibancoOf(
  made: { entity?: string | null; reference?: string | null; expiresAt: string | null } | undefined,
  amount: Euros,
): Advice['multibanco'] {
  if (!made?.entity || !made.reference) return null
  return { entity: made.entity, reference: made.reference, amount, expiresAt: made.expiresAt }
}

/** Descriptions that the title of an advice lists; for more lines it has their number. */
const maxListed = 3

function titleOf(
  { type, year }: AdviceRequest,
  { owed: { charges }, content: { lines, words, instalmentIds } }: { owed: Owed; content: AdviceContent },
  { today, terminology }: { today: string; terminology: Terminology },
): string {
  const counts = () => counted(lines.length, 'dívida', 'dívidas')
  if (instalmentIds.length > 0) return lines.length > maxListed ? counts() : words.plain
  const [only] = charges
  if (only && charges.length === 1 && year === null) return only.description
  if (type !== null)
    return describeCharge({ type, year: year ?? Number(today.slice(0, 4)), period: null }, terminology)
  if (charges.length > maxListed) return counts()
  return joinList(charges.map(({ description }) => description)) || 'Dívidas'
}

function adviceText({
  title,
  total,
  multibanco,
  transfer,
  deadlines,
  later,
}: Pick<Advice, 'multibanco' | 'transfer' | 'deadlines' | 'later' | 'total'> & { title: string }): string {
  if (total === 0) return `${title}: não há nada por pagar.`
  const ways = [
    ...(multibanco
      ? [
          `Multibanco: entidade ${multibanco.entity}, referência ${multibancoReference.format?.(multibanco.reference)}.`,
        ]
      : []),
    ...(transfer ? [`Transferência: IBAN ${transfer.iban}, ${transfer.holder}.`] : []),
    ...(transfer?.nipc ? [`Transferência SPIN: NIPC ${transfer.nipc}.`] : []),
  ]
  const summary = `${title}: ${formatAmount(toCents(total))} até ${deadlineText(deadlines)}.`
  return [summary, ...ways, ...(later === null ? [] : [later])].join(' ')
}

async function memberOf({ db }: AdviceContext, memberId: string): Promise<Advice['member']> {
  return one(
    db,
    prepared(sql`SELECT m.id, m.member_number AS number, p.name, p.email, coalesce(p.mobile, p.phone) AS phone
           FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${memberId}`),
    { id: 'uuid', number: 'integer', name: 'text', email: 'text?', phone: 'text?' },
  )
}

type StoredAdvice = RowOf<typeof storedAdviceShape>
const storedAdviceShape = { id: 'uuid', publicId: 'text', reference: 'text?' } as const

/**
 * Returns the stored advice for the same charges, instalments, amount and request, or inserts one. An advice stored without a
 * reference gets one as soon as there is an account and a free number.
 */
async function storeAdvice(
  context: AdviceContext,
  request: AdviceRequest,
  {
    content: { chargeIds, instalmentIds, total },
    account: made,
  }: { content: AdviceContent; account: ReturnType<typeof multibancoAccount> },
): Promise<Pick<StoredAdvice, 'publicId' | 'reference'>> {
  const { db } = context
  const { memberId, type, year } = request
  const amount = toCents(total)
  const ids = chargeIds.toSorted()
  const account = made?.name ?? null
  const stored = await findStoredAdvice(context, request, { ids, instalmentIds, amount, account })
  if (stored?.reference) return stored
  const { documentId = null, reference = null } = (await referenceFor(context, made, amount)) ?? {}
  if (stored) {
    if (reference !== null)
      await execute(
        db,
        sql`UPDATE payment_advices SET document_id = ${documentId}, reference = ${reference} WHERE id = ${stored.id}`,
      )
    return { publicId: stored.publicId, reference }
  }
  const publicId = randomBytes(16).toString('base64url')
  await execute(
    db,
    sql`INSERT INTO payment_advices (id, public_id, member_id, type, year, charge_ids, instalment_ids, amount, account, document_id, reference)
           VALUES (new_id(), ${publicId}, ${memberId}, ${type}, ${year}, ${ids}::uuid[], ${instalmentIds}::uuid[], ${amount}, ${account}, ${documentId}, ${reference})`,
  )
  return { publicId, reference }
}

/** The stored advice for this request. First releases the advices of the member whose charges are settled. */
async function findStoredAdvice(
  { db }: AdviceContext,
  { memberId, type, year }: AdviceRequest,
  {
    ids,
    instalmentIds,
    amount,
    account,
  }: { ids: string[]; instalmentIds: string[]; amount: Cents; account: string | null },
): Promise<StoredAdvice | undefined> {
  await execute(
    db,
    prepared(sql`UPDATE payment_advices a SET released = true WHERE member_id = ${memberId} AND NOT released
           AND NOT EXISTS (SELECT FROM unsettled_payments c WHERE c.id = ANY(a.charge_ids) AND ${isOwed})`),
  )
  return maybeOne(
    db,
    prepared(sql`SELECT id, public_id AS "publicId", reference FROM payment_advices
           WHERE member_id = ${memberId} AND NOT released AND charge_ids = ${ids}::uuid[]
             AND instalment_ids = ${instalmentIds}::uuid[] AND amount = ${amount} AND account IS NOT DISTINCT FROM ${account}
             AND type IS NOT DISTINCT FROM ${type} AND year IS NOT DISTINCT FROM ${year} LIMIT 1`),
    storedAdviceShape,
  )
}

/** Returns an advice, in a transaction of its own. */
export async function readAdvice(world: World, request: AdviceRequest): Promise<Advice> {
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  return inTransaction(world.database, (db) => adviceFor({ db, world, today, settings }, request))
}

/** The request of a payment link, from which its current advice is computed. Throws 404. */
export async function findAdviceRequest(world: World, publicId: string): Promise<AdviceRequest> {
  if (publicId.includes('\u0000')) throw notFound()
  const request = await maybeOne(
    world.database.pool,
    sql`SELECT member_id AS "memberId", type, year, CASE WHEN type IS NULL THEN charge_ids END AS "chargeIds"
           FROM payment_advices WHERE public_id = ${publicId.slice(0, 60)}`,
    { memberId: 'uuid', type: nullable(textOf<ChargeType>()), year: 'integer?', chargeIds: 'uuid[]?' },
  )
  if (!request) throw notFound()
  return request
}
