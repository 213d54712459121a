import { randomBytes } from 'node:crypto'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
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
import { multibancoAccount, referenceFor, sayNoReference } from './multibanco.ts'
import { inTransaction } from '../../database/transaction.ts'
import { notFound } from '../../errors.ts'
import type { Engine } from '../../rest/modules.ts'

/** What is asked about: these charges of a member, or those of a type, and of a year where one is named. */
export interface Asked {
  memberId: string
  type: ChargeType | null
  year: number | null
  /** Null when a type says which. */
  chargeIds: readonly string[] | null
}

/** What to pay and how. Amounts in euros, as they travel. */
export interface Advice {
  member: { id: string; number: number; name: string; email: string | null; phone: string | null }
  /** Null when certain charges were asked about. */
  type: ChargeType | null
  year: number | null
  lines: { description: string; amount: number; dueDate: string }[]
  /** The lines as one phrase. */
  words: DebtWords
  total: number
  multibanco: { entity: string; reference: string; amount: number; expiresAt: null } | null
  /** Why there is no reference although there is an account, and what can be done. For the staff alone. */
  multibancoProblem: string | null
  mbway: { available: boolean; phone: string | null }
  transfer: { iban: string; holder: string; description: string } | null
  deadline: string | null
  publicId: string | null
  text: string
}

/** Days given to whoever is asked for what is overdue already. */
const daysWhenLate = 15

type Asking = Pick<Context, 'db' | 'settings' | 'today' | 'world'>

/**
 * The advice for what is open now, with the reference that was reserved for just that, or a new one. Needs a transaction;
 * asked twice it answers the same.
 */
export async function adviceFor(context: Asking, asked: Asked): Promise<Advice> {
  const { db, settings, today, world } = context
  await lockLedger(db, [asked.memberId])
  const charges = await openChargesOf(context, asked)
  const total = charges.reduce((sum, { amount }) => sum + amount, 0)
  const member = await memberOf(context, asked.memberId)
  const kept = charges.length > 0 ? await keepAdvice(context, asked, charges, total) : undefined
  const account = multibancoAccount(settings)
  const multibanco =
    kept?.reference && account
      ? { entity: account.entity, reference: kept.reference, amount: total / 100, expiresAt: null }
      : null
  const multibancoProblem = kept && account && !multibanco ? sayNoReference(account, total) : null
  const terminology = await world.organisation.terminology()
  const title = titleOf(asked, charges, { today, terminology })
  const { transferIban, transferHolder, name } = settings
  const transfer =
    transferIban && total > 0
      ? { iban: transferIban, holder: transferHolder || name, description: `${title} n.º ${member.number}` }
      : null
  const deadline = total === 0 ? null : deadlineOf(charges, today)
  return {
    member,
    type: asked.type,
    year: asked.year,
    lines: charges.map(({ description, amount, dueDate }) => ({
      description,
      amount: amount / 100,
      dueDate,
    })),
    words: debtWords(charges, terminology),
    total: total / 100,
    multibanco,
    multibancoProblem,
    mbway: { available: false, phone: member.phone },
    transfer,
    deadline,
    publicId: kept?.publicId ?? null,
    text: sayAdvice({ title, total, multibanco, transfer, deadline }),
  }
}

/** No more descriptions than these stand in one line. */
const mostNamed = 3

function titleOf(
  { type, year }: Asked,
  charges: readonly OpenLine[],
  { today, terminology }: { today: string; terminology: Terminology },
): string {
  const [only] = charges
  if (only && charges.length === 1 && year === null) return only.description
  if (type !== null)
    return describeCharge({ type, year: year ?? Number(today.slice(0, 4)), period: null }, terminology)
  if (charges.length > mostNamed) return counted(charges.length, 'dívida', 'dívidas')
  return joinList(charges.map(({ description }) => description)) || 'Dívidas'
}

/** Until when what falls due on these days is to be paid. */
export function deadlineOf(charges: readonly Pick<OpenLine, 'dueDate'>[], today: string): string {
  const dates = charges.map(({ dueDate }) => dueDate).toSorted()
  const first = dates[0] ?? today
  return first < today ? addDays(today, daysWhenLate) : first
}

function sayAdvice({
  title,
  total,
  multibanco,
  transfer,
  deadline,
}: Pick<Advice, 'total' | 'multibanco' | 'transfer' | 'deadline'> & { title: string }): string {
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
  { db }: Asking,
  { memberId, type, year, chargeIds }: Asked,
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

async function memberOf({ db }: Asking, memberId: string): Promise<Advice['member']> {
  return one(
    db,
    sql`SELECT m.id, m.member_number AS number, p.name, p.email, coalesce(p.mobile, p.phone) AS phone
           FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${memberId}`,
    { id: 'uuid', number: 'integer', name: 'text', email: 'text?', phone: 'text?' },
  )
}

type KeptAdvice = RowOf<typeof keptAdviceShape>
const keptAdviceShape = { id: 'uuid', publicId: 'text', reference: 'text?' } as const

/**
 * The advice written down for these very charges and this amount, asked for in the same way, since its link says so; a new
 * one when there is none. One that could have no reference gets it as soon as there is one.
 */
async function keepAdvice(
  context: Asking,
  asked: Asked,
  charges: readonly OpenLine[],
  amount: number,
): Promise<Pick<KeptAdvice, 'publicId' | 'reference'>> {
  const { db, settings } = context
  const { memberId, type, year } = asked
  const ids = charges.map(({ id }) => id).toSorted()
  const account = multibancoAccount(settings)?.name ?? null
  const known = await findKept(context, asked, { ids, amount, account })
  if (known?.reference) return known
  const { documentId = null, reference = null } = (await referenceFor(context, amount)) ?? {}
  if (known) {
    if (reference !== null)
      await execute(
        db,
        sql`UPDATE payment_advices SET document_id = ${documentId}, reference = ${reference} WHERE id = ${known.id}`,
      )
    return { publicId: known.publicId, reference }
  }
  const publicId = randomBytes(16).toString('base64url')
  await execute(
    db,
    sql`INSERT INTO payment_advices (id, public_id, member_id, type, year, charge_ids, amount, account, document_id, reference)
           VALUES (new_id(), ${publicId}, ${memberId}, ${type}, ${year}, ${ids}::uuid[], ${amount}, ${account}, ${documentId}, ${reference})`,
  )
  return { publicId, reference }
}

/** What was written down for just this and still holds, once what is settled is given back. */
async function findKept(
  { db }: Asking,
  { memberId, type, year }: Asked,
  { ids, amount, account }: { ids: string[]; amount: number; account: string | null },
): Promise<KeptAdvice | undefined> {
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
    keptAdviceShape,
  )
}

/** Reads an advice in a transaction of its own. */
export async function readAdvice({ world }: Engine, asked: Asked): Promise<Advice> {
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  return inTransaction(world.database, (db) => adviceFor({ db, world, today, settings }, asked))
}

/** The advice of a link: what was asked for then, as it stands now. Throws 404. */
export async function findAsked({ world }: Engine, publicId: string): Promise<Asked> {
  const asked = await maybeOne(
    world.database.pool,
    sql`SELECT member_id AS "memberId", type, year, CASE WHEN type IS NULL THEN charge_ids END AS "chargeIds"
           FROM payment_advices WHERE public_id = ${publicId.slice(0, 60)}`,
    { memberId: 'uuid', type: nullable(textOf<ChargeType>()), year: 'integer?', chargeIds: 'uuid[]?' },
  )
  if (!asked) throw notFound()
  return asked
}
