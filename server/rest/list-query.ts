import type { Caller, FieldReader, HiddenKinds } from '@agremia/resources/access.ts'
import { decide, isStaff } from '@agremia/resources/access.ts'
import { hasScope } from '@agremia/resources/api-scopes.ts'
import { coerce } from '@agremia/resources/coerce.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { searchWords } from '@agremia/resources/rules/fold.ts'
import { badRequest } from '../errors.ts'
import { emptyValue, presentValue, defaultLimit, maxLimit } from '@agremia/resources/list-parameters.ts'
import { pageNumber, parseLimit, unknownParameter } from './query-parameters.ts'
import type { Filter, Plan } from './plan.ts'
import { planFor } from './scope.ts'

const maxSearchLength = 200
const maxWords = 8

/** Filter value that matches any value. */
export const present = Symbol('present')

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
  /** Kinds of fields that the search does not find. */
  hidden?: HiddenKinds
  /** Whether the search ignores the withheld fields of protected people. */
  protectsPeople?: true
  /** Set when the search is a number that may be the value of the definition's `exact` field. */
  exact?: number
  filters: Filter[]
  /** Requested fields in their order; empty means all. */
  columns: string[]
}

type Parameters = Record<string, unknown>

export interface QueryContext {
  caller: Pick<Caller, 'role' | 'scopes' | 'hidden' | 'protectsPeople'>
  today: string
  /** Of all resources, for filters by fields of referenced records. */
  plans: ReadonlyMap<string, Plan>
  /** Parameters that the route reads itself. */
  others?: readonly string[]
}

/**
 * Parses `_page`, `_limit`, `_sort`, `_search`, `_columns` and `_{field}` filters, where `_{reference}.{field}` filters by a field of the
 * referenced record. Throws 400 that names an unknown or invalid parameter.
 */
export function parseListQuery(plan: Plan, parameters: Parameters, context: QueryContext): ListQuery {
  const { caller } = context
  // Resources that are read by name are returned whole by default.
  const limit = plan.definition.kind === 'byName' ? maxLimit : defaultLimit
  const query: ListQuery = { page: 1, limit, orders: [], words: [], filters: [], columns: [] }
  if (caller.hidden) query.hidden = caller.hidden
  if (caller.protectsPeople) query.protectsPeople = true
  const readable = (name: string) => readableField(plan, name, caller)
  for (const [parameter, given] of Object.entries(parameters)) {
    if (context.others?.includes(parameter)) continue
    const values = (Array.isArray(given) ? given : [given]).map(String)
    const last = values.at(-1) ?? ''
    if (parameter === '_page') query.page = pageNumber(last)
    else if (parameter === '_limit') query.limit = parseLimit(last)
    else if (parameter === '_sort') query.orders = parseSort(last, readable)
    else if (parameter === '_search') Object.assign(query, parseSearch(plan, last))
    else if (parameter === '_columns') query.columns = parseColumns(values, listedFields(plan, caller))
    else query.filters.push(parseFilter(plan, parameter, values, context))
  }
  const { hides } = plan.definition.list ?? {}
  if (hides !== undefined && isStaff(context.caller) && !query.filters.some(({ field }) => field === hides))
    query.filters.push({ field: hides, operator: 'in', values: [false] })
  return query
}

function readableField(plan: Plan, name: string, reader: FieldReader): Field | 'system' | undefined {
  if (!Object.hasOwn(plan.expressions, name)) return undefined
  const field = plan.definition.fields[name]
  if (!field) return 'system'
  return mayReadField(field, reader) && !field.detail ? field : undefined
}

/** Whether lists of the resource can be filtered by the field. */
export function isFilterable({ expressions, definition }: Plan, name: string): boolean {
  const field = definition.fields[name]
  return Object.hasOwn(expressions, name) && field?.column !== 'json' && !field?.detail
}

/** Whether filters of the field have limits: `_{field}_from`, `_{field}_to`. */
export function isRanged({ column }: Pick<Field, 'column'>): boolean {
  return ['integer', 'cents', 'date', 'instant'].includes(column)
}

/** Names of the fields that the reader sees in lists of the resource. */
export function listedFields({ definition, columns }: Plan, reader: FieldReader): string[] {
  const keys = new Set(columns(reader, 'list').map(({ key }) => key))
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
    if (!found || (found !== 'system' && !isOrderable(found)))
      throw badRequest(`_sort: não é possível ordenar por «${field.slice(0, 60)}».`)
    return { field, descending }
  })
}

/** Whether lists can be sorted by the field. */
export function isOrderable(field: Field): boolean {
  return field.column !== 'list' && field.column !== 'json' && !field.sealed
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

function parseFilter(plan: Plan, parameter: string, values: string[], context: QueryContext): Filter {
  if (!parameter.startsWith('_')) throw unknownParameter(parameter)
  const name = parameter === '_id' ? '_id' : parameter.slice(1)
  const [reference = '', ...rest] = name.split('.')
  if (rest.length !== 1) return filterOf(plan, parameter, { name, values, context })
  const referred = referredPlan(plan, reference, context)
  if (!referred) throw unknownParameter(parameter)
  const filter = filterOf(referred, parameter, { name: String(rest), values, context })
  return { field: reference, operator: 'in', values: [], referred: { plan: referred, filter } }
}

/** The plan of the resource that a field refers to. Undefined unless the caller may read all its records, since filters tell what they have. */
function referredPlan(plan: Plan, name: string, { caller, plans }: QueryContext): Plan | undefined {
  const field = readableField(plan, name, caller)
  const referred = field && field !== 'system' && field.reference ? plans.get(field.reference) : undefined
  if (!referred) return undefined
  const { name: resource, access } = referred.definition
  const readsAll = decide(access, 'read', { id: null, name: '', personId: null, ...caller }) === true
  return readsAll && hasScope(caller, resource, 'read') ? planFor(referred, 'list', caller) : undefined
}

function filterOf(
  plan: Plan,
  parameter: string,
  { name, values, context }: { name: string; values: string[]; context: QueryContext },
): Filter {
  const unknown = () => unknownParameter(parameter)
  const readable = (field: string) => readableField(plan, field, context.caller)
  const exact = readable(name)
  const ranged = /^(.+)_(from|to)$/.exec(name)
  const field = exact ? name : ranged?.[1]
  const found = field === undefined ? undefined : readable(field)
  if (!found || field === undefined) throw unknown()
  const described = found === 'system' ? (field === '_id' ? idField : systemField) : found
  const operator = exact ? 'in' : (ranged?.[2] as Filter['operator'])
  if (operator !== 'in' && !isRanged(described)) throw unknown()
  return {
    field,
    operator,
    values: values.map((value) => filterValue(parameter, value, described, operator, context.today)),
  }
}

function filterValue(
  parameter: string,
  given: string,
  field: Field,
  operator: Filter['operator'],
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
