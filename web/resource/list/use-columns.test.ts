import { describe, expect, it } from 'vitest'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { faceOf } from '../../fields/index.ts'
import {
  type ColumnSetup,
  columnTracks,
  completeArrangement,
  listColumns,
  requestedFields,
} from './list-columns.ts'
import { exportQuery } from './export-list.ts'
import { reading } from './reading.ts'
import { moveColumn } from './use-columns.ts'

describe('columns', () => {
  const columns = listColumns(fields(), faceOf, [{ name: 'city', label: 'Terra' }, { name: 'name' }])

  it('are in the screen’s order, then in field order, without hidden fields', () => {
    expect(columns.map(({ id, listed }) => [id, listed])).toEqual([
      ['city', false],
      ['name', true],
      ['debt', true],
    ])
    expect(columns.map(({ label }) => label)).toEqual(['Terra', 'name', 'debt'])
  })

  it('align amounts at the end', () => {
    expect(columns.at(-1)?.align).toBe('end')
  })

  it('move within the ends', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b'])
    expect(moveColumn(['a', 'b', 'c'], 'b', 9)).toEqual(['a', 'c', 'b'])
  })

  it('keep a stored arrangement when fields are added or removed', () => {
    const kept = {
      order: ['gone', 'name', 'city'],
      visible: { city: true, gone: true },
      widths: { name: 20 },
    }
    expect(completeArrangement(kept, columns)).toEqual({
      order: ['name', 'city', 'debt'],
      visible: { city: true, name: true, debt: true },
      widths: { name: 20 },
    })
  })

  it('share the free space, except sized ones', () => {
    const shown = columns.map((column) => ({ ...column, width: 10, isSized: column.id === 'name' }))
    expect(columnTracks(shown, true)).toBe('2.75rem minmax(10rem, 10fr) 10rem minmax(10rem, 10fr)')
    expect(columnTracks(shown.slice(1, 2), false)).toBe('10rem minmax(0, 1fr)')
    const preferring = shown.map((column) => ({ ...column, preferredWidth: 19 }))
    expect(columnTracks(preferring, false), 'a sized column has no preferred width').toBe(
      'minmax(clamp(10rem, 10rem + (100% - 30rem) / 2, 19rem), 10fr) 10rem minmax(clamp(10rem, 10rem + (100% - 30rem) / 2, 19rem), 10fr)',
    )
  })

  it('grow to their preferred width: badges share the space that names leave', () => {
    const [city, name] = columns.map((column) => ({
      ...column,
      width: 10,
      isSized: false,
      preferredWidth: 19,
    }))
    if (!city?.field || !name) throw new Error('No columns')
    const badge = { ...city, field: { ...city.field, badge: true }, preferredWidth: 13 }
    expect(columnTracks([badge, name], false)).toBe(
      'minmax(clamp(10rem, 10rem + (100% - 29rem) / 1, 13rem), 10fr) minmax(clamp(10rem, 10rem + (100% - 20rem) / 1, 19rem), 10fr)',
    )
  })
})

describe('requestedFields', () => {
  const fieldsFor = (setups: ColumnSetup[], shown: string[], others: (string[] | undefined)[] = []) =>
    requestedFields(fields(), listColumns(fields(), faceOf, setups), {
      isShown: (id) => shown.includes(id),
      others,
    })

  it('are those that default and visible columns read, without duplicates and unknown names', () => {
    expect(fieldsFor([], [])).toEqual(['debt', 'name'])
    expect(fieldsFor([], ['city', 'name'], [['debt', 'gone', '_id']])).toEqual(['city', 'debt', 'name'])
    const face = { name: 'face', ...reading(['city'], () => null) }
    expect(fieldsFor([face], [])).toEqual(['city', 'debt', 'name'])
  })

  it('are undefined (all) if a cell may read any field', () => {
    expect(fieldsFor([{ name: 'name', Cell: () => null }], [])).toBeUndefined()
    expect(fieldsFor([], [], [undefined])).toBeUndefined()
    expect(fieldsFor([{ name: 'city', Cell: () => null }], []), 'hidden column').toEqual(['debt', 'name'])
  })
})

describe('exportQuery', () => {
  it('has the list’s rows and order, and the visible columns', () => {
    const params = { sort: '-name', search: 'ana', where: { cityId: ['x', 'y'] }, columns: ['city'] }
    expect(exportQuery({ params, columns: ['name', 'debt'], format: 'xlsx' })).toEqual({
      _sort: ['-name'],
      _columns: ['name,debt'],
      _search: ['ana'],
      _cityId: ['x', 'y'],
      format: ['xlsx'],
    })
  })
})

function fields(): FieldMap {
  return {
    name: field('name', { listed: true }),
    city: field('city'),
    secret: field('secret', { hidden: true }),
    photo: field('photo', { inputType: 'image' }),
    debt: field('debt', { listed: true, type: 'float32', inputType: 'money' }),
  }
}

function field(name: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor {
  return { name, type: 'string', validation: [], label: name, group: '', inputType: 'text', ...more }
}
