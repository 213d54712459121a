import type { Cents, Euros } from '@agremia/resources/rules/amount.ts'
import { randomBytes } from 'node:crypto'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Context } from '../../context.ts'
import type { RowOf } from '../../database/sql.ts'
import { execute, many, maybeOne, one, sql, textOf, nullable } from '../../database/sql.ts'
import { isOwed } from '../ledger/conditions.ts'
import type { DebtWords, DescribedCharge } from '../charges/debt-words.ts'
import { debtWords, describeCharge } from '../charges/debt-words.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { multibancoAccount, referenceFor, noReferenceReason } from './multibanco.ts'
import { inTransaction } from '../../database/transaction.ts'
import { notFound } from '../../errors.ts'
import type { Engine } from '../../rest/modules.ts'

/** The charges of an advice: chosen ones of a member, or all of a type (and year). */
export interface AdviceRequest {
  memberId: string
  type: ChargeType | null
  year: number | null
  /** Null when `type` selects the charges. */
  chargeIds: readonly string[] | null
}

/** What to pay and how. Amounts in euros, as in the API. */
export interface Advice {
  member: { id: string; number: number; name: string; email: string | null; phone: string | null }
  /** Null when the request names charges. */
  type: ChargeType | null
  year: number | null
  lines: { description: string; amount: Euros; dueDate: string }[]
  /** The lines as one phrase of a sentence. */
  words: DebtWords
  total: Euros
  multibanco: { entity: string; reference: string; amount: Euros; expiresAt: null } | null
  /** Why there is no reference although there is an account, and what to do; for the staff only. */
  multibancoProblem: string | null
  mbway: { available: boolean; phone: string | null }
  transfer: { iban: string; holder: string; description: string } | null
  deadline: string | null
  publicId: string | null
  text: string
}

/** Days to pay when something is overdue already. */
const daysWhenLate = 15

type AdviceContext = Pick<Context, 'db' | 'settings' | 'today' | 'world'>

/**
 * The advice for the charges that are open now, with their stored reference and link, or new ones. Needs a transaction;
 * idempotent.
 */
export async function adviceFor(context: AdviceContext, request: AdviceRequest): Promise<Advice> {
  const { db, settings, today, world } = context
  await lockLedger(db, [request.memberId])
  const charges = await openChargesOf(context, request)
  const total = charges.reduce((sum, { amount }) => sum + amount, 0)
  const member = await memberOf(context, request.memberId)
  const stored = charges.length > 0 ? await storeAdvice(context, request, charges, total) : undefined
  const account = multibancoAccount(settings)
  const multibanco =
    stored?.reference && account
      ? { entity: account.entity, reference: stored.reference, amount: toEuros(total), expiresAt: null }
      : null
  const multibancoProblem = stored && account && !multibanco ? noReferenceReason(account, total) : null
  const terminology = await world.organisation.terminology()
  const title = titleOf(request, charges, { today, terminology })
  const { transferIban, transferHolder, name } = settings
  const transfer =
    transferIban && total > 0
      ? { iban: transferIban, holder: transferHolder || name, description: `${title} n.º ${member.number}` }
      : null
  const deadline = total === 0 ? null : deadlineOf(charges, today)
  return {
    member,
    type: request.type,
    year: request.year,
    lines: charges.map(({ description, amount, dueDate }) => ({
      description,
      amount: toEuros(amount),
      dueDate,
    })),
    words: debtWords(charges, terminology),
    total: toEuros(total),
    multibanco,
    multibancoProblem,
    mbway: { available: false, phone: member.phone },
    transfer,
    deadline,
    publicId: stored?.publicId ?? null,
    text: adviceText({ title, total, multibanco, transfer, deadline }),
  }
}

/** Descriptions that the title of an advice lists; for more charges it has their number. */
const maxListed = 3

function titleOf(
  { type, year }: AdviceRequest,
  charges: readonly OpenLine[],
  { today, terminology }: { today: string; terminology: Terminology },
): string {
  const [only] = charges
  if (only && charges.length === 1 && year === null) return only.description
  if (type !== null)
    return describeCharge({ type, year: year ?? Number(today.slice(0, 4)), period: null }, terminology)
  if (charges.length > maxListed) return counted(charges.length, 'dívida', 'dívidas')
  return joinList(charges.map(({ description }) => description)) || 'Dívidas'
}

/** The date until which charges with these due dates are to be paid. */
export function deadlineOf(charges: readonly Pick<OpenLine, 'dueDate'>[], today: string): string {
  const dates = charges.map(({ dueDate }) => dueDate).toSorted()
  const first = dates[0] ?? today
  return first < today ? addDays(today, daysWhenLate) : first
}

