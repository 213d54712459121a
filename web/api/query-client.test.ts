import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { pageByPageQuery } from './query-client.ts'

it('each fetch reads the next page, up to the last one', async () => {
  const requested: number[] = []
  const query = pageByPageQuery<number>(['numbers'], async (page) => {
    requested.push(page)
    const data = [1, 2, 3, 4, 5].slice((page - 1) * 2, page * 2)
    return { data, meta: { total: 5, page, limit: 2 } }
  })
  const observer = new InfiniteQueryObserver(new QueryClient(), query)
  const first = await observer.refetch()
  expect(first.data).toEqual({ items: [1, 2], total: 5 })
  await observer.fetchNextPage()
  const last = await observer.fetchNextPage()
  expect(last.data).toEqual({ items: [1, 2, 3, 4, 5], total: 5 })
  expect([requested, last.hasNextPage]).toEqual([[1, 2, 3], false])
})
