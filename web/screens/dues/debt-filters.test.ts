import { expect, it } from 'vitest'
import { showsEnded } from './debt-filters.ts'

it.each([
  [{}, 'some'],
  [{ status: ['open', 'partial'] }, 'none'],
  [{ status: ['paid'] }, 'none'],
  [{ status: ['exempt'] }, 'only'],
  [{ status: ['cancelled', 'exempt'] }, 'only'],
  [{ status: ['open', 'cancelled'] }, 'some'],
])('a list filtered to %j shows cancelled and waived charges: %s', (filters, shown) => {
  expect(showsEnded(filters)).toBe(shown)
})
