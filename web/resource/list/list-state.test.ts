import { describe, expect, it } from 'vitest'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import {
  nextSort,
  readAddress,
  withFilter,
  withoutField,
  writeAddress,
  type ListState,
} from './list-state.ts'

const usual: ListState = { search: '', sort: 'memberNumber', filters: { stateId: ['a', 'b'] } }
const plain: ListState = { ...usual, filters: {} }

describe('the address of a list', () => {
  it.each<[string, ListState]>([
    ['a search', { ...usual, search: 'joão silva' }],
    ['another order', { ...usual, sort: '-name' }],
    ['several values of a filter', { ...usual, filters: { stateId: ['a'], categoryId: ['x', 'y'] } }],
    ['empty values', { ...usual, filters: { categoryId: ['null'] } }],
    [
      'a range',
      { ...usual, filters: { admissionDate_from: ['2020-01-01'], admissionDate_to: ['2021-01-01'] } },
    ],
    ['no filter at all, against the usual', { ...usual, filters: {} }],
  ])('brings back %s', (_what, state) => {
    const address = writeAddress(state, fields, usual, new URLSearchParams())
    expect(readAddress(new URLSearchParams(address.toString()), fields, usual)).toEqual(state)
  })

  it('says nothing of what is as usual', () => {
    expect(writeAddress(usual, fields, usual, new URLSearchParams()).toString()).toBe('')
    expect(readAddress(new URLSearchParams(), fields, usual)).toBeUndefined()
  })

  it('leaves out the filters that stand anyway', () => {
    const state = { ...usual, search: 'ana', filters: { ...usual.filters, categoryId: ['x'] } }
    expect(writeAddress(state, fields, usual, new URLSearchParams()).toString()).toBe(
      'pesquisa=ana&categoryId=x',
    )
  })

  it('keeps the parameters of others and forgets its own old ones', () => {
    const present = new URLSearchParams('separador=2&pesquisa=ana&categoryId=x')
    expect(writeAddress(plain, fields, plain, present).toString()).toBe('separador=2')
  })

  it('passes over fields that are unknown or cannot be filtered, and unknown orders', () => {
    const address = new URLSearchParams('nothing=1&name=x&ordem=secret&categoryId=x')
    expect(readAddress(address, fields, plain)).toEqual({
      search: '',
      sort: 'memberNumber',
      filters: { categoryId: ['x'] },
    })
  })
})

describe('filters', () => {
  it('go away when they have no value', () => {
    expect(withFilter({ a: ['1'], b: ['2'] }, 'a', [])).toEqual({ b: ['2'] })
  })

  it('of a field go away with its range', () => {
    expect(withoutField({ day_from: ['1'], day_to: ['2'], dayOff: ['3'] }, 'day')).toEqual({ dayOff: ['3'] })
  })
})

describe('the order', () => {
  it('goes up, down, and back to the usual one', () => {
    const name = field('name')
    expect(nextSort('memberNumber', name, 'memberNumber')).toBe('name')
    expect(nextSort('name', name, 'memberNumber')).toBe('-name')
    expect(nextSort('-name', name, 'memberNumber')).toBe('memberNumber')
  })

  it('of amounts begins with the largest', () => {
    const debt = { name: 'balance', inputType: 'money' } as const
    expect(nextSort('name', debt, 'name')).toBe('-balance')
    expect(nextSort('-balance', debt, 'name')).toBe('balance')
    expect(nextSort('balance', debt, 'name')).toBe('name')
  })

  it('of the usual column only turns', () => {
    const memberNumber = field('memberNumber')
    expect(nextSort('memberNumber', memberNumber, 'memberNumber')).toBe('-memberNumber')
    expect(nextSort('-memberNumber', memberNumber, 'memberNumber')).toBe('memberNumber')
  })
})

const fields: FieldMap = {
  name: field('name', { sortable: true }),
  memberNumber: field('memberNumber', { sortable: true }),
  stateId: field('stateId', { filterable: true }),
  categoryId: field('categoryId', { filterable: true }),
  admissionDate: field('admissionDate', { filterable: true, sortable: true }),
  secret: field('secret'),
}

function field(name: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor {
  return { name, type: 'string', validation: [], label: name, group: '', inputType: 'text', ...more }
}
