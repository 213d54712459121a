import { notChargedReasons } from '@agremia/resources/definitions/charge-differences.ts'
import { allowLongStatements } from '../../database/transaction.ts'
import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, literals, many, one, raiseVersion, sql } from '../../database/sql.ts'
import { conflict } from '../../errors.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import type { ActionCall, World } from '../../rest/modules.ts'
import type { Selection } from '../generation/candidates.ts'
import { candidatesSql, isChargedFor, raiseWorkMem, wholeSelection } from '../generation/candidates.ts'
import type { Writing } from './changed-charges.ts'
import { changeQuotas, expectedQuotas, isGenerated } from './changed-charges.ts'
import type { chargeDifferences } from '@agremia/resources/definitions/charge-differences.ts'

/** SQL: whether a person decided the amount of the charge `c`, or that it is owed. */
const isDecided = sql`EXISTS (SELECT FROM audit_events e WHERE e.resource = 'unsettledPayments' AND e.record_id = c.id
  AND (e.action = 'restore' OR e.changes @> '[{"field": "amount"}]'))`

/** SQL: whether the charge `c` may change: nothing is paid of it, and no agreement has it. */
export const isOpen = sql`c.status = 'open' AND c.agreement_id IS NULL`

/**
 * SQL of common table expressions that end with `compared`: the open quotas of a year, of all or some members, that differ from what a generation
 * would charge. A period that the plan does not have is not compared, nor a category that stopped paying before its history began.
 */
export function comparedSql(chosen: ComparedQuotas): Sql {
  const { year } = chosen
  return sql`${candidatesSql({ ...wholeSelection(chosen), ...chosen })},
    compared AS (
      SELECT DISTINCT ON (c.id) c.id AS charge_id, c.member_id, k.category_id, CASE WHEN x.is_charged THEN k.amount END AS expected,
        CASE WHEN NOT x.is_charged THEN k.reason WHEN k.category_id <> c.category_id THEN 'category' ELSE 'price' END AS reason
      FROM candidates k CROSS JOIN LATERAL (SELECT ${isChargedFor('k')} AS is_charged) x
      JOIN unsettled_payments c ON c.member_id = k.member_id AND c.year = ${year}::integer AND c.period IS NOT DISTINCT FROM k.period
      WHERE k.plan_id IS NOT NULL AND ${isGenerated} AND ${isOpen} AND NOT c.owed_after_leaving AND NOT ${isDecided}
        AND (x.is_charged AND k.amount <> c.amount OR k.reason IN (${literals(Object.keys(notChargedReasons))})
          AND (k.reason <> 'categoryExempt' OR k.category_id <> c.category_id
            OR EXISTS (SELECT FROM former_rules f WHERE f.record_id = k.category_id)))
      ORDER BY c.id, x.is_charged DESC)`
}

type ComparedQuotas = Pick<Selection, 'year' | 'today' | 'terminology'> &
  Partial<Pick<Selection, 'memberIds' | 'planIds' | 'categoryIds'>>

/** Job: lists, once after an upgrade, the charges of earlier versions that differ from the rules. Safe to repeat; changes no charge. */
export async function listDifferences(world: World): Promise<void> {
  const today = await world.organisation.today()
  const terminology = await world.organisation.terminology()
  await writeInTransaction(world, async (db, changes) => {
    await allowLongStatements(db)
    await raiseWorkMem(db)
    const years = await many(
      db,
      sql`SELECT DISTINCT c.year FROM unsettled_payments c WHERE ${isGenerated} AND ${isOpen} ORDER BY 1`,
      { year: 'integer' },
    )
    for (const { year } of years)
      await execute(
        db,
        sql`WITH ${comparedSql({ year, today, terminology })}
            INSERT INTO charge_differences (id, member_id, unsettled_payment_id, expected_amount, reason, category_id)
            SELECT new_id(), member_id, charge_id, expected, reason, category_id FROM compared
            ON CONFLICT (unsettled_payment_id) DO NOTHING`,
      )
    changes.push({
      resource: 'chargeDifferences',
      action: 'created',
      id: '',
      ids: sql`SELECT id FROM charge_differences WHERE state = 'pending'`,
      version: 0,
    })
  })
}

