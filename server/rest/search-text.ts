import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Sql } from '../database/sql.ts'
import { empty, join, raw, sql } from '../database/sql.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'

/** Whether the definition has searchable fields. */
export function isSearchable(definition: Definition): boolean {
  return Object.values(definition.fields).some((field) => field.searchable)
}

/** The normalised text that searches match. Begins with a space, so that patterns can match the start of a word. */
export function searchTextOf(plan: Plan, record: Record<string, unknown>): string | undefined {
  if (plan.searchable.length === 0) return undefined
  const values = plan.searchable
    .map((name) => record[name])
    .filter((value) => value !== null && value !== undefined)
  return ` ${foldText(values.join(' '))}`
}

/** SQL that normalises a text as `foldText` does. */
export function foldedSql(expression: Sql): Sql {
  return sql`fold_text(lower(normalize(${expression}, NFKD) COLLATE "und-x-icu"))`
}

/** SQL that computes the same search text for many rows `t`. `others` are further SET expressions. */
export function refreshSearchTextSql(
  definition: Definition,
  { where, others = empty }: { where: Sql; others?: Sql },
): Sql {
  const searchable = Object.entries(definition.fields).filter(([, field]) => field.searchable)
  const joins = new Map<string, Sql>()
  const parts = searchable.map(([name, field]) => {
    if (field.storage.in !== 'through') return sql`t.${columnOf(name)}`
    const alias = raw(`j_${field.storage.via}`)
    joins.set(
      alias.text,
      sql`FROM ${tableOf(getDefinition(field.storage.resource))} ${alias} WHERE ${alias}.id = t.${columnOf(field.storage.via)} AND`,
    )
    return sql`${alias}.${columnOf(name)}`
  })
  const text = sql`' ' || coalesce(${foldedSql(sql`concat_ws(' ', ${join(parts, ', ')})`)}, '')`
  const [from = sql`WHERE`] = [...joins.values()]
  return sql`UPDATE ${tableOf(definition)} t SET ${others}search_text = ${text} ${from} ${where}`
}
