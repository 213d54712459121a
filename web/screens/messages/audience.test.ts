import { expect, it } from 'vitest'
import { readAudience, queryOf, searchOf } from './audience.ts'

it('an audience query round-trips through search and filters of the list', () => {
  const query = { _search: ['silva'], _categoryId: ['a', 'b'], _admissionDate_from: ['2020-01-01'] }
  const search = searchOf(query)
  expect(search).toEqual({
    search: 'silva',
    filters: { categoryId: ['a', 'b'], admissionDate_from: ['2020-01-01'] },
  })
  expect(queryOf(search)).toEqual(query)
  expect(queryOf({ search: '  ', filters: {} })).toEqual({})
})

it('reads the audience from the navigation state; undefined without one', () => {
  expect(readAudience(null)).toBeUndefined()
  expect(readAudience({ audience: { ids: ['a'] } })).toEqual({ ids: ['a'] })
})
