import { queryOptions } from '@tanstack/react-query'
import { api, type ListParams } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

export const rowsPerPage = 100

/**
 * One page of a list on screen. Page 1 speaks for the resource: a newer search aborts the older one, and a reload
 * asks for it before anything else. Other pages load side by side.
 */
export function listPageQuery(resource: string, params: ListParams, page: number) {
  const asked = { ...params, page }
  const queryKey = keys.list(resource, asked)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      answered(await api.list(resource, asked, { signal, channel: page === 1 ? resource : queryKey[2] })),
  })
}

/** The pages that hold the rows from one position to another. */
export function pagesOf(firstRow: number, lastRow: number): number[] {
  const first = Math.floor(Math.max(0, firstRow) / rowsPerPage) + 1
  const last = Math.floor(Math.max(0, lastRow) / rowsPerPage) + 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
