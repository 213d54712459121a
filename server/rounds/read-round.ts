import type { VisitOutcome } from '@agremia/resources/definitions/rounds.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { jsonOf, many, maybeOne, raw, sql, textOf } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { chargesColumn, owedColumn } from './visits.ts'

/** A round, for its papers. Amounts in cents. */
export type PrintedRound = RowOf<typeof roundShape>
const roundShape = {
  number: 'text',
  collector: 'text',
  collectorPhone: 'text?',
  dueUntil: 'day',
  state: 'text',
  outOn: 'day?',
  visits: 'integer',
  charges: 'integer',
  expected: 'cents',
  collected: 'cents',
  successRate: 'integer',
  settledOn: 'day?',
  settledByName: 'text?',
  delivered: 'cents?',
  difference: 'cents?',
  differenceReason: 'text?',
  rate: 'cents',
  perReceipt: 'cents',
  paid: 'integer',
  commission: 'cents',
  commissionPaidOn: 'day?',
  commissionMethod: 'text?',
} as const

export async function readRound(db: Querying, id: string): Promise<PrintedRound> {
  const round = await maybeOne(
    db,
    sql`SELECT r.number, k.name AS collector, k.phone AS "collectorPhone", r.due_until AS "dueUntil", r.state, r.out_on AS "outOn", r.visits, r.charges,
        r.expected_amount AS expected, r.collected_amount AS collected, r.success_rate AS "successRate", r.settled_on AS "settledOn",
        r.settled_by_name AS "settledByName", r.delivered_amount AS delivered, r.difference, r.difference_reason AS "differenceReason",
        r.commission_rate AS rate, r.amount_per_receipt AS "perReceipt", r.paid, r.commission, r.commission_paid_on AS "commissionPaidOn",
        r.commission_method AS "commissionMethod"
      FROM rounds r JOIN collectors k ON k.id = r.collector_id WHERE r.id = ${id}`,
    roundShape,
  )
  if (!round) throw notFound()
  return round
}

/** A charge of a visit; `amount` of the round and `owed`, the open amount now, in euros. */
interface VisitCharge {
  description: string
  dueDate: string
  amount: Euros
  owed: Euros
}

export type PrintedVisit = RowOf<typeof visitShape>
const visitShape = {
  place: 'integer',
  memberNumber: 'integer',
  name: 'text',
  address: 'text?',
  postalCode: 'text?',
  city: 'text?',
  phone: 'text?',
  charges: jsonOf<VisitCharge[]>(),
  amount: 'cents',
  owed: 'cents',
  outcome: textOf<VisitOutcome>(),
  collected: 'cents',
  note: 'text?',
  receipt: 'text?',
} as const

/** A value of the person `p`, unless protected since the round began: new rounds leave protected people out. */
const shown = (value: string) => sql`CASE WHEN NOT p.is_protected THEN ${raw(value)} END`

/** The visits of a round by route. */
export async function readVisits(db: Querying, roundId: string): Promise<PrintedVisit[]> {
  return many(
    db,
    sql`SELECT t.place, m.member_number AS "memberNumber", p.name, ${shown('p.address')} AS address, ${shown('p.postal_code')} AS "postalCode",
        ${shown('p.city')} AS city, ${shown('coalesce(p.mobile, p.phone)')} AS phone,
        ${chargesColumn.sql('t')} AS charges, t.amount, ${owedColumn.sql('t')} AS owed, t.outcome, t.collected_amount AS collected, t.note,
        y.receipt_number AS receipt
      FROM round_visits t JOIN members m ON m.id = t.member_id JOIN people p ON p.id = m.person_id LEFT JOIN payments y ON y.id = t.payment_id
      WHERE t.round_id = ${roundId} ORDER BY t.place`,
    visitShape,
  )
}
