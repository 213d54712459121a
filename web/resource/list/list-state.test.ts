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

const defaults: ListState = { search: '', sort: 'memberNumber', filters: { stateId: ['a', 'b'] } }
const plain: ListState = { ...defaults, filters: {} }

describe('the address of a list', () => {
  it.each<[string, ListState]>([
    ['a search', { ...defaults, search: 'joão silva' }],
    ['another order', { ...defaults, sort: '-name' }],
    ['several values of a filter', { ...defaults, filters: { stateId: ['a'], categoryId: ['x', 'y'] } }],
    ['empty values', { ...defaults, filters: { categoryId: ['null'] } }],
    [
      'a range',
      { ...defaults, filters: { admissionDate_from: ['2020-01-01'], admissionDate_to: ['2021-01-01'] } },
    ],
    ['no filter, against default filters', { ...defaults, filters: {} }],
  ])('restores %s', (_what, state) => {
    const address = writeAddress(state, fields, defaults, new URLSearchParams())
    expect(readAddress(new URLSearchParams(address.toString()), fields, defaults)).toEqual(state)
  })

  it('contains no default values', () => {
    expect(writeAddress(defaults, fields, defaults, new URLSearchParams()).toString()).toBe('')
    expect(readAddress(new URLSearchParams(), fields, defaults)).toBeUndefined()
  })

  it('omits default filters', () => {
    const state = { ...defaults, search: 'ana', filters: { ...defaults.filters, categoryId: ['x'] } }
    expect(writeAddress(state, fields, defaults, new URLSearchParams()).toString()).toBe(
      'pesquisa=ana&categoryId=x',
    )
  })

  it('keeps foreign parameters and replaces its own', () => {
    const present = new URLSearchParams('separador=2&pesquisa=ana&categoryId=x')
    expect(writeAddress(plain, fields, plain, present).toString()).toBe('separador=2')
  })

  it('ignores unknown and unfilterable fields, and unknown orders', () => {
    const address = new URLSearchParams('nothing=1&name=x&ordem=secret&categoryId=x')
    expect(readAddress(address, fields, plain)).toEqual({
      search: '',
      sort: 'memberNumber',
      filters: { categoryId: ['x'] },
    })
  })
})

describe('filters', () => {
  it('are removed without values', () => {
    expect(withFilter({ a: ['1'], b: ['2'] }, 'a', [])).toEqual({ b: ['2'] })
  })

  it('of a field are removed with its range', () => {
    expect(withoutField({ day_from: ['1'], day_to: ['2'], dayOff: ['3'] }, 'day')).toEqual({ dayOff: ['3'] })
  })
})

describe('the order', () => {
  it('cycles through ascending, descending and default', () => {
    const name = field('name')
    expect(nextSort('memberNumber', name, 'memberNumber')).toBe('name')
    expect(nextSort('name', name, 'memberNumber')).toBe('-name')
    expect(nextSort('-name', name, 'memberNumber')).toBe('memberNumber')
  })

  it('of amounts starts descending', () => {
    const debt = { name: 'balance', inputType: 'money' } as const
    expect(nextSort('name', debt, 'name')).toBe('-balance')
    expect(nextSort('-balance', debt, 'name')).toBe('balance')
    expect(nextSort('balance', debt, 'name')).toBe('name')
  })

  it('of the default column toggles', () => {
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
