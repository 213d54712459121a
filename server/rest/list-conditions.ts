import type { Constraint } from '@agremia/resources/access.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { unfindable } from '@agremia/resources/rules/fold.ts'
import type { Sql } from '../database/sql.ts'
import { inline, join, literals, raw, sql } from '../database/sql.ts'
import { present, type ListQuery } from './list-query.ts'
import type { Expression, Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'
import type { Clause } from './select-rows.ts'

/** Conditions of a list: filters, search words, what the caller may see, and the parent. */
export function whereOf(
  plan: Plan,
  query: Pick<ListQuery, 'filters' | 'words'>,
  constraint: Constraint,
): Clause {
  const aliases = new Set<string>()
  const read = (field: string) => {
    const { sql: expression, alias } = plan.expressions[field] as Expression
    aliases.add(alias)
    return expression
  }
  const parts: Sql[] = []
  for (const [field, wanted] of Object.entries(constraint)) {
    parts.push(anyOf(read(field), Array.isArray(wanted) ? [...wanted] : [wanted]))
  }
  for (const { field, operator, values: wanted } of query.filters) {
    const expression = read(field)
    const described = plan.definition.fields[field]
    if (operator === 'in' && described?.column === 'list') parts.push(anyElement(expression, wanted))
    else if (field === '_id' && wanted.length > 1) parts.push(sql`${expression} = ANY(${wanted}::uuid[])`)
    else if (operator === 'in') parts.push(anyOf(expression, wanted, codesOf(described)))
    else
      for (const value of wanted)
        parts.push(sql`${expression} ${operator === 'from' ? sql`>=` : sql`<=`} ${value}`)
  }
  parts.push(...foundWords(plan, query.words))
  return { sql: parts.length > 0 ? join(parts, ' AND ') : sql`true`, aliases }
}

/** The order of a list. It ends with the id, or with a value that no two records share, so that pages never overlap. */
export function orderOf(plan: Plan, query: Pick<ListQuery, 'orders' | 'exact'>): Clause {
  const given = query.orders.length > 0 ? query.orders : [{ field: 'created_at', descending: true }]
  const aliases = new Set(['t'])
  const parts: Sql[] = []
  const push = ({ sql: expression, alias }: Expression, direction: string) => {
    aliases.add(alias)
    parts.push(sql`${expression}${raw(direction)}`)
  }
  const exact = plan.definition.list?.exact && plan.expressions[plan.definition.list.exact]
  if (exact && query.exact !== undefined)
    push({ sql: sql`(${exact.sql} = ${inline(query.exact)})`, alias: exact.alias }, ' DESC')
  for (const { field, descending } of given) {
    // Empty values come last both ways. Saying so of a column that is never empty would lose the use of its index.
    const described = plan.definition.fields[field]
    const mayBeEmpty = described && !isAlwaysPresent(described)
    for (const key of plan.ranks[field]?.keys ?? [
      (plan.orders[field] ?? plan.expressions[field]) as Expression,
    ])
      push(key, descending ? ` DESC${mayBeEmpty ? ' NULLS LAST' : ''}` : '')
  }
  if (!given.some(({ field }) => tellsApart(plan.definition.fields[field])))
    parts.push(sql`t.id${raw(given.at(-1)?.descending ? ' DESC' : '')}`)
  return { sql: join(parts, ', '), aliases }
}

/** Each word is in the record's own search text, or in that of the record where the definition says to look too. */
function foundWords(plan: Plan, words: string[]): Sql[] {
  if (words.includes(unfindable)) return [sql`false`]
  const via = plan.definition.list?.searchIn
  const patterns = words.map(wordPattern)
  if (!via) return patterns.map((pattern) => sql`t.search_text LIKE ${pattern}`)
  const table = tableOf(getDefinition(plan.definition.fields[via]?.reference ?? ''))
  const there = (conditions: Sql[]) =>
    sql`t.${columnOf(via)} IN (SELECT s.id FROM ${table} s WHERE ${join(conditions, ' AND ')})`
  const inThere = (pattern: string) => sql`s.search_text LIKE ${pattern}`
  if (plan.searchable.length > 0)
    return patterns.map((pattern) => sql`(t.search_text LIKE ${pattern} OR ${there([inThere(pattern)])})`)
  return patterns.length > 0 ? [there(patterns.map(inThere))] : []
}

/**
 * Codes of choices are written out: they are few, so the statement can be planned once, and for what they mean. Undefined
 * for fields of other kinds.
 */
function codesOf(field: Field | undefined): ((value: unknown) => Sql) | undefined {
  if (field?.column !== 'text' || !field.options?.every(({ value }) => /^\w+$/.test(value))) return undefined
  const codes = new Set<unknown>(field.options.map(({ value }) => value))
  // Nothing is equal to NULL.
  return (value) => (codes.has(value) ? literals([String(value)]) : sql`NULL`)
}

function anyOf(
  expression: Sql,
  wanted: unknown[],
  write: (value: unknown) => unknown = (value) => value,
): Sql {
  const parts: Sql[] = []
  if (wanted.includes(null)) parts.push(sql`${expression} IS NULL`)
  if (wanted.includes(present)) parts.push(sql`${expression} IS NOT NULL`)
  const given = wanted.filter((value) => value !== null && value !== present)
  if (given.length === 1) parts.push(sql`${expression} = ${write(given[0])}`)
  if (given.length > 1) parts.push(sql`${expression} IN (${join(given.map(write), ', ')})`)
  return parts.length === 0 ? sql`false` : sql`(${join(parts, ' OR ')})`
}

function anyElement(expression: Sql, wanted: unknown[]): Sql {
  const parts = wanted.map((value) => {
    if (value === null) return sql`${expression} = '{}'`
    if (value === present) return sql`${expression} <> '{}'`
    return sql`${value} = ANY(${expression})`
  })
  return sql`(${join(parts, ' OR ')})`
}

/** Short words match the start of a word, longer ones anywhere; both are served by the trigram index. */
function wordPattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return literal.length < 3 ? `% ${literal}%` : `%${literal}%`
}

/** No two records have the same value, and each has one. */
function tellsApart(field: Field | undefined): boolean {
  return field?.unique !== undefined && field.storage.in === 'own' && isAlwaysPresent(field)
}
