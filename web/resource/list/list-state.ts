import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'

/** By address parameter: a field's name, or it with `_from` or `_to`. `null` stands for empty. */
export type Filters = Readonly<Record<string, readonly string[]>>

/** What a list asks for, as the address holds it. */
export interface ListState {
  search: string
  /** In `_sort` notation. */
  sort: string
  filters: Filters
}

/** What the address says, or undefined when it says nothing of the list. Names that mean nothing are passed over. */
export function readAddress(
  params: URLSearchParams,
  fields: FieldMap,
  defaults: ListState,
): ListState | undefined {
  const said = readFilters(params, fields)
  const search = params.get(searchParam)
  const sort = params.get(sortParam)
  const saysNothing = search === null && sort === null && Object.keys(said).length === 0
  if (saysNothing && !params.has(allParam)) return undefined
  return {
    search: search ?? '',
    sort: knownSort(sort, fields) ?? defaults.sort,
    filters: params.has(allParam) ? said : { ...defaults.filters, ...said },
  }
}

/** The address of a state: it says only what is not as usual. Parameters of others stay. */
export function writeAddress(
  state: ListState,
  fields: FieldMap,
  defaults: ListState,
  present: URLSearchParams,
) {
  const params = new URLSearchParams()
  for (const [name, value] of present) {
    if (!ownParams.has(name) && filterField(name, fields) === undefined) params.append(name, value)
  }
  if (state.search !== '') params.set(searchParam, state.search)
  if (state.sort !== defaults.sort) params.set(sortParam, state.sort)
  const keepsUsual = Object.keys(defaults.filters).every((name) => state.filters[name] !== undefined)
  if (!keepsUsual) params.set(allParam, 'sim')
  for (const [name, values] of Object.entries(state.filters)) {
    if (keepsUsual && isSameSet(values, defaults.filters[name] ?? [])) continue
    for (const value of values) params.append(name, value)
  }
  return params
}

/** The filters with one of them changed; without values it goes away. */
export function withFilter(filters: Filters, name: string, values: readonly string[]): Filters {
  const { [name]: _before, ...others } = filters
  return values.length === 0 ? others : { ...others, [name]: values }
}

/** The filters without those of a field, ranges included. */
export function withoutField(filters: Filters, field: string): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name]) => name !== field && name !== `${field}_from` && name !== `${field}_to`,
    ),
  )
}

/**
 * The next order when somebody presses a column's head: ascending, descending, then the usual one. Of amounts, the largest are
 * looked for, so those descend first.
 */
export function nextSort(sort: string, { name, inputType }: Ordered, usual: string): string {
  const ways = inputType === 'money' ? [`-${name}`, name] : [name, `-${name}`]
  const place = ways.indexOf(sort)
  if (place === 1 && !ways.includes(usual)) return usual
  return ways[(place + 1) % 2] as string
}

type Ordered = Pick<FieldDescriptor, 'name' | 'inputType'>

export function isSameState(one: ListState, other: ListState): boolean {
  return one.search === other.search && one.sort === other.sort && isSameFilters(one.filters, other.filters)
}

export function isSameFilters(one: Filters, other: Filters): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => other[name] !== undefined && isSameSet(one[name] ?? [], other[name]))
  )
}

export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value))
}

const searchParam = 'pesquisa'
const sortParam = 'ordem'
/** Says that the usual filters do not stand: only those named do. */
const allParam = 'todos'
const ownParams = new Set([searchParam, sortParam, allParam])

/** Where a list shows all that these words find, whatever its usual filters. */
export function searchAddress(path: string, search: string): string {
  return `${path}?${new URLSearchParams({ [allParam]: 'sim', [searchParam]: search }).toString()}`
}

function readFilters(params: URLSearchParams, fields: FieldMap): Filters {
  const filters: Record<string, string[]> = {}
  for (const [name, value] of params) {
    if (ownParams.has(name) || value === '' || filterField(name, fields) === undefined) continue
    filters[name] = [...(filters[name] ?? []), value]
  }
  return filters
}

/** The field that a parameter constrains, if it is one that may be. */
function filterField(name: string, fields: FieldMap): string | undefined {
  const field = fields[name] ? name : name.replace(/_(from|to)$/, '')
  return fields[field]?.filterable ? field : undefined
}

function knownSort(sort: string | null, fields: FieldMap): string | undefined {
  if (sort === null) return undefined
  const names = sort.split(',').map((part) => part.replace(/^-/, ''))
  return names.every((name) => fields[name]?.sortable || name === 'created_at') ? sort : undefined
}
