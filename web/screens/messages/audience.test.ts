import { expect, it } from 'vitest'
import { arrivingAudience, queryOf, searchOf } from './audience.ts'

it('an audience is a search of the members list, and comes back from it as it was', () => {
  const query = { _search: ['silva'], _categoryId: ['a', 'b'], _admissionDate_from: ['2020-01-01'] }
  const said = searchOf(query)
  expect(said).toEqual({
    search: 'silva',
    filters: { categoryId: ['a', 'b'], admissionDate_from: ['2020-01-01'] },
  })
  expect(queryOf(said)).toEqual(query)
  expect(queryOf({ search: '  ', filters: {} })).toEqual({})
})

it('an address that brings nothing along brings no audience', () => {
  expect(arrivingAudience(null)).toBeUndefined()
  expect(arrivingAudience({ audience: { ids: ['a'] } })).toEqual({ ids: ['a'] })
})
