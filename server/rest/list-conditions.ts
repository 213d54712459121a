import type { Constraint, HiddenKinds } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { isWithheld } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { noMatchWord } from '@agremia/resources/rules/fold.ts'
import { fiscalYearStartSql } from '../database/fiscal-year.ts'
import { sealedForms } from '../database/sealed-text.ts'
import type { Sql } from '../database/sql.ts'
import { inline, join, literals, raw, sql } from '../database/sql.ts'
import { present, type ListQuery } from './list-query.ts'
import type { Expression, Filter, Plan } from './plan.ts'
import { columnOf, isProtectedSql, tableOf } from './plan.ts'
import type { Clause } from './select-rows.ts'
import { clauseOf, neededJoins } from './select-rows.ts'
import { foldedSql } from '../database/fold.ts'

/** Conditions of a list: filters, search words, and the constraint of caller and parent. */
export function whereOf(
  plan: Plan,
  query: Pick<ListQuery, 'filters' | 'words' | 'hidden' | 'protectsPeople'>,
  constraint: Constraint,
): Clause {
  const aliases = new Set<string>()
  const read = (field: string) => {
    const { sql: expression, alias, among } = plan.expressions[field] as Expression
    aliases.add(alias)
    return among?.(query.filters) ?? expression
  }
  const parts: Sql[] = plan.withheld ? [sql`NOT ${plan.withheld.sql}`] : []
  for (const [field, values] of Object.entries(constraint)) {
    parts.push(anyOf(read(field), Array.isArray(values) ? [...values] : [values]))
  }
  for (const { field, operator, values, referred } of query.filters) {
    const expression = read(field)
    if (referred) {
      parts.push(sql`${expression} IN ${idsMatching(referred)}`)
      continue
    }
    const definitionField = plan.definition.fields[field]
    if (definitionField?.yearOf !== undefined) {
      parts.push(yearCondition(read(definitionField.yearOf), operator, values))
      continue
    }
    if (operator === 'in' && isJoinedWithLimits(query.filters, field, values)) continue
    if (operator === 'in' && definitionField?.column === 'list') parts.push(anyElement(expression, values))
    else if (field === '_id' && values.length > 1) parts.push(sql`${expression} = ANY(${values}::uuid[])`)
    else if (field === '_id' && typeof values[0] === 'string')
      parts.push(sql`${expression} = ${values[0]}::uuid`)
    else if (operator === 'in' && definitionField?.sealed)
      parts.push(
        anyOf(
          expression,
          values.flatMap((one) => (typeof one === 'string' ? sealedForms(one) : [one])),
        ),
      )
    else if (operator === 'in') parts.push(anyOf(expression, values, codesOf(definitionField)))
    else
      for (const value of values) {
        const limit = sql`${expression} ${operator === 'from' ? sql`>=` : sql`<=`} ${value}`
        parts.push(takesEmpty(query.filters, field) ? sql`(${expression} IS NULL OR ${limit})` : limit)
      }
  }
  parts.push(...searchConditions(plan, query))
  return { sql: parts.length > 0 ? join(parts, ' AND ') : sql`true`, aliases }
}

/** The condition of a date by accounting years: limits of days, which use an index. No date is empty. */
function yearCondition(date: Sql, operator: Filter['operator'], years: unknown[]): Sql {
  const since = (year: unknown) => sql`${date} >= ${fiscalYearStartSql(year)}`
  const before = (year: unknown) => sql`${date} < ${fiscalYearStartSql(year)}`
  // Years that no date of the database has are as empty as the first and the last.
  const given = years
    .filter((year) => typeof year === 'number')
    .map((year) => Math.min(9998, Math.max(1, year)))
  if (operator !== 'in')
    return join(
      given.map((year) => (operator === 'from' ? since(year) : before(year + 1))),
      ' AND ',
    )
  if (years.includes(present)) return sql`true`
  const within = given.map((year) => sql`(${since(year)} AND ${before(year + 1)})`)
  return within.length === 0 ? sql`false` : sql`(${join(within, ' OR ')})`
}

