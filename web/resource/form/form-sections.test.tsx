import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { renderAt } from '../../api/testing-page.tsx'
import { FormField } from './form-sections.tsx'
import type { FormControls } from './use-record-form.ts'

const field: FieldDescriptor = {
  name: 'isFinal',
  label: 'Encerra a candidatura',
  group: '',
  validation: [],
  type: 'boolean',
  inputType: 'checkbox',
}

it.each([
  [true, 'Sim'],
  [false, 'Não'],
])('a read-only checkbox shows a word: %s', (value, word) => {
  const form = { values: { isFinal: value } } as unknown as FormControls
  renderAt(<FormField form={form} field={field} readOnly />)
  expect(screen.getByRole('definition').textContent).toBe(word)
})
