import type { Caller } from '@agremia/resources/access.ts'
import type { Sql } from '../../database/sql.ts'
import { empty, execute, one, sql } from '../../database/sql.ts'
import type { Querying } from '../../database/querying.ts'
import type { Engine } from '../../rest/modules.ts'
import { chosenRecords } from '../../rest/chosen-records.ts'

/** Whom a message about debts is for, as its record says it. */
export interface PaymentAudience {
  memberIds: readonly string[]
  unsettledPaymentIds: readonly string[]
  /** `{query}` of the list of debts. */
  debts: unknown
}

interface Choosing {
  caller: Pick<Caller, 'role'>
  today: string
}

export function audienceIn(record: Record<string, unknown>): PaymentAudience {
  return {
    memberIds: (record['memberIds'] ?? []) as string[],
    unsettledPaymentIds: (record['unsettledPaymentIds'] ?? []) as string[],
    debts: record['debts'] ?? null,
  }
}

/**
 * A common table expression `audience (member_id, person_id, charge_ids)`: the debts each member is told of, or null for all
 * that is owed, which is so of those of whom none was chosen. Throws 422 on `debts`.
 */
export function audienceSql(
  engine: Engine,
  { memberIds, unsettledPaymentIds, debts }: PaymentAudience,
  choosing: Choosing,
): Sql {
  const found =
    debts === null
      ? undefined
      : chosenRecords(engine, 'unsettledPayments', debts, { ...choosing, field: 'debts' })
  const searched = found ? sql`UNION SELECT t.id, t.member_id FROM ${found.from} WHERE ${found.where}` : empty
  return sql`
    chosen_charges AS (
      SELECT id, member_id FROM unsettled_payments WHERE id = ANY(${unsettledPaymentIds}::uuid[]) ${searched}),
    chosen_of AS (SELECT member_id, array_agg(id ORDER BY id) AS charge_ids FROM chosen_charges GROUP BY member_id),
    audience AS (
      SELECT m.id AS member_id, m.person_id, c.charge_ids
      FROM (SELECT member_id FROM chosen_of UNION SELECT unnest(${memberIds}::uuid[])) named
      JOIN members m ON m.id = named.member_id LEFT JOIN chosen_of c ON c.member_id = m.id)`
}

/** How many the message would be for now. */
export async function countAudience(
  { engine, db }: { engine: Engine; db: Querying },
  audience: PaymentAudience,
  choosing: Choosing,
): Promise<number> {
  const { count } = await one(
    db,
    sql`WITH ${audienceSql(engine, audience, choosing)} SELECT count(*)::integer AS count FROM audience`,
    { count: 'integer' },
  )
  return count
}

/** Writes down who the sending is for and of what each is told. Answers how many they are. */
export async function settleAudience(
  { engine, db }: { engine: Engine; db: Querying },
  audience: PaymentAudience,
  choosing: Choosing & { batchId: string },
): Promise<number> {
  return execute(
    db,
    sql`WITH ${audienceSql(engine, audience, choosing)}
    INSERT INTO message_batch_people (batch_id, person_id, member_id, charge_ids)
    SELECT ${choosing.batchId}::uuid, person_id, member_id, charge_ids FROM audience`,
  )
}
