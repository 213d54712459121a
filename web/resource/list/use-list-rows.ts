import { useCallback, useState } from 'react'
import { useThrottledValue } from '@mantine/hooks'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListParams, StoredRecord } from '../../api/client.ts'
import { listPageQuery, pagesOf, rowsPerPage } from './list-pages.ts'

const scrollThrottle = 200
/** Rows beyond the window that are asked for before they are seen. */
const ahead = 30

export interface RowRange {
  from: number
  to: number
}

export interface ListRows {
  resource: string
  /** Undefined until the first answer. */
  total: number | undefined
  /** Of the whole search, by field; undefined where nothing is added up. */
  sums: Readonly<Record<string, number>> | undefined
  rowAt: (index: number) => StoredRecord | undefined
  /** Tells which rows are in sight, so that their pages are asked for. */
  look: (sight: RowRange) => void
  /** All records from one position to another, also of rows never seen. */
  recordsBetween: (range: RowRange) => Promise<StoredRecord[]>
  /** Rows of the search before stand while the new one is awaited. */
  isAwaiting: boolean
  error: Error | null
  retry: () => void
  /** The search whose rows are shown. */
  shown: ListParams
}

/**
 * The rows of a list, by position. Only the pages in sight are asked for, wherever one scrolls to, so that 10 and
 * 100 000 rows cost the same. `params` must be the same object for as long as it says the same.
 */
export function useListRows(resource: string, params: ListParams): ListRows {
  const client = useQueryClient()
  const first = useQuery(listPageQuery(resource, params, 1))
  const shown = useAnswered(params, first.data !== undefined)
  const [seen, setSeen] = useState('1')
  const pages = useThrottledValue(seen, scrollThrottle).split(' ').map(Number)
  const cached = (page: number) => client.getQueryData(listPageQuery(resource, shown, page).queryKey)
  const { total, sums } = cached(1)?.meta ?? {}
  const asked = pages.filter((page) => page === 1 || (page - 1) * rowsPerPage < (total ?? 0))
  const answers = useQueries({ queries: asked.map((page) => listPageQuery(resource, shown, page)) })
  // The list is drawn again for what is read here: a page that arrives shows at once.
  const present = new Map(answers.map(({ data }, place) => [asked[place], data]))

  return {
    resource,
    total,
    sums,
    rowAt: (index) => {
      const page = Math.floor(index / rowsPerPage) + 1
      return (present.get(page) ?? cached(page))?.data[index % rowsPerPage]
    },
    look: useCallback(({ from, to }: RowRange) => setSeen(pagesOf(from - ahead, to + ahead).join(' ')), []),
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

/** The last parameters that have an answer, or the present ones when none has. */
function useAnswered(params: ListParams, hasAnswer: boolean): ListParams {
  const [answered, setAnswered] = useState(params)
  if (hasAnswer && answered !== params) setAnswered(params)
  return hasAnswer ? params : answered
}
