import { allRecords, clampLimit, pageNumber } from './list-query.ts'

/** Query parameters of a page, for hand-written routes. */
export const pageParameters = ['_page', '_limit'] as const

/** Reads `_page` and `_limit`. `most` and `offset` are the values of LIMIT and OFFSET. Throws 400 when they cannot be read. */
export function askedPage({ _page = '1', _limit = '' }: { _page?: string; _limit?: string }) {
  const limit = clampLimit(_limit)
  if (limit === allRecords) return { page: 1, limit, most: null, offset: 0 }
  const page = pageNumber(_page)
  return { page, limit, most: limit, offset: (page - 1) * limit }
}
