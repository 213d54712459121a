import { useThrottledValue } from '@mantine/hooks'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api, type ListParams, type StoredRecord } from '../../api/client.ts'
import { rememberFirstList } from '../../api/early-requests.ts'
import { keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'

const scrollThrottle = 200
/** Rows to prefetch beyond the visible ones. */
const prefetchRows = 30

interface RowRange {
  from: number
  to: number
}

export interface ListRows {
  resource: string
  /** Undefined until the first response. */
  total: number | undefined
  /** Sums of the whole search by field, if any field is summed. */
  sums: Readonly<Record<string, number>> | undefined
  rowAt: (index: number) => StoredRecord | undefined
  /** Sets the visible rows, whose pages are then requested. */
  look: (sight: RowRange) => void
  /** Loads the records of a range, also rows never shown. */
  recordsBetween: (range: RowRange) => Promise<StoredRecord[]>
  /** Rows of the previous search are shown while the new one loads. */
  isAwaiting: boolean
  error: Error | null
  retry: () => void
  /** The search whose rows are shown. */
  shown: ListParams
}

/**
 * Rows of a list by position. Requests only the visible pages, so that the cost does not depend on the length.
 * `params` must be a stable object.
 */
export function useListRows(resource: string, params: ListParams): ListRows {
  const client = useQueryClient()
  const first = useQuery(listPageQuery(resource, params, 1))
  const shown = useAnsweredParams(params, first.data !== undefined)
  const [visiblePages, setVisiblePages] = useState('1')
  const pages = useThrottledValue(visiblePages, scrollThrottle).split(' ').map(Number)
  const cached = (page: number) => client.getQueryData(listPageQuery(resource, shown, page).queryKey)
  const { total, sums } = cached(1)?.meta ?? {}
  const requested = pages.filter((page) => page === 1 || (page - 1) * rowsPerPage < (total ?? 0))
  const answers = useQueries({ queries: requested.map((page) => listPageQuery(resource, shown, page)) })
  // Subscribes to these pages, so that the list re-renders when they arrive.
  const loadedPages = new Map(answers.map(({ data }, place) => [requested[place], data]))

  return {
    resource,
    total,
    sums,
    rowAt: (index) => {
      const page = Math.floor(index / rowsPerPage) + 1
      return (loadedPages.get(page) ?? cached(page))?.data[index % rowsPerPage]
    },
    look: useCallback(
      ({ from, to }: RowRange) => setVisiblePages(pagesOf(from - prefetchRows, to + prefetchRows).join(' ')),
      [],
    ),
    recordsBetween: async ({ from, to }) => {
      const between = pagesOf(from, to)
      const loaded = await Promise.all(
        between.map((page) => client.ensureQueryData(listPageQuery(resource, shown, page))),
      )
      const offset = ((between[0] ?? 1) - 1) * rowsPerPage
      return loaded.flatMap(({ data }) => data).slice(from - offset, to - offset + 1)
    },
    isAwaiting: shown !== params,
    error: first.error ?? answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      void first.refetch()
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
    shown,
  }
}

/** The latest parameters with a response; the given ones if there is none yet. */
function useAnsweredParams(params: ListParams, hasAnswer: boolean): ListParams {
  const [answered, setAnswered] = useState(params)
  if (hasAnswer && answered !== params) setAnswered(params)
  return hasAnswer ? params : answered
}

export const rowsPerPage = 100

/** Query of a page of a list. A reload requests page 1 early. */
export function listPageQuery(resource: string, params: ListParams, page: number) {
  const pageParams = { ...params, page }
  const queryKey = keys.list(resource, pageParams)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      if (page === 1) rememberFirstList(queryKey[2])
      return requireAnswer(await api.list(resource, pageParams, signal))
    },
  })
}

/** Page numbers of a range of rows. */
export function pagesOf(firstRow: number, lastRow: number): number[] {
  const first = Math.floor(Math.max(0, firstRow) / rowsPerPage) + 1
  const last = Math.floor(Math.max(0, lastRow) / rowsPerPage) + 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
