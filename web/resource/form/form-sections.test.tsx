import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { renderAt } from '../../api/testing-page.tsx'
import { AmountsQuestion } from './amounts-question.tsx'
import { FormField } from './form-sections.tsx'
import type { FormControls } from './use-record-form.ts'

afterEach(cleanup)

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

it('asks what becomes of amounts once the server refuses to save without it, and not before', () => {
  const amounts = {
    ...field,
    name: 'amounts',
    label: 'Valores de cada período',
    options: [
      { value: 'keep', label: 'Manter os valores' },
      { value: 'convert', label: 'Converter os valores' },
    ],
  }
  const set = vi.fn()
  const formWith = (error?: string) =>
    ({ id: 'f', fields: { amounts }, values: {}, errorOf: () => error, set }) as unknown as FormControls
  renderAt(<AmountsQuestion form={formWith()} />)
  expect(screen.queryByRole('radio')).toBeNull()
  cleanup()
  renderAt(<AmountsQuestion form={formWith('Por ano: 1 preço.')} />)
  expect(screen.getByRole('radiogroup').textContent).toContain('Converter os valores')
  screen.getByText('Por ano: 1 preço.')
  fireEvent.click(screen.getByLabelText('Converter os valores'))
  expect(set).toHaveBeenCalledWith('amounts', 'convert')
})
