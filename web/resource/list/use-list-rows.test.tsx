import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { ListParams } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { fakeServer, jsonResponse, resetBrowser } from '../../api/testing.ts'
import { useListRows } from './use-list-rows.ts'

beforeEach(() => {
  resetBrowser()
  queryClient.clear()
})

/** Rows of members whose list without a search is shown; searches wait until they are answered. */
async function renderRows() {
  const answer = Promise.withResolvers<void>()
  const { requests } = fakeServer(async ({ path }) => {
    const isSearch = path.includes('_search=')
    if (isSearch) await answer.promise
    return jsonResponse({ data: [], meta: { total: isSearch ? 1 : 5, page: 1, limit: 100 } })
  })
  const { result, rerender } = renderHook((params: ListParams) => useListRows('members', params), {
    initialProps: {},
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  await waitFor(() => expect(result.current.total).toBe(5))
  return { requests, rows: result, rerender, answerSearches: () => act(async () => answer.resolve()) }
}

it('a search that waits for its answer is not aborted when the rows shown meanwhile are read again', async () => {
  const { requests, rows, rerender, answerSearches } = await renderRows()
  rerender({ search: 'ana' })
  await waitFor(() => expect(requests).toHaveLength(2))
  act(() => void queryClient.invalidateQueries({ queryKey: keys.lists('members') }))
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false, false])
  expect([rows.current.error, rows.current.total]).toEqual([null, 5])
  await answerSearches()
  await waitFor(() => expect(rows.current.total).toBe(1))
})

it('a newer search aborts one that waits for its answer', async () => {
  const { requests, rows, rerender, answerSearches } = await renderRows()
  rerender({ search: 'a' })
  await waitFor(() => expect(requests).toHaveLength(2))
  rerender({ search: 'ana' })
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  await answerSearches()
  await waitFor(() => expect([rows.current.error, rows.current.total]).toEqual([null, 1]))
})