/** Compares pending differences with the rules again after a change of data: those of some members, or all. */
export async function refreshDifferences(
  { db, today, world, changes }: Pick<Writing, 'db' | 'today' | 'world' | 'changes'>,
  memberIds: readonly string[] | null = null,
): Promise<void> {
  const rows = await many(
    db,
    sql`SELECT c.year, array_agg(DISTINCT d.member_id) AS members FROM charge_differences d JOIN unsettled_payments c ON c.id = d.unsettled_payment_id
        WHERE d.state = 'pending' AND (${memberIds}::uuid[] IS NULL OR d.member_id = ANY(${memberIds}::uuid[])) AND ${isOpen} GROUP BY c.year`,
    { year: 'integer', members: 'uuid[]' },
  )
  for (const { year, members } of rows) {
    const compared = comparedSql({
      year,
      memberIds: members,
      today,
      terminology: await world.organisation.terminology(),
    })
    const written = await many(
      db,
      sql`WITH ${compared},
          gone AS (
            DELETE FROM charge_differences d USING unsettled_payments c
            WHERE d.state = 'pending' AND d.member_id = ANY(${members}::uuid[]) AND c.id = d.unsettled_payment_id AND c.year = ${year}::integer AND ${isOpen}
              AND NOT EXISTS (SELECT FROM compared WHERE charge_id = d.unsettled_payment_id)
            RETURNING d.id, d.version),
          different AS (
            UPDATE charge_differences d SET expected_amount = x.expected, reason = x.reason, category_id = x.category_id, ${raiseVersion('d')}
            FROM compared x WHERE x.charge_id = d.unsettled_payment_id AND d.state = 'pending'
              AND (d.expected_amount, d.reason, d.category_id) IS DISTINCT FROM (x.expected, x.reason, x.category_id)
            RETURNING d.id, d.version)
          SELECT id, version, true AS "isGone" FROM gone UNION ALL SELECT id, version, false FROM different`,
      { ...idAndVersion, isGone: 'boolean' },
    )
    for (const [isGone, some] of Map.groupBy(written, (row) => row.isGone))
      changes.push(...changesOf('chargeDifferences', isGone ? 'deleted' : 'updated', some))
  }
}

/** Writes the decision on a difference, with its author. */
export async function decideDifference(
  { db, caller, changes }: Pick<ActionCall<typeof chargeDifferences>, 'db' | 'caller' | 'changes'>,
  chargeId: string,
  decision: 'corrected' | 'kept',
): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE charge_differences SET state = ${decision}, decided_by_name = ${caller.name}, decided_at = statement_timestamp(), ${raiseVersion()}
        WHERE unsettled_payment_id = ${chargeId}::uuid AND state = 'pending' RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('chargeDifferences', 'updated', rows))
}

/**
 * Makes the charge agree with the rules, as a correction of a history does. Throws 409 when the rules say nothing of its period any more.
 */
export async function correctDifference(
  call: ActionCall<typeof chargeDifferences, 'correct'>,
): Promise<undefined> {
  const { db, record } = call
  const memberId = record.memberId
  const chargeId = record.unsettledPaymentId
  const charge = await one(
    db,
    sql`SELECT c.year, c.period, c.amount, c.category_id FROM unsettled_payments c WHERE c.id = ${chargeId}`,
    { year: 'integer', period: 'text?', amount: 'cents', category_id: 'uuid' },
  )
  const expected = await expectedQuotas(call, [memberId])
  const isOfCharge = (one: (typeof expected)[number]) =>
    one.year === charge.year && one.period === charge.period
  if (!expected.some(isOfCharge))
    throw conflict('O plano já não tem este período: altere a dívida à mão, ou deixe-a como está.')
  // The charge as it is takes the place of what the rules charged before the change.
  const before = expected.map((one) => (isOfCharge(one) ? { ...one, ...charge } : one))
  await decideDifference(call, chargeId, 'corrected')
  await changeQuotas(call, [memberId], before)
  return undefined
}

export async function keepDifference(call: ActionCall<typeof chargeDifferences, 'keep'>): Promise<undefined> {
  await decideDifference(call, call.record.unsettledPaymentId, 'kept')
  return undefined
}

/** How many charges wait for a decision. */
export async function countDifferences(db: Querying): Promise<number> {
  const { count } = await one(
    db,
    sql`SELECT count(*)::integer AS count FROM charge_differences d JOIN unsettled_payments c ON c.id = d.unsettled_payment_id
        WHERE d.state = 'pending' AND c.status = 'open'`,
    { count: 'integer' },
  )
  return count
}
