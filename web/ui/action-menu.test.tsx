import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ActionMenu, type MenuAction } from './action-menu.tsx'

it('a menu whose actions were gone for a moment does not open by itself', async () => {
  const menu = (actions: MenuAction[]) => (
    <MantineProvider env="test">
      <ActionMenu actions={actions} />
    </MantineProvider>
  )
  const print = { label: 'Imprimir', run: () => undefined }
  const { rerender } = render(menu([print]))
  const button = () => screen.getByRole('button', { name: 'Mais ações' })
  fireEvent.click(button())
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Imprimir' }))
  expect(screen.queryByRole('menuitem')).toBeNull()
  rerender(menu([]))
  rerender(menu([print]))
  expect(button().getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('menuitem')).toBeNull()
  fireEvent.click(button())
  await screen.findByRole('menuitem', { name: 'Imprimir' })
})
