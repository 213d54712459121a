import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { one, sql } from '../../database/sql.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'

interface NewCharge {
  memberId: string
  type: Exclude<ChargeType, 'quota' | 'joia'>
  description: string
  dueDate: string
  /** Cents. */
  amount: number
  origin?: 'manual' | 'admission'
}

/** Adds a charge for another area, in the caller's transaction. Returns its id. */
export async function addCharge(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  { memberId, type, description, dueDate, amount, origin = 'manual' }: NewCharge,
): Promise<string> {
  const { db, changes } = context
  await lockLedger(db, [memberId])
  const charge = await one(
    db,
    sql`INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
           SELECT ${newId()}, m.id, ${type}, extract(year FROM ${dueDate}::date)::integer, ${description}, ${dueDate}, ${amount}, m.category_id, ${origin}
           FROM members m WHERE m.id = ${memberId} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'created', [charge]))
  await refreshLedger(context, [memberId])
  return charge.id
}
