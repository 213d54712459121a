import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { storeInTab, readFromTab } from '../../api/browser-storage.ts'

/** Filters by URL parameter: a field's name, optionally with `_from` or `_to`. `null` means empty. */
export type Filters = Readonly<Record<string, readonly string[]>>

/** Search, order and filters of a list, as in its address. */
export interface ListState {
  search: string
  /** In `_sort` notation. */
  sort: string
  filters: Filters
}

/** Reads the state from the address; undefined when it contains none. Ignores unknown parameters. */
export function readAddress(
  params: URLSearchParams,
  fields: FieldMap,
  defaults: ListState,
): ListState | undefined {
  const filters = readFilters(params, fields)
  const search = params.get(searchParam)
  const sort = params.get(sortParam)
  const isEmpty = search === null && sort === null && Object.keys(filters).length === 0
  if (isEmpty && !params.has(allParam)) return undefined
  return {
    search: search ?? '',
    sort: knownSort(sort, fields) ?? defaults.sort,
    filters: params.has(allParam) ? filters : { ...defaults.filters, ...filters },
  }
}

/** URL parameters of a state: only what differs from the defaults. Keeps foreign parameters. */
export function writeAddress(
  state: ListState,
  fields: FieldMap,
  defaults: ListState,
  current: URLSearchParams,
) {
  const params = new URLSearchParams()
  for (const [name, value] of current) {
    if (!ownParams.has(name) && filterField(name, fields) === undefined) params.append(name, value)
  }
  if (state.search !== '') params.set(searchParam, state.search)
  if (state.sort !== defaults.sort) params.set(sortParam, state.sort)
  const keepsDefaults = Object.keys(defaults.filters).every((name) => state.filters[name] !== undefined)
  if (!keepsDefaults) params.set(allParam, 'sim')
  for (const [name, values] of Object.entries(state.filters)) {
    if (keepsDefaults && isSameSet(values, defaults.filters[name] ?? [])) continue
    for (const value of values) params.append(name, value)
  }
  return params
}

/** The filters with one of them replaced; removed when it has no values. */
export function withFilter(filters: Filters, name: string, values: readonly string[]): Filters {
  const { [name]: _before, ...others } = filters
  return values.length === 0 ? others : { ...others, [name]: values }
}

/** The filters without those of a field, including ranges. */
export function withoutField(filters: Filters, field: string): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name]) => name !== field && name !== `${field}_from` && name !== `${field}_to`,
    ),
  )
}

/** The next order after a click on a column head: ascending, descending, default. Amounts start descending. */
export function nextSort(sort: string, { name, inputType }: Ordered, defaultSort: string): string {
  const cycle = inputType === 'money' ? [`-${name}`, name] : [name, `-${name}`]
  const place = cycle.indexOf(sort)
  if (place === 1 && !cycle.includes(defaultSort)) return defaultSort
  return cycle[(place + 1) % 2] as string
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
/** Set when the default filters do not apply. */
const allParam = 'todos'
const ownParams = new Set([searchParam, sortParam, allParam])

/** Address of a list with this search, without default filters. */
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

/** The field that a URL parameter filters, if it is filterable. */
function filterField(name: string, fields: FieldMap): string | undefined {
  const field = fields[name] ? name : name.replace(/_(from|to)$/, '')
  return fields[field]?.filterable ? field : undefined
}

function knownSort(sort: string | null, fields: FieldMap): string | undefined {
  if (sort === null) return undefined
  const names = sort.split(',').map((part) => part.replace(/^-/, ''))
  return names.every((name) => fields[name]?.sortable || name === 'created_at') ? sort : undefined
}

/** The person's arrangement of columns. Widths in rem. */
export interface ColumnArrangement {
  order: string[]
  visible: Record<string, boolean>
  widths: Record<string, number>
  /** Ids of the columns that the person chose: they do not give way where the window is narrow. */
  kept?: string[]
}

interface StoredList {
  state?: ListState
  columns?: ColumnArrangement
}

/** State and columns of the list at a path, stored in the tab. */
export function readStoredList(path: string): StoredList {
  return readFromTab<StoredList>(keyOf(path)) ?? {}
}

export function storeList(path: string, part: StoredList): void {
  storeInTab(keyOf(path), { ...readStoredList(path), ...part })
}

function keyOf(path: string): string {
  return `list:${path}`
}

/** Accessible name of a list's search box. */
export function searchLabel(title: string): string {
  return `Pesquisar ${title.toLowerCase()}`
}
