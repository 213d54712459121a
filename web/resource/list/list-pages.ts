import { queryOptions } from '@tanstack/react-query'
import { api, type ListParams } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

export const rowsPerPage = 100

/**
 * Query of a page of a list. Page 1 uses the channel of the resource: a newer search aborts the older one, and
 * a reload requests it early. Other pages load in parallel.
 */
export function listPageQuery(resource: string, params: ListParams, page: number) {
  const pageParams = { ...params, page }
  const queryKey = keys.list(resource, pageParams)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      answered(
        await api.list(resource, pageParams, { signal, channel: page === 1 ? resource : queryKey[2] }),
      ),
  })
}

/** Page numbers of a range of rows. */
export function pagesOf(firstRow: number, lastRow: number): number[] {
  const first = Math.floor(Math.max(0, firstRow) / rowsPerPage) + 1
  const last = Math.floor(Math.max(0, lastRow) / rowsPerPage) + 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
