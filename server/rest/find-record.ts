import type { Definition, RecordOf } from '@agremia/resources/define-resource.ts'
import { readerKey } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import type { Tx } from '../database/transaction.ts'
import { notFound } from '../errors.ts'
import { whereOf } from './list-conditions.ts'
import type { Plan } from './plan.ts'
import { rowToJson } from './plan.ts'
import type { Scope } from './scope.ts'
import type { RawRow } from './select-rows.ts'
import { joinsOf, rawRows, selectSql } from './select-rows.ts'
import type { Sql } from '../database/sql.ts'
import { composedOnce, join, lookUp, prepared, raw, sql } from '../database/sql.ts'

type LockStrength = 'FOR NO KEY UPDATE' | 'FOR UPDATE'

/** A record of any resource. */
export type WireRecord = RecordOf<Definition>

/** Reads one record as JSON text. Undefined when there is none that the scope includes. */
export async function findRecordJson(
  db: Querying,
  plan: Plan,
  id: string,
  { constraint, reader }: Scope,
): Promise<string | undefined> {
  const columns = plan.columns(reader)
  const compose = () => {
    const filters = [{ field: '_id', operator: 'in' as const, values: [id] }]
    const where = whereOf(plan, { filters, words: [] }, constraint)
    return selectSql(plan, columns, { clauses: [{ ...where, sql: sql`WHERE ${where.sql}` }] })
  }
  const isConstrained = Object.keys(constraint).length > 0
  const statement = isConstrained
    ? prepared(compose())
    : lookUp(composedOnce(plan, `read as ${readerKey(reader)}`, [id], compose))
  const rows = await rawRows(db, statement)
  return rows[0] && rowToJson(columns, rows[0])
}

/** Reads one record, without the fields that the scope's reader may not read. Undefined when the scope does not include it. */
export async function findRecord<D extends Definition>(
  db: Querying,
  plan: Plan<D>,
  id: string,
  scope: Scope,
): Promise<RecordOf<D> | undefined> {
  const json = await findRecordJson(db, plan, id, scope)
  return json === undefined ? undefined : (JSON.parse(json) as RecordOf<D>)
}

/** Reads records with all fields, independent of the caller, by their ids. */
export async function findRecords<D extends Definition>(
  db: Querying,
  plan: Plan<D>,
  ids: readonly string[],
): Promise<Map<string, RecordOf<D>>> {
  const columns = plan.columns(fullScope.reader)
  const where = { sql: sql`WHERE t.id = ANY(${ids}::uuid[])`, aliases: new Set<string>() }
  const rows = ids.length > 0 ? await rawRows(db, selectSql(plan, columns, { clauses: [where] })) : []
  const records = rows.map((row) => JSON.parse(rowToJson(columns, row)) as RecordOf<D>)
  return new Map(records.map((record) => [record._id, record]))
}

/** Reads a record with all fields, independent of the caller. Throws 404. */
export async function getRecord<D extends Definition>(
  { db }: { db: Querying },
  plan: Plan<D>,
  id: string,
): Promise<RecordOf<D>> {
  const record = await findRecord(db, plan, id, fullScope)
  if (!record) throw notFound()
  return record
}

/** The scope without restrictions. */
export const fullScope: Scope = { constraint: {}, reader: 'admin' }

/**
 * Locks and reads the record. The default serialises writers of one record (a lost update, a stale `_version`) without
 * blocking inserts of rows that refer to it, which take FOR KEY SHARE. A delete needs FOR UPDATE: one that locks less waits for
 * those inserts after it has locked, and deadlocks with an insert whose transaction then writes the record.
 */
export async function findLocked<D extends Definition>(
  db: Tx,
  plan: Plan<D>,
  id: string,
  strength: LockStrength = 'FOR NO KEY UPDATE',
): Promise<RecordOf<D> | undefined> {
  const isLockedByReading = plan.through.length === 0 && plan.labels.length === 0
  const lock = composedOnce(plan, strength, [id], () =>
    isLockedByReading ? lockingReadSql(plan, id, strength) : lockSql(plan, id, strength),
  )
  if (isLockedByReading) return recordOf(plan, await rawRows(db, lock))
  // Locks first and reads in a second statement: a statement that waited for a lock mixes old and new rows.
  await db.send(lock)
  return findRecord(db, plan, id, fullScope)
}

function lockingReadSql(plan: Plan, id: string, strength: LockStrength): Sql {
  const clause = { sql: sql`WHERE t.id = ${id} ${raw(strength)} OF t`, aliases: new Set<string>() }
  return selectSql(plan, plan.columns(fullScope.reader), { clauses: [clause] })
}

/** Locks the `through` rows before the record, always in this order, to avoid deadlocks. They are never deleted here. */
function lockSql({ table, through }: Plan, id: string, strength: LockStrength): Sql {
  const own = through.filter(({ isBeside }) => !isBeside)
  const locks = own.map(({ alias }) => sql`FOR NO KEY UPDATE OF ${raw(alias)}`)
  return sql`SELECT FROM ${table} t ${joinsOf(own)} WHERE t.id = ${id} ${join([...locks, sql`${raw(strength)} OF t`], ' ')}`
}

export function recordOf<D extends Definition>(plan: Plan<D>, [row]: RawRow[]): RecordOf<D> | undefined {
  return row && (JSON.parse(rowToJson(plan.columns(fullScope.reader), row)) as RecordOf<D>)
}

/** Values in stored form, by field name. */
export type StoredValues = Record<string, unknown>
