import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { addLayer } from './layers.ts'
import { Popover } from './popover.tsx'

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <MantineProvider env="test">
      <Popover opened={opened} onChange={setOpened}>
        <Popover.Target>
          <button type="button" onClick={() => setOpened(!opened)}>
            Filtrar
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filtro">
          <input aria-label="Nome" />
          <Inner />
        </Popover.Dropdown>
      </Popover>
      <button type="button">Outro</button>
    </MantineProvider>
  )
}

function Inner() {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened}>
      <Popover.Target>
        <button type="button" onClick={() => setOpened(true)}>
          Calendário
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Dias">
        <button type="button">15</button>
      </Popover.Dropdown>
    </Popover>
  )
}

const opener = () => screen.getByRole('button', { name: 'Filtrar' })

beforeEach(async () => {
  render(<Example />)
  opener().focus()
  fireEvent.click(opener())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome')))
})

it('Escape closes it and restores the focus', () => {
  fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener())
})

it('a press outside closes it, inside not', () => {
  fireEvent.pointerDown(screen.getByLabelText('Nome'))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Outro' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('its control closes it', () => {
  fireEvent.pointerDown(opener())
  fireEvent.click(opener())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a nested popover keeps it open, and Escape closes one at a time', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Calendário' }))
  fireEvent.pointerDown(screen.getByRole('button', { name: '15' }))
  expect(screen.getAllByRole('dialog')).toHaveLength(2)
  fireEvent.keyDown(screen.getByRole('button', { name: '15' }), { key: 'Escape' })
  expect(screen.getByRole('dialog').getAttribute('aria-label')).toBe('Filtro')
})

it('Escape closes a layer above first', () => {
  const removeLayer = addLayer({})
  fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 'Escape' })
  expect(screen.getByRole('dialog').getAttribute('aria-label')).toBe('Filtro')
  removeLayer()
  fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
