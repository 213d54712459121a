import { askingParameters } from '@agremia/resources/list-parameters.ts'

export interface ListParams {
  page?: number
  /** Rows per page: 100 when absent, -1 for all. */
  limit?: number
  /** `name` or `-name`, several separated by commas. */
  sort?: string
  search?: string
  /** The fields to bring of each record, besides those of all records; every field when absent. */
  columns?: readonly string[] | undefined
  /** Constraints by field, without the underscore; several values mean any of them, `null` means empty. */
  where?: Record<string, Constraint>
  /** Lists only what belongs to this record. */
  parent?: Parent
}

export type Constraint = string | number | boolean | null | undefined | readonly (string | number)[]

export interface Parent {
  resource: string
  id: string
}

export const pageSize = 100
const largestPage = 500

/** 0 becomes 1, above 500 becomes 500, -1 means all and nothing means 100: the server clamps alike. */
export function clampLimit(limit: number = pageSize): number {
  if (limit === -1) return -1
  return Math.min(largestPage, Math.max(1, Math.trunc(limit)))
}

/** The query of a list, always in the same order, so that one list has one address. */
export function listQueryString(params: ListParams): string {
  const query = new URLSearchParams({
    _page: String(params.limit === -1 ? 1 : (params.page ?? 1)),
    _limit: String(clampLimit(params.limit)),
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

/** Which records a list asks for, without pages, order and columns, as the object that other calls take in the place of a list of ids. */
export function listQueryObject(params: ListParams): Record<string, string[]> {
  const query: Record<string, string[]> = {}
  for (const [name, value] of new URLSearchParams(listQueryString(params))) {
    if (!askingParameters.has(name)) query[name] = [...(query[name] ?? []), value]
  }
  return query
}