/** Whether `null` and limits of the field are filters: the limits then take empty values too. */
function takesEmpty(filters: readonly Filter[], field: string): boolean {
  return filters.some((one) => one.field === field && isOnlyEmpty(one))
}

function isJoinedWithLimits(filters: readonly Filter[], field: string, values: unknown[]): boolean {
  const hasLimits = filters.some((one) => one.field === field && !one.referred && one.operator !== 'in')
  return hasLimits && isOnlyEmpty({ operator: 'in', values })
}

function isOnlyEmpty({ operator, values, referred }: Omit<Filter, 'field'>): boolean {
  return operator === 'in' && !referred && values.length === 1 && values[0] === null
}

/** A subquery of the ids of the records that satisfy a filter. */
function idsMatching({ plan, filter }: { plan: Plan; filter: Filter }): Sql {
  const where = whereOf(plan, { filters: [filter], words: [] }, {})
  return sql`(SELECT t.id FROM ${plan.table} t ${neededJoins(plan, [where])} WHERE ${where.sql})`
}

export interface OrderKey extends Expression {
  /** SQL after the expression: descending, and the place of empty values. */
  direction: Sql
}

/** The order of a list. Ends with the id or another unique value, so that pages do not overlap. */
export function orderKeys(plan: Plan, query: Pick<ListQuery, 'orders' | 'exact'>): OrderKey[] {
  const given = query.orders.length > 0 ? query.orders : [{ field: 'created_at', descending: true }]
  const keys: OrderKey[] = []
  const exact = plan.definition.list?.exact && plan.expressions[plan.definition.list.exact]
  if (exact && query.exact !== undefined)
    keys.push({
      sql: sql`(${exact.sql} = ${inline(query.exact)})`,
      alias: exact.alias,
      direction: sql` DESC`,
    })
  for (const { field, descending } of given) {
    // Empty values come last in both directions. NULLS LAST on a column without NULLs would prevent the use of its index.
    const definitionField = plan.definition.fields[field]
    const mayBeEmpty = definitionField && !isAlwaysPresent(definitionField)
    const direction = raw(descending ? ` DESC${mayBeEmpty ? ' NULLS LAST' : ''}` : '')
    const expressions = plan.ranks[field]?.keys ?? [
      (plan.orders[field] ?? plan.expressions[field]) as Expression,
    ]
    keys.push(...expressions.map((expression) => ({ ...expression, direction })))
  }
  if (!given.some(({ field }) => identifiesRecord(plan.definition.fields[field])))
    keys.push({ sql: sql`t.id`, alias: 't', direction: raw(given.at(-1)?.descending ? ' DESC' : '') })
  return keys
}

/** `orderKeys` as the text after ORDER BY. */
export function orderOf(plan: Plan, query: Pick<ListQuery, 'orders' | 'exact'>): Clause {
  const keys = orderKeys(plan, query)
  return clauseOf(keys.map((key) => ({ ...key, sql: sql`${key.sql}${key.direction}` })))
}

/** Each word must occur in the record's search text, or in that of the `searchIn` record. */
function searchConditions(
  plan: Plan,
  { words, hidden = [], protectsPeople }: Pick<ListQuery, 'words' | 'hidden' | 'protectsPeople'>,
): Sql[] {
  if (words.includes(noMatchWord)) return [sql`false`]
  const given = { hidden, protectsPeople }
  const via = plan.definition.list?.searchIn
  if (!via) return searchSql(plan.definition, { ...given, words, alias: 't' })
  const searched = getDefinition(plan.definition.fields[via]?.reference ?? '')
  const inSearched = (some: readonly string[]) =>
    sql`t.${columnOf(via)} IN (SELECT s.id FROM ${tableOf(searched)} s
      WHERE ${join(searchSql(searched, { ...given, words: some, alias: 's' }), ' AND ')})`
  if (plan.searchable.length > 0)
    return words.map(
      (word) =>
        sql`(${join(searchSql(plan.definition, { ...given, words: [word], alias: 't' }), ' AND ')} OR ${inSearched([word])})`,
    )
  return words.length > 0 ? [inSearched(words)] : []
}