function adviceText({
  title,
  total,
  multibanco,
  transfer,
  deadline,
}: Pick<Advice, 'multibanco' | 'transfer' | 'deadline'> & { title: string; total: Cents }): string {
  if (total === 0) return `${title}: não há nada por pagar.`
  const until = deadline ? ` até ${formatDate(deadline)}` : ''
  const ways = [
    ...(multibanco
      ? [
          `Multibanco: entidade ${multibanco.entity}, referência ${multibancoReference.format?.(multibanco.reference)}.`,
        ]
      : []),
    ...(transfer ? [`Transferência: IBAN ${transfer.iban}, ${transfer.holder}.`] : []),
  ]
  return [`${title}: ${formatAmount(total)}${until}.`, ...ways].join(' ')
}

interface OpenLine extends DescribedCharge {
  id: string
  amount: number
  dueDate: string
}

async function openChargesOf(
  { db }: AdviceContext,
  { memberId, type, year, chargeIds }: AdviceRequest,
): Promise<OpenLine[]> {
  return many(
    db,
    sql`SELECT id, type, year, period, description, open_amount AS amount, due_date AS "dueDate" FROM unsettled_payments c
           WHERE member_id = ${memberId} AND (${type}::text IS NULL OR type = ${type}) AND (${year}::integer IS NULL OR year = ${year})
             AND (${chargeIds}::uuid[] IS NULL OR id = ANY(${chargeIds})) AND ${isOwed} ORDER BY due_date, id`,
    {
      id: 'uuid',
      type: textOf<ChargeType>(),
      year: 'integer?',
      period: 'text?',
      description: 'text',
      amount: 'cents',
      dueDate: 'day',
    },
  )
}

async function memberOf({ db }: AdviceContext, memberId: string): Promise<Advice['member']> {
  return one(
    db,
    sql`SELECT m.id, m.member_number AS number, p.name, p.email, coalesce(p.mobile, p.phone) AS phone
           FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${memberId}`,
    { id: 'uuid', number: 'integer', name: 'text', email: 'text?', phone: 'text?' },
  )
}

type StoredAdvice = RowOf<typeof storedAdviceShape>
const storedAdviceShape = { id: 'uuid', publicId: 'text', reference: 'text?' } as const

/**
 * Returns the stored advice for the same charges, amount and request, or inserts one. An advice stored without a reference gets
 * one as soon as there is an account and a free number.
 */
async function storeAdvice(
  context: AdviceContext,
  request: AdviceRequest,
  charges: readonly OpenLine[],
  amount: number,
): Promise<Pick<StoredAdvice, 'publicId' | 'reference'>> {
  const { db, settings } = context
  const { memberId, type, year } = request
  const ids = charges.map(({ id }) => id).toSorted()
  const account = multibancoAccount(settings)?.name ?? null
  const stored = await findStoredAdvice(context, request, { ids, amount, account })
  if (stored?.reference) return stored
  const { documentId = null, reference = null } = (await referenceFor(context, amount)) ?? {}
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
    sql`INSERT INTO payment_advices (id, public_id, member_id, type, year, charge_ids, amount, account, document_id, reference)
           VALUES (new_id(), ${publicId}, ${memberId}, ${type}, ${year}, ${ids}::uuid[], ${amount}, ${account}, ${documentId}, ${reference})`,
  )
  return { publicId, reference }
}

/** The stored advice for this request. First releases the advices of the member whose charges are settled. */
async function findStoredAdvice(
  { db }: AdviceContext,
  { memberId, type, year }: AdviceRequest,
  { ids, amount, account }: { ids: string[]; amount: number; account: string | null },
): Promise<StoredAdvice | undefined> {
  await execute(
    db,
    sql`UPDATE payment_advices a SET released = true WHERE member_id = ${memberId} AND NOT released
           AND NOT EXISTS (SELECT FROM unsettled_payments c WHERE c.id = ANY(a.charge_ids) AND ${isOwed})`,
  )
  return maybeOne(
    db,
    sql`SELECT id, public_id AS "publicId", reference FROM payment_advices
           WHERE member_id = ${memberId} AND NOT released AND charge_ids = ${ids}::uuid[] AND amount = ${amount}
             AND account IS NOT DISTINCT FROM ${account} AND type IS NOT DISTINCT FROM ${type} AND year IS NOT DISTINCT FROM ${year} LIMIT 1`,
    storedAdviceShape,
  )
}

/** Returns an advice, in a transaction of its own. */
export async function readAdvice({ world }: Engine, request: AdviceRequest): Promise<Advice> {
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  return inTransaction(world.database, (db) => adviceFor({ db, world, today, settings }, request))
}

/** The request of a payment link, to compute its advice anew. Throws 404. */
export async function findAdviceRequest({ world }: Engine, publicId: string): Promise<AdviceRequest> {
  const request = await maybeOne(
    world.database.pool,
    sql`SELECT member_id AS "memberId", type, year, CASE WHEN type IS NULL THEN charge_ids END AS "chargeIds"
           FROM payment_advices WHERE public_id = ${publicId.slice(0, 60)}`,
    { memberId: 'uuid', type: nullable(textOf<ChargeType>()), year: 'integer?', chargeIds: 'uuid[]?' },
  )
  if (!request) throw notFound()
  return request
}
