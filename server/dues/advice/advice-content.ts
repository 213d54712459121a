import type { RequestedAmounts } from '@agremia/resources/advice.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { addDays, compareDates, formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import type { Sql } from '../../database/sql.ts'
import { jsonOf, sql } from '../../database/sql.ts'
import type { DebtWords, DescribedCharge } from '../charges/debt-words.ts'
import { agreementName, debtWords } from '../charges/debt-words.ts'
import { isOwed, isOwedOrPaid } from '../ledger/conditions.ts'
import type { Context } from '../../rest/modules.ts'

/** Chosen charges of a member, and the unpaid instalments of the agreements that these charges are in. Amounts in cents. */
export interface Owed {
  /** Open ones by due date. Of an active agreement all charges, also paid ones and those that were not chosen. */
  charges: (DescribedCharge & { id: string; amount: Cents; dueDate: string; agreementId: string | null })[]
  /** By due date. */
  instalments: Instalment[]
}

interface Instalment {
  id: string
  agreementId: string
  number: number
  /** Number of instalments of the agreement. */
  count: number
  amount: Cents
  dueDate: string
}

export const owedShape = {
  charges: jsonOf<Owed['charges']>(),
  instalments: jsonOf<Owed['instalments']>(),
} as const

/**
 * SQL of one row, an `Owed`: the charges `c` of a member that `isChosen` selects. Those of an active agreement are owed by its instalments;
 * those of a broken one as a whole (Código Civil, art. 781.º).
 */
export const owedSql = (memberId: Sql, isChosen: Sql): Sql => sql`
  WITH active AS (
    SELECT a.id, a.instalments AS count FROM payment_agreements a WHERE a.member_id = ${memberId} AND a.state = 'active'
      AND EXISTS (SELECT FROM unsettled_payments c WHERE c.agreement_id = a.id AND ${isOwed} AND ${isChosen}))
  SELECT (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'year', c.year, 'period', c.period, 'description', c.description,
        'amount', c.open_amount, 'dueDate', c.due_date, 'agreementId', k.id) ORDER BY c.due_date, c.id), '[]')
      FROM unsettled_payments c LEFT JOIN active k ON k.id = c.agreement_id
      WHERE c.member_id = ${memberId} AND CASE WHEN k.id IS NULL THEN ${isOwed} AND ${isChosen} ELSE ${isOwedOrPaid} END) AS charges,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'agreementId', i.agreement_id, 'number', i.number, 'count', k.count,
        'amount', i.amount - i.paid_amount - i.waived_amount, 'dueDate', i.due_date) ORDER BY i.due_date, i.number), '[]')
      FROM agreement_instalments i JOIN active k ON k.id = i.agreement_id WHERE i.paid_amount + i.waived_amount < i.amount) AS instalments`

/** The content of an advice: texts and sums, with the ids of the charges and instalments. */
export interface AdviceContent extends RequestedAmounts {
  /** Of all charges concerned: also those that are paid by instalments. */
  chargeIds: string[]
  instalmentIds: string[]
  /** The lines as one phrase of a sentence. */
  words: DebtWords
}

/** Days to pay an overdue amount. */
const daysWhenLate = 15

/**
 * The content of an advice: of each agreement the overdue instalments and the next one, and all other charges. Their deadline is the due
 * date; 15 days from today for overdue charges, and for overdue instalments at most the grace period of the agreement.
 */
export function adviceContent(
  { charges, instalments }: Owed,
  { today, settings, terminology }: Pick<Context, 'today' | 'settings'> & { terminology: Terminology },
): AdviceContent {
  const graceDays = Number(settings.agreementGraceDays)
  const whenLate = addDays(today, daysWhenLate)
  // The daily update may not have marked the agreement as broken yet.
  const lateInstalmentDate = (dueDate: string) =>
    [today, addDays(dueDate, graceDays), whenLate].toSorted(compareDates)[1] ?? today
  const outside = charges.filter(({ agreementId }) => agreementId === null)
  const agreements = [...Map.groupBy(instalments, ({ agreementId }) => agreementId)].map(([id, own]) => {
    const next = own.findIndex(({ dueDate }) => dueDate >= today)
    const end = next === -1 ? own.length : next + 1
    const agreed = charges.filter(({ agreementId }) => agreementId === id)
    return { name: agreementName(agreed, terminology), due: own.slice(0, end), later: own.slice(end) }
  })
  const parts = [
    ...outside.map(({ description, amount, dueDate }) => ({
      description,
      amount,
      dueDate,
      payBy: dueDate < today ? whenLate : dueDate,
    })),
    ...agreements.flatMap(({ name, due }) =>
      due.map(({ number, count, amount, dueDate }) => ({
        description: `${capitalise(name)}, ${number}.ª prestação de ${count}`,
        amount,
        dueDate,
        payBy: dueDate < today ? lateInstalmentDate(dueDate) : dueDate,
      })),
    ),
  ].toSorted((one, other) => compareDates(one.dueDate, other.dueDate))
  return {
    chargeIds: charges.map(({ id }) => id),
    instalmentIds: agreements.flatMap(({ due }) => due.map(({ id }) => id)),
    lines: parts.map(({ description, amount, dueDate }) => ({
      description,
      amount: toEuros(amount),
      dueDate,
    })),
    total: toEuros(sumOf(parts)),
    deadlines: [...Map.groupBy(parts, ({ payBy }) => payBy)]
      .map(([date, own]) => ({ date, amount: toEuros(sumOf(own)) }))
      .toSorted((one, other) => compareDates(one.date, other.date)),
    later:
      agreements
        .filter(({ later }) => later.length > 0)
        .map(({ name, later }) => laterText(name, later))
        .join(' ') || null,
    words: debtWords(
      outside,
      terminology,
      agreements.map(({ due }) => due.map(({ number }) => number)),
    ),
  }
}

function laterText(agreement: string, later: readonly Instalment[]): string {
  const verb = later.length > 1 ? 'ficam' : 'fica'
  const sum = `${counted(later.length, 'prestação', 'prestações')}, no total de ${formatAmount(sumOf(later))}`
  return `Do ${agreement} ${verb} depois mais ${sum}, até ${formatDate(later.at(-1)?.dueDate ?? '')}.`
}

function sumOf(parts: readonly { amount: Cents }[]): Cents {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}
