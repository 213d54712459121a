import { Select } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAt } from '../api/testing-page.tsx'
import { FieldDialog } from './field-dialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

it('a select opens on click, not on focus', async () => {
  renderAt(
    <FieldDialog title="Mudar de estado" footer={null} onClose={() => undefined} onSubmit={() => undefined}>
      <Select searchable label="Novo estado" data={['Ativo', 'Suspenso']} />
    </FieldDialog>,
  )
  const [field] = screen.getAllByLabelText('Novo estado')
  if (!field) throw new Error('there is no field')
  fireEvent.focus(field)
  expect(field.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(field)
  expect(field.getAttribute('aria-expanded')).toBe('true')
})
