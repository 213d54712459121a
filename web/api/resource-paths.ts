import type { FieldOf, ResourceName } from '@agremia/resources/definitions/index.ts'
import {
  allRecords,
  defaultLimit,
  limitInRange,
  presentationParameters,
} from '@agremia/resources/list-parameters.ts'
import { nestedPath, resourcePath } from '@agremia/resources/paths.ts'

/** The name of a field of the resource, or of any when it is not known. */
export type FieldName<Resource extends string> = Resource extends ResourceName ? FieldOf<Resource> : string
type Ordered<Resource extends string> = FieldName<Resource> | 'created_at'
type Sorted<Field extends string> = Field | `-${Field}`
type Filtered<Field extends string> = Field | 'id' | `${Field}_from` | `${Field}_to`

export interface ListParams<Resource extends string = string> {
  page?: number
  /** Rows per page: 100 when absent, -1 for all. */
  limit?: number
  /** `name` or `-name`, several separated by commas. */
  sort?: Sorted<Ordered<Resource>> | `${Sorted<Ordered<Resource>>},${string}`
  search?: string
  /** The fields to read besides the system fields; all fields when absent. */
  columns?: readonly FieldName<Resource>[] | undefined
  /** Constraints by field, without the underscore. An array matches any of its values, `null` matches empty. */
  where?: { readonly [Field in Filtered<Ordered<Resource>>]?: Constraint }
  /** Lists only records of this parent. */
  parent?: Parent
}

export type Constraint = string | number | boolean | null | undefined | readonly (string | number)[]

export interface Parent {
  resource: string
  id: string
}

/**
 * The query string of a list. Parameters are in a fixed order, so that equal lists have equal URLs (cache
 * keys).
 */
export function listQueryString(params: ListParams): string {
  const query = new URLSearchParams({
    _page: String(params.limit === allRecords ? 1 : (params.page ?? 1)),
    _limit: String(limitInRange(params.limit ?? defaultLimit)),
    _sort: params.sort ?? '-created_at',
  })
  if (params.columns) query.set('_columns', params.columns.join(','))
  const search = params.search?.trim()
  if (search) query.set('_search', search)
  for (const [field, value] of Object.entries(params.where ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(`_${field}`, String(one))
  }
  return query.toString()
}

/**
 * The filters and search of a list, without page, order and columns; bulk calls accept it instead of a list of
 * ids.
 */
export function listQueryObject(params: ListParams): Record<string, string[]> {
  const query: Record<string, string[]> = {}
  for (const [name, value] of new URLSearchParams(listQueryString(params))) {
    if (!presentationParameters.has(name)) query[name] = [...(query[name] ?? []), value]
  }
  return query
}

/** Path of a collection relative to `/api/`, nested under its parent if any: `member_states`. */
export function collectionPath(resource: string, parent?: Parent): string {
  return parent ? nestedPath(parent.resource, parent.id, resource) : resourcePath(resource)
}

/** Path and query of a list, relative to `/api/`. */
export function listPath(resource: string, params: ListParams): string {
  return `${collectionPath(resource, params.parent)}?${listQueryString(params)}`
}
