import type { QueryConfig } from 'pg'
import type { Querying } from '../database/querying.ts'
import { rawTypes } from './codec.ts'
import type { Column, Plan } from './plan.ts'

export type RawRow = (string | null)[]

/** Every value as PostgreSQL wrote it, in the order of the columns. */
export async function rawRows(db: Querying, statement: QueryConfig): Promise<RawRow[]> {
  const result = await db.query({ ...statement, rowMode: 'array', types: rawTypes } as never)
  return result.rows as unknown as RawRow[]
}

/** Selects columns of records, from their table or from what stands for it. */
export function selectSql(plan: Plan, columns: readonly Column[], { from, rest }: Selection): string {
  const list = selectList(columns)
  return `SELECT ${list} FROM ${from ?? `${plan.table} t`} ${neededJoins(plan, `${list} ${rest}`)} ${rest}`
}

interface Selection {
  /** What stands for the table. */
  from?: string
  /** The conditions, the order and the limits. */
  rest: string
}

function selectList(columns: readonly Column[]): string {
  return columns.map((column) => column.sql).join(', ')
}

/** The joins that the SQL speaks of, and those that they need. The others hold a record each for every one of ours. */
export function neededJoins({ through, labels }: Plan, sql: string): string {
  const needed: Plan['through'] = []
  let said = sql
  // What a join needs stands before it.
  for (const join of [...through, ...labels].toReversed()) {
    if (!said.includes(`${join.alias}.`)) continue
    needed.unshift(join)
    said += join.sql
  }
  return joinsOf(needed)
}

export function joinsOf(joins: Plan['through']): string {
  return joins.map((join) => join.sql).join(' ')
}
