import { describe, expect, it } from 'vitest'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { faceOf } from '../../fields/index.ts'
import { complete } from './arranged-columns.ts'
import { columnTracks } from './column-tracks.ts'
import { exportQuery } from './export-list.ts'
import { askedColumns, listColumns, type ColumnSetup } from './list-columns.ts'
import { reading } from './reading.ts'
import { moved } from './use-columns.ts'

describe('columns', () => {
  const columns = listColumns(fields(), faceOf, [{ name: 'city', label: 'Terra' }, { name: 'name' }])

  it('come in the order of the screen, then in that of the fields, without what cannot be shown', () => {
    expect(columns.map(({ id, listed }) => [id, listed])).toEqual([
      ['city', false],
      ['name', true],
      ['debt', true],
    ])
    expect(columns.map(({ label }) => label)).toEqual(['Terra', 'name', 'debt'])
  })

  it('stand under each other where they are amounts', () => {
    expect(columns.at(-1)?.align).toBe('end')
  })

  it('move to another place, never beyond the ends', () => {
    expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 'b', 9)).toEqual(['a', 'c', 'b'])
  })

  it('keep an old arrangement when fields come and go', () => {
    const kept = {
      order: ['gone', 'name', 'city'],
      visible: { city: true, gone: true },
      widths: { name: 20 },
    }
    expect(complete(kept, columns)).toEqual({
      order: ['name', 'city', 'debt'],
      visible: { city: true, name: true, debt: true },
      widths: { name: 20 },
    })
  })

  it('share the room that is left, except those that somebody gave a width', () => {
    const shown = columns.map((column) => ({ ...column, width: 10, isSized: column.id === 'name' }))
    expect(columnTracks(shown, true)).toBe('2.75rem minmax(10rem, 10fr) 10rem minmax(10rem, 10fr)')
    expect(columnTracks(shown.slice(1, 2), false)).toBe('10rem minmax(0, 1fr)')
    const wishing = shown.map((column) => ({ ...column, wish: 19 }))
    expect(columnTracks(wishing, false), 'a width that was given is no wish any more').toBe(
      'minmax(clamp(10rem, 10rem + (100% - 30rem) / 2, 19rem), 10fr) 10rem minmax(clamp(10rem, 10rem + (100% - 30rem) / 2, 19rem), 10fr)',
    )
  })
})

describe('what a list asks for', () => {
  const asked = (setups: ColumnSetup[], shown: string[], others: (string[] | undefined)[] = []) =>
    askedColumns(fields(), listColumns(fields(), faceOf, setups), {
      isShown: (id) => shown.includes(id),
      others,
    })

  it('is what its usual columns and those in sight read, once each, and nothing that is no field', () => {
    expect(asked([], [])).toEqual(['debt', 'name'])
    expect(asked([], ['city', 'name'], [['debt', 'gone', '_id']])).toEqual(['city', 'debt', 'name'])
    const face = { name: 'face', ...reading(['city'], () => null) }
    expect(asked([face], [])).toEqual(['city', 'debt', 'name'])
  })

  it('is everything where somebody may read anything', () => {
    expect(asked([{ name: 'name', Cell: () => null }], [])).toBeUndefined()
    expect(asked([], [], [undefined])).toBeUndefined()
    expect(asked([{ name: 'city', Cell: () => null }], []), 'out of sight').toEqual(['debt', 'name'])
  })
})

describe('an export', () => {
  it('asks for the same rows, in the same order, with the columns in sight', () => {
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
