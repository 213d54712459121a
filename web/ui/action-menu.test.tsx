import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ActionMenu, type MenuAction } from './action-menu.tsx'

it('a menu whose actions were gone for a moment does not open by itself', async () => {
  const menu = (actions: MenuAction[]) => (
    <MantineProvider env="test">
      <ActionMenu actions={actions} />
    </MantineProvider>
  )
  const print = [
    { label: 'Imprimir', run: () => undefined },
    { label: 'Exportar', run: () => undefined },
  ]
  const { rerender } = render(menu(print))
  const button = () => screen.getByRole('button', { name: 'Mais ações' })
  fireEvent.click(button())
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Imprimir' }))
  expect(screen.queryByRole('menuitem')).toBeNull()
  rerender(menu([]))
  rerender(menu(print))
  expect(button().getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('menuitem')).toBeNull()
  fireEvent.click(button())
  await screen.findByRole('menuitem', { name: 'Imprimir' })
})

it.each([false, true])('one action alone is a button, without a menu; as a tool %s', (isTool) => {
  const run = vi.fn()
  render(
    <MantineProvider env="test">
      <ActionMenu isTool={isTool} actions={[{ label: 'Eliminar', isDestructive: true, run }]} />
    </MantineProvider>,
  )
  expect(screen.queryByRole('button', { name: 'Mais ações' })).toBeNull()
  const button = screen.getByRole('button', { name: 'Eliminar' })
  expect(button.hasAttribute('aria-haspopup')).toBe(false)
  expect(button.textContent).toBe(isTool ? '' : 'Eliminar')
  fireEvent.click(button)
  expect(run).toHaveBeenCalledOnce()
})

it('only items of menus and buttons that confirm a question are red', () => {
  const web = join(import.meta.dirname, '..')
  const red = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !/^(node_modules|dist)\b|\.test\./.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(web, path), 'utf8')
      return [...text.matchAll(/color="red"|color: 'red'|color=\{[^}]*'red'/g)].map(({ index }) => {
        const component = [...text.slice(0, index).matchAll(/<([A-Z][\w.]*)/g)].at(-1)?.[1]
        return `${path} ${component}`
      })
    })
    .filter((one) => !one.endsWith(' Menu.Item'))
  expect(red.toSorted()).toEqual([
    'resource/actions/action-dialog.tsx Button',
    'screens/privacy/anonymise-dialog.tsx Button',
    'screens/security/own-password.tsx Button',
    'ui/question-dialog.tsx Button',
  ])
})
