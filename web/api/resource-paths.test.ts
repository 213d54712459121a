import { expect, it } from 'vitest'
import { listQueryString } from './resource-paths.ts'

it.each([
  [undefined, 100],
  [0, 1],
  [-5, 1],
  [50, 50],
  [500, 500],
  [501, 500],
  [-1, -1],
])('a limit of %o becomes %o', (limit, clamped) => {
  expect(new URLSearchParams(listQueryString({ limit })).get('_limit')).toBe(String(clamped))
})

it('limit -1 requests page 1', () => {
  expect(listQueryString({ limit: -1, page: 4 })).toBe('_page=1&_limit=-1&_sort=-created_at')
})
