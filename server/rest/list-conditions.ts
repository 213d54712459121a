import type { Constraint } from '@agremia/resources/access.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { unfindable } from '@agremia/resources/rules/fold.ts'
import { present, type ListQuery } from './list-query.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'

/** A condition and its values, numbered from `$1`. */
export interface Where {
  sql: string
  values: unknown[]
}

/** Conditions of a list: filters, search words, what the caller may see, and the parent. */
export function whereOf(
  plan: Plan,
  query: Pick<ListQuery, 'filters' | 'words'>,
  constraint: Constraint,
): Where {
  const values: unknown[] = []
  const parts: string[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  for (const [field, wanted] of Object.entries(constraint)) {
    parts.push(anyOf(plan.expressions[field] as string, Array.isArray(wanted) ? [...wanted] : [wanted], bind))
  }
  for (const { field, operator, values: wanted } of query.filters) {
    const expression = plan.expressions[field] as string
    const described = plan.definition.fields[field]
    if (operator === 'in' && described?.column === 'list') parts.push(anyElement(expression, wanted, bind))
    else if (field === '_id' && wanted.length > 1) parts.push(`${expression} = ANY(${bind(wanted)}::uuid[])`)
    else if (operator === 'in') parts.push(anyOf(expression, wanted, codesOf(described) ?? bind))
    else
      for (const value of wanted)
        parts.push(`${expression} ${operator === 'from' ? '>=' : '<='} ${bind(value)}`)
  }
  parts.push(...foundWords(plan, query.words, bind))
  return { sql: parts.length > 0 ? parts.join(' AND ') : 'true', values }
}

/** The order of a list. It ends with the id, or with a value that no two records share, so that pages never overlap. */
export function orderOf(plan: Plan, query: Pick<ListQuery, 'orders' | 'exact'>): string {
  const given = query.orders.length > 0 ? query.orders : [{ field: 'created_at', descending: true }]
  const parts: string[] = []
  const exact = plan.definition.list?.exact
  if (exact && query.exact !== undefined) parts.push(`(${plan.expressions[exact]} = ${query.exact}) DESC`)
  for (const { field, descending } of given) {
    // Empty values come last both ways. Saying so of a column that is never empty would lose the use of its index.
    const described = plan.definition.fields[field]
    const mayBeEmpty = described && !isAlwaysPresent(described)
    for (const key of plan.ranks[field]?.keys ?? [plan.expressions[field]])
      parts.push(`${key}${descending ? ` DESC${mayBeEmpty ? ' NULLS LAST' : ''}` : ''}`)
  }
  if (!given.some(({ field }) => tellsApart(plan.definition.fields[field])))
    parts.push(`t.id${given.at(-1)?.descending ? ' DESC' : ''}`)
  return parts.join(', ')
}

/** Each word is in the record's own search text, or in that of the record where the definition says to look too. */
function foundWords(plan: Plan, words: string[], bind: (value: unknown) => string): string[] {
  if (words.includes(unfindable)) return ['false']
  const via = plan.definition.list?.searchIn
  const patterns = words.map((word) => bind(wordPattern(word)))
  if (!via) return patterns.map((pattern) => `t.search_text LIKE ${pattern}`)
  const table = tableOf(getDefinition(plan.definition.fields[via]?.reference ?? ''))
  const there = (conditions: string[]) =>
    `t.${columnOf(via)} IN (SELECT s.id FROM ${table} s WHERE ${conditions.join(' AND ')})`
  const inThere = (pattern: string) => `s.search_text LIKE ${pattern}`
  if (plan.searchable.length > 0)
    return patterns.map((pattern) => `(t.search_text LIKE ${pattern} OR ${there([inThere(pattern)])})`)
  return patterns.length > 0 ? [there(patterns.map(inThere))] : []
}

/**
 * Codes of choices are written out: they are few, so the statement can be planned once, and for what they mean. Undefined
 * for fields of other kinds.
 */
function codesOf(field: Field | undefined): ((value: unknown) => string) | undefined {
  if (field?.column !== 'text' || !field.options?.every(({ value }) => /^\w+$/.test(value))) return undefined
  const codes = new Set<unknown>(field.options.map(({ value }) => value))
  // Nothing is equal to NULL.
  return (value) => (codes.has(value) ? `'${String(value)}'` : 'NULL')
}

function anyOf(expression: string, wanted: unknown[], bind: (value: unknown) => string): string {
  const parts = []
  if (wanted.includes(null)) parts.push(`${expression} IS NULL`)
  if (wanted.includes(present)) parts.push(`${expression} IS NOT NULL`)
  const given = wanted.filter((value) => value !== null && value !== present)
  if (given.length === 1) parts.push(`${expression} = ${bind(given[0])}`)
  if (given.length > 1) parts.push(`${expression} IN (${given.map(bind).join(', ')})`)
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`
}

function anyElement(expression: string, wanted: unknown[], bind: (value: unknown) => string): string {
  const parts = wanted.map((value) => {
    if (value === null || value === present) return `${expression} ${value === null ? '=' : '<>'} '{}'`
    return `${bind(value)} = ANY(${expression})`
  })
  return `(${parts.join(' OR ')})`
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
