import type { QueryConfig } from 'pg'
import type { Querying } from '../database/querying.ts'
import { missedTexts, openMissed } from '../database/sealed-text.ts'
import type { Sql } from '../database/sql.ts'
import { empty, join, sql } from '../database/sql.ts'
import { rawTypes } from './codec.ts'
import type { Column, Expression, Join, Plan } from './plan.ts'

export type RawRow = (string | null)[]

/** Runs a statement and returns values as PostgreSQL's text, in the order of the columns. */
export async function rawRows(
  db: Querying,
  { text, values, ...rest }: Pick<QueryConfig, 'text' | 'values'>,
): Promise<RawRow[]> {
  const statement = { ...rest, text, values, rowMode: 'array', types: rawTypes }
  const missed = missedTexts()
  const result = await db.query(statement as never)
  if (missedTexts() !== missed) await openMissed(result.rows)
  return result.rows as unknown as RawRow[]
}

/** Part of a statement, and the table aliases that it reads. */
export interface Clause {
  sql: Sql
  aliases: ReadonlySet<string>
}

/** Joins expressions to one clause. */
export function clauseOf(expressions: readonly Expression[], separator = ', '): Clause {
  return {
    sql: join(
      expressions.map((expression) => expression.sql),
      separator,
    ),
    aliases: new Set(expressions.map(({ alias }) => alias)),
  }
}

/**
 * Selects columns of records from their table, or from a subquery `t`, with the joins that columns and clauses need. Rows are read by the order of the
 * columns: these have one short name, since PostgreSQL and the driver repeat the names of all columns in each answer.
 */
export function selectSql(
  plan: Plan,
  columns: readonly Column[],
  { from = sql`${plan.table} t`, clauses }: { from?: Sql; clauses: readonly Clause[] },
): Sql {
  const list = clauseOf(columns.map(({ sql: column, alias }) => ({ sql: sql`${column} AS _`, alias })))
  const rest =
    clauses.length > 0
      ? join(
          clauses.map((clause) => clause.sql),
          ' ',
        )
      : empty
  return sql`SELECT ${list.sql} FROM ${from} ${neededJoins(plan, [list, ...clauses])} ${rest}`
}

/** The joins that clauses need, with those they depend on. Other joins are omitted: they cost time and change nothing. */
export function neededJoins({ through, labels }: Plan, clauses: readonly Clause[]): Sql {
  const aliases = new Set(clauses.flatMap((clause) => [...clause.aliases]))
  const needed: Join[] = []
  // In reverse, so that a join comes after the one it depends on.
  for (const one of [...through, ...labels].toReversed()) {
    if (!aliases.has(one.alias)) continue
    needed.unshift(one)
    aliases.add(one.needs)
  }
  return joinsOf(needed)
}

export function joinsOf(joins: readonly Join[]): Sql {
  return joins.length > 0
    ? join(
        joins.map((one) => one.sql),
        ' ',
      )
    : empty
}