interface Search {
  words: readonly string[]
  hidden: HiddenKinds
  protectsPeople: true | undefined
  /** The alias of the searched table. */
  alias: string
}

/** SQL: each word occurs in the search text of a record, outside of the values of hidden fields, and of withheld ones of protected people. */
export function searchSql(definition: Definition, { words, hidden, protectsPeople, alias }: Search): Sql[] {
  const { fields } = definition
  const text = sql`${raw(alias)}.search_text`
  const searchable = Object.entries(fields).filter(([, field]) => field.searchable)
  const valueOf = ([name, { storage }]: [string, Field]) =>
    storage.in === 'through'
      ? sql`(SELECT h.${columnOf(name)} FROM ${tableOf(getDefinition(storage.resource))} h WHERE h.id = ${raw(alias)}.${columnOf(storage.via)})`
      : sql`${raw(alias)}.${columnOf(name)}`
  const values = searchable
    .filter(([, { confidential }]) => confidential !== undefined && hidden.includes(confidential))
    .map(valueOf)
  let visible = text
  for (const value of values) visible = sql`replace(${visible}, coalesce(lower(${value}), ''), ' ')`
  const shown = searchable.filter(([name, { storage }]) => {
    const source = storage.in === 'through' ? getDefinition(storage.resource) : definition
    return !isWithheld(source, name)
  })
  const withholds = protectsPeople === true && shown.length < searchable.length
  const shownWords =
    shown.length > 0 ? foldedSql(sql`concat_ws(' ', ${join(shown.map(valueOf), ', ')})`) : sql`''`
  return words.map(wordPattern).flatMap((pattern) => [
    sql`${text} LIKE ${pattern}`,
    // The index finds candidates by the whole text.
    ...(values.length > 0 ? [sql`${visible} LIKE ${pattern}`] : []),
    ...(withholds
      ? [sql`(NOT ${isProtectedSql(definition, alias)} OR ' ' || ${shownWords} LIKE ${pattern})`]
      : []),
  ])
}

/**
 * Writes codes of choices as literals, so that statements with the same codes can be prepared and are planned for these values.
 * Undefined for other fields.
 */
function codesOf(field: Field | undefined): ((value: unknown) => Sql) | undefined {
  if (field?.column !== 'text' || !field.options?.every(({ value }) => /^\w+$/.test(value))) return undefined
  const codes = new Set<unknown>(field.options.map(({ value }) => value))
  // An unknown code matches nothing: comparison with NULL is never true.
  return (value) => (codes.has(value) ? literals([String(value)]) : sql`NULL`)
}

function anyOf(
  expression: Sql,
  values: unknown[],
  write: (value: unknown) => unknown = (value) => value,
): Sql {
  const parts: Sql[] = []
  if (values.includes(null)) parts.push(sql`${expression} IS NULL`)
  if (values.includes(present)) parts.push(sql`${expression} IS NOT NULL`)
  const given = values.filter((value) => value !== null && value !== present)
  if (given.length === 1) parts.push(sql`${expression} = ${write(given[0])}`)
  if (given.length > 1) parts.push(sql`${expression} IN (${join(given.map(write), ', ')})`)
  return parts.length === 0 ? sql`false` : sql`(${join(parts, ' OR ')})`
}

function anyElement(expression: Sql, values: unknown[]): Sql {
  const parts = values.map((value) => {
    if (value === null) return sql`${expression} = '{}'`
    if (value === present) return sql`${expression} <> '{}'`
    return sql`${value} = ANY(${expression})`
  })
  return sql`(${join(parts, ' OR ')})`
}

/** LIKE pattern of a word. Words below three characters match only at the start of a word; both use the trigram index. */
function wordPattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return literal.length < 3 ? `% ${literal}%` : `%${literal}%`
}

/** Whether every record has a value of this field and no two the same. */
function identifiesRecord(field: Field | undefined): boolean {
  return field?.unique !== undefined && field.storage.in === 'own' && isAlwaysPresent(field)
}
