import { expect, it } from 'vitest'
import { showsEnded } from './debt-filters.ts'

it.each([
  [{}, 'some'],
  [{ status: ['open', 'partial'] }, 'none'],
  [{ status: ['paid'] }, 'none'],
  [{ status: ['exempt'] }, 'only'],
  [{ status: ['cancelled', 'exempt'] }, 'only'],
  [{ status: ['open', 'cancelled'] }, 'some'],
])('knows what a list that is filtered to %j shows of what ended: %s', (filters, shown) => {
  expect(showsEnded(filters)).toBe(shown)
})
