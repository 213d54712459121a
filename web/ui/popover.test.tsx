import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
        </Popover.Dropdown>
      </Popover>
      <button type="button">Outro</button>
    </MantineProvider>
  )
}

const opener = () => screen.getByRole('button', { name: 'Filtrar' })

beforeEach(async () => {
  render(<Example />)
  opener().focus()
  fireEvent.click(opener())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome')))
})
afterEach(cleanup)

it('closes with Escape, and the focus goes back', () => {
  fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener())
})

it('closes when one presses elsewhere, but not inside', () => {
  fireEvent.pointerDown(screen.getByLabelText('Nome'))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Outro' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('closes with the control that opened it', () => {
  fireEvent.pointerDown(opener())
  fireEvent.click(opener())
  expect(screen.queryByRole('dialog')).toBeNull()
})
