import type { Caller } from '@agremia/resources/access.ts'
import type { Sql } from '../../database/sql.ts'
import { empty, execute, one, sql } from '../../database/sql.ts'
import type { Querying } from '../../database/querying.ts'
import { selectedRecords } from '../../rest/chosen-records.ts'
import type { World } from '../../rest/modules.ts'

/** The recipients of a payment message, as stored in its record. */
export interface PaymentAudience {
  memberIds: readonly string[]
  unsettledPaymentIds: readonly string[]
  /** `{ query }`: a search of charges. */
  debts: unknown
}

interface SelectionContext {
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
 * SQL of the common table expression `audience (member_id, person_id, charge_ids)`. `charge_ids` are the chosen charges of the
 * member; null, when none was chosen, means all open charges. Throws 422 on `debts`.
 */
export function audienceSql(
  world: World,
  { memberIds, unsettledPaymentIds, debts }: PaymentAudience,
  context: SelectionContext,
): Sql {
  const selected =
    debts === null
      ? undefined
      : selectedRecords(world, 'unsettledPayments', debts, { ...context, field: 'debts' })
  const searched = selected
    ? sql`UNION SELECT t.id, t.member_id FROM ${selected.from} WHERE ${selected.where}`
    : empty
  return sql`
    chosen_charges AS (
      SELECT id, member_id FROM unsettled_payments WHERE id = ANY(${unsettledPaymentIds}::uuid[]) ${searched}),
    chosen_of AS (SELECT member_id, array_agg(id ORDER BY id) AS charge_ids FROM chosen_charges GROUP BY member_id),
    audience AS (
      SELECT m.id AS member_id, m.person_id, c.charge_ids
      FROM (SELECT member_id FROM chosen_of UNION SELECT unnest(${memberIds}::uuid[])) named
      JOIN members m ON m.id = named.member_id LEFT JOIN chosen_of c ON c.member_id = m.id)`
}

/** Number of members that the message would go to now. */
export async function countAudience(
  { world, db }: { world: World; db: Querying },
  audience: PaymentAudience,
  context: SelectionContext,
): Promise<number> {
  const { count } = await one(
    db,
    sql`WITH ${audienceSql(world, audience, context)} SELECT count(*)::integer AS count FROM audience`,
    { count: 'integer' },
  )
  return count
}

/** Stores the recipients of a batch with their charges. Returns how many there are. */
export async function storeAudience(
  { world, db }: { world: World; db: Querying },
  audience: PaymentAudience,
  context: SelectionContext & { batchId: string },
): Promise<number> {
  return execute(
    db,
    sql`WITH ${audienceSql(world, audience, context)}
    INSERT INTO message_batch_people (batch_id, person_id, member_id, charge_ids)
    SELECT ${context.batchId}::uuid, person_id, member_id, charge_ids FROM audience`,
  )
}
