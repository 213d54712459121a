import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { expect, it } from 'vitest'
import { widthOf } from './input-width.ts'

const shared = { name: 'x', label: 'X', group: '', type: 'string' } as const
const rem = (field: Pick<FieldDescriptor, 'inputType' | 'validation'> & Partial<FieldDescriptor>) =>
  Number(widthOf({ ...shared, ...field })?.replace('rem', '') ?? Number.NaN)

it('numbers are narrow, emails wide, and long texts have no width', () => {
  const days = rem({ inputType: 'number', validation: ['wholeNumber:0-365'], unit: 'dias' })
  expect(days).toBeLessThan(8)
  expect(rem({ inputType: 'number', validation: ['wholeNumber:1-2000000000'] })).toBeGreaterThan(days)
  expect(rem({ inputType: 'email', validation: [] })).toBeGreaterThan(20)
  expect(rem({ inputType: 'text', validation: ['max:8'] })).toBeLessThan(8)
  expect(widthOf({ ...shared, inputType: 'text', validation: ['max:200'] })).toBeUndefined()
  expect(widthOf({ ...shared, inputType: 'textarea', validation: ['max:20'] })).toBeUndefined()
})

it('a choice is as wide as the longest of its options', () => {
  const options = ['Sim', 'Só quando alguém o decide'].map((label) => ({ value: label, label }))
  expect(rem({ inputType: 'select', validation: [], options })).toBeGreaterThan(15)
})
