import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { loadingField } from './first-field.ts'
import { SaveBar } from './save-bar.tsx'

let hovers = true

beforeEach(() => {
  hovers = true
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  vi.stubGlobal('matchMedia', () => ({
    matches: hovers,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
})

function open(content: ReactNode) {
  render(
    <Dialog title="Nova dívida" onClose={() => undefined}>
      {content}
    </Dialog>,
  )
}

const dialogWith = (first: ReactNode) => (
  <Dialog title="Nova dívida" onClose={() => undefined}>
    {first}
    {fields}
  </Dialog>
)
const fields = (
  <>
    <input aria-label="Estado" readOnly />
    <input aria-label="Número" disabled />
    <input aria-label="Valor" />
    <input aria-label="Data" />
  </>
)

it('focuses the first editable field, not the close button', () => {
  open(fields)
  expect(document.activeElement).toBe(screen.getByLabelText('Valor'))
})

it('a select is a field too', () => {
  open(<input aria-label="Tipo" aria-haspopup="listbox" readOnly />)
  expect(document.activeElement).toBe(screen.getByLabelText('Tipo'))
})

it('waits for a lazy first field, unless the person moves the focus', async () => {
  const { rerender } = render(dialogWith(<div {...loadingField}>Tipo</div>))
  expect(document.activeElement).not.toBe(screen.getByLabelText('Valor'))
  rerender(dialogWith(<input aria-label="Tipo" />))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Tipo')))

  rerender(<p />)
  rerender(dialogWith(<div {...loadingField}>Tipo</div>))
  screen.getByLabelText('Data').focus()
  rerender(dialogWith(<input aria-label="Tipo" />))
  await Promise.resolve()
  expect(document.activeElement).toBe(screen.getByLabelText('Data'))
})

it('waits for a lazy field after the first too, which Tab would skip', async () => {
  const form = (field: ReactNode) => (
    <Dialog title="Nova dívida" onClose={() => undefined}>
      <input aria-label="Nome" />
      {field}
    </Dialog>
  )
  const { rerender } = render(form(<div {...loadingField}>Categoria</div>))
  expect(document.activeElement).not.toBe(screen.getByLabelText('Nome'))
  rerender(form(<input aria-label="Categoria" />))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome')))
})

it('does not focus a field on touch screens, where the keyboard would cover the dialog', () => {
  hovers = false
  open(fields)
  expect(document.activeElement).not.toBe(screen.getByLabelText('Valor'))
})

it('Ctrl+Enter and Ctrl+S submit the form of a dialog, and not the page below or a form of a part', () => {
  const submitted: string[] = []
  const save = vi.fn()
  const form = (name: string, isPart = false) => (
    <form
      data-part={isPart || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submitted.push(name)
      }}
    >
      <input aria-label={name} />
      <button type="submit">{`Guardar ${name}`}</button>
    </form>
  )
  render(
    <MantineProvider env="test">
      <SaveBar changes={1} onSave={save} onDiscard={() => undefined} />
      <Dialog title="Nova dívida" onClose={() => undefined}>
        {form('parte', true)}
        {form('dívida')}
      </Dialog>
    </MantineProvider>,
  )
  for (const target of ['parte', 'dívida']) {
    fireEvent.keyDown(screen.getByLabelText(target), { key: 'Enter', ctrlKey: true })
    fireEvent.keyDown(screen.getByLabelText(target), { key: 's', ctrlKey: true })
  }
  expect(submitted).toEqual(['dívida', 'dívida', 'dívida', 'dívida'])
  expect(save).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  expect(save).toHaveBeenCalledTimes(1)
})
