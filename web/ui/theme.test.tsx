import { Select } from '@mantine/core'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resetBrowser } from '../api/testing.ts'
import { renderAt } from '../api/testing-page.tsx'
import { FieldDialog } from './field-dialog.tsx'

beforeEach(() => {
  resetBrowser()
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(cleanup)

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
