import { expect, it } from 'vitest'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { isDigits, openingColumn } from './list-columns.ts'
import type { InputType } from '@agremia/resources/field-types.ts'

it('the title column opens the record, or the first column when the title is not shown', () => {
  const shown = [{ id: 'recipientName' }, { id: 'subject' }]
  expect(openingColumn('subject', shown)).toBe('subject')
  expect(openingColumn('name', shown)).toBe('recipientName')
  expect(openingColumn('name', [])).toBe('name')
})

it('digits are tabular in numbers and dates, not in words', () => {
  const isTabular = (inputType: InputType, align: 'start' | 'end' = 'start') =>
    isDigits({ field: { inputType } as FieldDescriptor, align })
  expect([isTabular('money', 'end'), isTabular('date'), isTabular('nif')]).toEqual([true, true, true])
  expect([isTabular('text'), isTabular('select')]).toEqual([false, false])
  expect(isDigits({ field: undefined, align: 'start' })).toBe(false)
})
