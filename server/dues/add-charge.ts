import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { v7 as newId } from 'uuid'
import type { Context } from '../context.ts'
import { changesOf } from '../rest/changes.ts'
import { lockLedger, refreshLedger } from './ledger.ts'

interface NewCharge {
  memberId: string
  type: Exclude<ChargeType, 'quota' | 'joia'>
  description: string
  dueDate: string
  /** Cents. */
  amount: number
  origin?: 'manual' | 'admission'
}

/** Has a member owe something that another part of the program knows of, in the caller's transaction. Answers the charge's id. */
export async function addCharge(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  { memberId, type, description, dueDate, amount, origin = 'manual' }: NewCharge,
): Promise<string> {
  const { db, changes } = context
  await lockLedger(db, [memberId])
  const { rows } = await db.query({
    text: `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
           SELECT $2, m.id, $3, extract(year FROM $5::date)::integer, $4, $5, $6, m.category_id, $7
           FROM members m WHERE m.id = $1 RETURNING id, version`,
    values: [memberId, newId(), type, description, dueDate, amount, origin],
  })
  changes.push(...changesOf('unsettledPayments', 'created', rows))
  await refreshLedger(context, [memberId])
  return (rows[0] as { id: string }).id
}
