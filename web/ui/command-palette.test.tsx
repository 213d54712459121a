import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CommandPalette } from './command-palette.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  Element.prototype.scrollIntoView ??= () => undefined
})

function renderPalette() {
  const onChoose = vi.fn<(id: string) => void>()
  const palette = (search: string, id: string, loading: boolean) => (
    <MantineProvider env="test">
      <CommandPalette
        search={search}
        onSearch={() => undefined}
        placeholder=""
        groups={[{ label: 'Sócios', items: [{ id, label: id }] }]}
        loading={loading}
        onChoose={onChoose}
        onClose={() => undefined}
      />
    </MantineProvider>
  )
  const { rerender } = render(palette('novo', 'antigo', true))
  const show = (search: string, id: string, loading: boolean) => rerender(palette(search, id, loading))
  const enter = () =>
    fireEvent.keyDown(screen.getByRole('textbox', { hidden: true }), { key: 'Enter', code: 'Enter' })
  return { onChoose, show, enter }
}

it('Enter waits for the results of the search, and does not open an earlier one', () => {
  const { onChoose, show, enter } = renderPalette()
  enter()
  expect(onChoose).not.toHaveBeenCalled()
  show('novo', 'novo', false)
  expect(onChoose.mock.calls).toEqual([['novo']])
})

it('Enter is forgotten when more is typed', () => {
  const { onChoose, show, enter } = renderPalette()
  enter()
  show('novos', 'antigo', true)
  show('novos', 'novos', false)
  expect(onChoose).not.toHaveBeenCalled()
})
