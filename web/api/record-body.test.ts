import { describe, expect, it } from 'vitest'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { prepareBody } from './record-body.ts'
import type { FieldType } from '@agremia/resources/field-types.ts'

describe('the body of a write', () => {
  it.each([
    ['12', 12],
    [' -007 ', -7],
    ['12abc', '12abc'],
    ['12,7', '12,7'],
    ['1e3', '1e3'],
    ['', null],
  ])('integer %o becomes %o', (typed, sent) =>
    expect(prepareBody({ year: typed }, fields)).toEqual({ year: sent }),
  )

  it.each([
    ['12,7', 12.7],
    ['12.5', 12.5],
    ['1.234,56 €', 1234.56],
    ['1\u00A0234,56', 1234.56],
    ['12€50', '12€50'],
    ['12.50.3', '12.50.3'],
    ['12abc', '12abc'],
    [' ', null],
  ])('amount %o becomes %o', (typed, sent) =>
    expect(prepareBody({ fee: typed }, fields)).toEqual({ fee: sent }),
  )

  it('keeps texts and numbers, and drops `_k`', () => {
    expect(prepareBody({ name: '12', fee: 3, other: '4', _k: 1 }, fields)).toEqual({
      name: '12',
      fee: 3,
      other: '4',
    })
  })
})

const fields: FieldMap = {
  name: field('name', 'string'),
  year: field('year', 'int32'),
  fee: field('fee', 'float32'),
}

function field(name: string, type: FieldType): FieldDescriptor {
  return { name, type, validation: [], label: name, group: '', inputType: 'text' }
}
