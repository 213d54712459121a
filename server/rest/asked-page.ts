import { allRecords, clampLimit, pageNumber } from './list-query.ts'

/** What routes written by hand read of a page. */
export const pageParameters = ['_page', '_limit'] as const

/** Which part of a list is asked for, with what `LIMIT` and `OFFSET` take. Unreadable parameters are a 400. */
export function askedPage({ _page = '1', _limit = '' }: { _page?: string; _limit?: string }) {
  const limit = clampLimit(_limit)
  if (limit === allRecords) return { page: 1, limit, most: null, offset: 0 }
  const page = pageNumber(_page)
  return { page, limit, most: limit, offset: (page - 1) * limit }
}
