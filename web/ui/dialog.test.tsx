import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { comingField } from './first-field.ts'

let hovers = true

beforeEach(() => {
  hovers = true
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  vi.stubGlobal('matchMedia', () => ({ matches: hovers }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(content: ReactNode) {
  render(
    <Dialog title="Nova dívida" onClose={() => undefined}>
      {content}
    </Dialog>,
  )
}

const drawn = (first: ReactNode) => (
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

it('gives the focus to the first field that can be written in, not to what closes it', () => {
  open(fields)
  expect(document.activeElement).toBe(screen.getByLabelText('Valor'))
})

it('a list to choose from is a field too', () => {
  open(<input aria-label="Tipo" aria-haspopup="listbox" readOnly />)
  expect(document.activeElement).toBe(screen.getByLabelText('Tipo'))
})

it('waits for a first field whose code is still coming, unless somebody goes elsewhere', async () => {
  const { rerender } = render(drawn(<div {...comingField}>Tipo</div>))
  expect(document.activeElement).not.toBe(screen.getByLabelText('Valor'))
  rerender(drawn(<input aria-label="Tipo" />))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Tipo')))

  rerender(<p />)
  rerender(drawn(<div {...comingField}>Tipo</div>))
  screen.getByLabelText('Data').focus()
  rerender(drawn(<input aria-label="Tipo" />))
  await Promise.resolve()
  expect(document.activeElement).toBe(screen.getByLabelText('Data'))
})

it('leaves the focus where it is on touch screens, where keys would cover the dialog', () => {
  hovers = false
  open(fields)
  expect(document.activeElement).not.toBe(screen.getByLabelText('Valor'))
})
