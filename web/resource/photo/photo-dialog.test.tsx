import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from '../../ui/toasts.tsx'
import PhotoDialog from './photo-dialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  URL.createObjectURL = () => 'blob:imagem'
  URL.revokeObjectURL = () => undefined
})

it('shows an error for an unreadable image and lets the person choose another', () => {
  const save = vi.fn(() => Promise.resolve())
  render(
    <MantineProvider env="test">
      <PhotoDialog name="Ana" photo={null} onSave={save} onRemove={save} onClose={() => undefined} />
      <Toasts />
    </MantineProvider>,
  )
  const broken = new File(['nada'], 'ana.jpg', { type: 'image/jpeg' })
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [broken] },
  })
  fireEvent.error(document.querySelector('img[src="blob:imagem"]') as HTMLImageElement)
  expect(screen.getByText(/Não foi possível ler esta imagem/)).toBeTruthy()
  expect(screen.getByText('Escolher imagem')).toBeTruthy()
  expect(screen.queryByText('Guardar')).toBeNull()
  expect(save).not.toHaveBeenCalled()
})
