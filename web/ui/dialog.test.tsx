import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

let hovers = true

beforeEach(() => {
  hovers = true
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

it('leaves the focus where it is on touch screens, where keys would cover the dialog', () => {
  hovers = false
  open(fields)
  expect(document.activeElement).not.toBe(screen.getByLabelText('Valor'))
})
