import type { Querying } from '../database/querying.ts'
import { notFound } from '../errors.ts'
import { whereOf } from './list-conditions.ts'
import type { Plan } from './plan.ts'
import { rowToJson } from './plan.ts'
import type { Scope } from './scope.ts'
import type { RawRow } from './select-rows.ts'
import { joinsOf, rawRows, selectSql } from './select-rows.ts'
import { prepared } from './statements.ts'

export type WireRecord = Record<string, unknown> & { _id: string; _version: number }

/** One record as JSON text, within what the caller may see; undefined when there is none. */
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
  const sql = selectSql(plan, columns, { rest: `WHERE ${where.sql}` })
  const rows = await rawRows(db, prepared(sql, where.values))
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

/** The record as the program sees it, whoever asks. */
export async function getRecord({ db }: { db: Querying }, plan: Plan, id: string): Promise<WireRecord> {
  const record = await findRecord(db, plan, id, everything)
  if (!record) throw notFound()
  return record
}

/** What the program itself sees of a record. */
export const everything: Scope = { constraint: {}, role: 'admin' }

/** The record as the program sees it, with other writers of it made to wait until the transaction ends. */
export async function findLocked(db: Querying, plan: Plan, id: string): Promise<WireRecord | undefined> {
  const lock = 'FOR UPDATE OF t'
  const held = plan.through.filter(({ isBeside }) => !isBeside)
  if (plan.through.length === 0 && plan.labels.length === 0) {
    const sql = selectSql(plan, plan.columns(everything.role), { rest: `WHERE t.id = $1 ${lock}` })
    return recordOf(plan, await rawRows(db, prepared(sql, [id])))
  }
  // What is read next is what the writer before left, in every table. Reading in the statement that waits would mix it
  // with what was there when the waiting began.
  // Whoever keeps this record's flat fields is locked first, by every writer, so that none waits for another in a circle.
  const locked = [...held.map(({ alias }) => alias), 't'].join(', ')
  await db.query(
    prepared(`SELECT FROM ${plan.table} t ${joinsOf(held)} WHERE t.id = $1 FOR UPDATE OF ${locked}`, [id]),
  )
  return findRecord(db, plan, id, everything)
}

export function recordOf(plan: Plan, [row]: RawRow[]): WireRecord | undefined {
  return row && (JSON.parse(rowToJson(plan.columns(everything.role), row)) as WireRecord)
}
