import type { Querying } from '../database/querying.ts'
import type { Tx } from '../database/transaction.ts'
import { notFound } from '../errors.ts'
import { whereOf } from './list-conditions.ts'
import type { Plan } from './plan.ts'
import { rowToJson } from './plan.ts'
import type { Scope } from './scope.ts'
import type { RawRow } from './select-rows.ts'
import { joinsOf, rawRows, selectSql } from './select-rows.ts'
import { join, prepared, raw, sql } from '../database/sql.ts'

export type WireRecord = Record<string, unknown> & { _id: string; _version: number }

/** Reads one record as JSON text. Undefined when there is none that the scope includes. */
export async function findRecordJson(
  db: Querying,
  plan: Plan,
  id: string,
  { constraint, role }: Scope,
): Promise<string | undefined> {
  const columns = plan.columns(role)
  const where = whereOf(
    plan,
    { filters: [{ field: '_id', operator: 'in', values: [id] }], words: [] },
    constraint,
  )
  const statement = selectSql(plan, columns, { clauses: [{ ...where, sql: sql`WHERE ${where.sql}` }] })
  const rows = await rawRows(db, prepared(statement))
  return rows[0] && rowToJson(columns, rows[0])
}

export async function findRecord(
  db: Querying,
  plan: Plan,
  id: string,
  scope: Scope,
): Promise<WireRecord | undefined> {
  const json = await findRecordJson(db, plan, id, scope)
  return json === undefined ? undefined : (JSON.parse(json) as WireRecord)
}

/** Reads a record with all fields, independent of the caller. Throws 404. */
export async function getRecord({ db }: { db: Querying }, plan: Plan, id: string): Promise<WireRecord> {
  const record = await findRecord(db, plan, id, fullScope)
  if (!record) throw notFound()
  return record
}

/** The scope without restrictions. */
export const fullScope: Scope = { constraint: {}, role: 'admin' }

/**
 * Locks and reads the record. The default serialises writers of one record (a lost update, a stale `_version`) without
 * blocking inserts of rows that refer to it, which take FOR KEY SHARE. A delete needs FOR UPDATE: one that locks less waits for
 * those inserts after it has locked, and deadlocks with an insert whose transaction then writes the record.
 */
export async function findLocked(
  db: Tx,
  plan: Plan,
  id: string,
  strength: 'FOR NO KEY UPDATE' | 'FOR UPDATE' = 'FOR NO KEY UPDATE',
): Promise<WireRecord | undefined> {
  const lock = sql`${raw(strength)} OF t`
  const through = plan.through.filter(({ isBeside }) => !isBeside)
  if (plan.through.length === 0 && plan.labels.length === 0) {
    const clause = { sql: sql`WHERE t.id = ${id} ${lock}`, aliases: new Set<string>() }
    const statement = selectSql(plan, plan.columns(fullScope.role), { clauses: [clause] })
    return recordOf(plan, await rawRows(db, prepared(statement)))
  }
  // Locks first and reads in a second statement: a statement that waited for a lock mixes old and new rows.
  // Locks the `through` rows before the record, always in this order, to avoid deadlocks. They are never deleted here.
  const locks = [...through.map(({ alias }) => sql`FOR NO KEY UPDATE OF ${raw(alias)}`), lock]
  await db.send(
    prepared(sql`SELECT FROM ${plan.table} t ${joinsOf(through)} WHERE t.id = ${id} ${join(locks, ' ')}`),
  )
  return findRecord(db, plan, id, fullScope)
}

export function recordOf(plan: Plan, [row]: RawRow[]): WireRecord | undefined {
  return row && (JSON.parse(rowToJson(plan.columns(fullScope.role), row)) as WireRecord)
}
