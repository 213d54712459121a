import type { Role } from '@agremia/resources/access.ts'
import { coerce } from '@agremia/resources/coerce.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { searchWords } from '@agremia/resources/rules/fold.ts'
import { badRequest } from '../errors.ts'
import { emptyValue, presentValue, defaultLimit } from '@agremia/resources/list-parameters.ts'
import { pageNumber, parseLimit, unknownParameter } from './query-parameters.ts'
import type { Plan } from './plan.ts'

const maxSearchLength = 200
const maxWords = 8

type Operator = 'in' | 'from' | 'to'

/** Filter value that matches any value. */
export const present = Symbol('present')

interface Filter {
  field: string
  operator: Operator
  values: unknown[]
}

export interface Order {
  field: string
  descending: boolean
}

/** A parsed and validated list request. */
export interface ListQuery {
  page: number
  limit: number
  orders: Order[]
  words: string[]
  /** Set when the search is a number that may be the value of the definition's `exact` field. */
  exact?: number
  filters: Filter[]
  /** Requested fields in their order; empty means all. */
  columns: string[]
}

type Parameters = Record<string, unknown>

/**
 * Parses `_page`, `_limit`, `_sort`, `_search`, `_columns` and `_{field}` filters. Throws 400 that names an unknown or invalid
 * parameter. `others` are parameters that the route reads itself.
 */
export function parseListQuery(
  plan: Plan,
  parameters: Parameters,
  context: { role: Role; today: string; others?: readonly string[] },
): ListQuery {
  const query: ListQuery = { page: 1, limit: defaultLimit, orders: [], words: [], filters: [], columns: [] }
  const readable = (name: string) => readableField(plan, name, context.role)
  for (const [parameter, given] of Object.entries(parameters)) {
    if (context.others?.includes(parameter)) continue
    const values = (Array.isArray(given) ? given : [given]).map(String)
    const last = values.at(-1) ?? ''
    if (parameter === '_page') query.page = pageNumber(last)
    else if (parameter === '_limit') query.limit = parseLimit(last)
    else if (parameter === '_sort') query.orders = parseSort(last, readable)
    else if (parameter === '_search') Object.assign(query, parseSearch(plan, last))
    else if (parameter === '_columns') query.columns = parseColumns(values, listedFields(plan, context.role))
    else query.filters.push(parseFilter(parameter, values, readable, context.today))
  }
  return query
}

function readableField(plan: Plan, name: string, role: Role): Field | 'system' | undefined {
  if (!Object.hasOwn(plan.expressions, name)) return undefined
  const field = plan.definition.fields[name]
  if (!field) return 'system'
  return mayReadField(field, role) && !field.detail ? field : undefined
}

/** Names of the fields that the role sees in lists of the resource. */
export function listedFields({ definition, columns }: Plan, role: Role): string[] {
  const keys = new Set(columns(role, 'list').map(({ key }) => key))
  return Object.keys(definition.fields).filter((name) => keys.has(name))
}

type Readable = (name: string) => Field | 'system' | undefined

function parseColumns(given: string[], readable: string[]): string[] {
  const names = given.flatMap((each) => each.split(',')).filter(Boolean)
  const unknown = names.find((name) => !readable.includes(name))
  if (unknown !== undefined) throw badRequest(`_columns: não existe a coluna «${unknown.slice(0, 60)}».`)
  return [...new Set(names)]
}

function parseSort(given: string, readable: Readable): Order[] {
  if (given === '') return []
  return given.split(',').map((part) => {
    const descending = part.startsWith('-')
    const field = descending ? part.slice(1) : part
    const found = readable(field)
    if (!found || (found !== 'system' && !orderable(found)))
      throw badRequest(`_sort: não é possível ordenar por «${field.slice(0, 60)}».`)
    return { field, descending }
  })
}

function orderable(field: Field): boolean {
  return field.column !== 'list' && field.column !== 'json'
}

function parseSearch(plan: Plan, given: string): Pick<ListQuery, 'words' | 'exact'> {
  const isSearched = plan.searchable.length > 0 || plan.definition.list?.searchIn !== undefined
  if (given !== '' && !isSearched) throw badRequest('_search: esta lista não tem pesquisa.')
  if (given.length > maxSearchLength) throw badRequest(`_search: no máximo ${maxSearchLength} caracteres.`)
  const words = searchWords(given)
  if (words.length > maxWords) throw badRequest(`_search: no máximo ${maxWords} palavras.`)
  const digits = given.trim()
  const exact = plan.definition.list?.exact && /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
  return { words, exact }
}

const systemField = { column: 'instant', inputType: 'datetime' } as Field
const idField = { column: 'uuid', inputType: 'reference' } as Field

function parseFilter(parameter: string, values: string[], readable: Readable, today: string): Filter {
  const unknown = () => unknownParameter(parameter)
  if (!parameter.startsWith('_')) throw unknown()
  const name = parameter === '_id' ? '_id' : parameter.slice(1)
  const exact = readable(name)
  const ranged = /^(.+)_(from|to)$/.exec(name)
  const field = exact ? name : ranged?.[1]
  const found = field === undefined ? undefined : readable(field)
  if (!found || field === undefined) throw unknown()
  const described = found === 'system' ? (field === '_id' ? idField : systemField) : found
  const operator: Operator = exact ? 'in' : (ranged?.[2] as Operator)
  if (operator !== 'in' && !['integer', 'cents', 'date', 'instant'].includes(described.column))
    throw unknown()
  return {
    field,
    operator,
    values: values.map((value) => filterValue(parameter, value, described, operator, today)),
  }
}

function filterValue(
  parameter: string,
  given: string,
  field: Field,
  operator: Operator,
  today: string,
): unknown {
  if (given === emptyValue && operator === 'in') return null
  if (given === presentValue && operator === 'in' && field !== idField) return present
  if (given.trim() === '') throw badRequest(`${parameter}: falta o valor.`)
  if (field.column === 'instant' && isDate(given)) {
    return operator === 'to' ? `${given}T23:59:59.999Z` : `${given}T00:00:00Z`
  }
  const coerced = coerce(field.column === 'list' ? { ...field, column: 'text' } : field, given, today)
  if ('problem' in coerced || coerced.value === null) {
    throw badRequest(`${parameter}: ${'problem' in coerced ? coerced.problem : 'falta o valor.'}`)
  }
  if (field.column === 'integer' && Math.abs(Number(coerced.value)) > 2_147_483_647)
    throw badRequest(`${parameter}: número demasiado grande.`)
  return coerced.value
}
